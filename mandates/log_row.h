#ifndef TOLLPASS_MANDATES_LOG_ROW_H_
#define TOLLPASS_MANDATES_LOG_ROW_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/amount.h"
#include "core/asset.h"
#include "core/proof.h"
#include "core/verdict.h"
#include "mandates/states.h"

namespace tollpass {

/// One decided call, as `tollpass log` shows it.
struct LogRow {
  std::string id;
  int64_t sequence = 0;
  int64_t time = 0;    // unix seconds
  std::string server;  // section name, or empty
  std::string server_id;
  std::string tool;
  std::string principal;            // operating-system user, then "/LABEL" of `proxy --as`
  std::optional<MoneyState> money;  // absent: nothing was charged
  std::optional<CallState> call;
  VerdictKind verdict = VerdictKind::kDeny;
  std::string reason;  // reason code
  std::string section;
  std::string mandate;
  std::string approval;
  std::string dialect;
  std::string scheme;
  std::string network;
  std::optional<Asset> asset;  // as it was when decided
  Amount amount;               // atomic units
  std::string payee;
  std::string payer;
  std::string offered;  // untrusted; OfferedText, where no offer could be read; else empty
  Evidence evidence = Evidence::kNone;
  std::string transaction;
  std::string alarm;
  std::string server_text;  // untrusted
  int64_t dead_after = 0;
  std::string replaced_by;
  std::string asked_again;  // untrusted; OffersText of what was asked for in answer to the proof
  int64_t repeats = 0;      // how often its proof was taken for a repeat of the call
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_LOG_ROW_H_
