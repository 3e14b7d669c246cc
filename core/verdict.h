#ifndef TOLLPASS_CORE_VERDICT_H_
#define TOLLPASS_CORE_VERDICT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/limit.h"
#include "core/reason.h"

namespace tollpass {

enum class VerdictKind { kPay, kAsk, kDeny };

/// What the rules say about one intent. A value, not an error.
struct Verdict {
  VerdictKind kind = VerdictKind::kDeny;
  Reason reason = Reason::kServerUnknown;
  std::optional<Reason> also;     // for kAsk: what else the answer says yes to
  std::optional<Reason> unasked;  // for kDeny: what would be asked if anybody could be
  std::string section;            // policy section that decided: "server.search", "budget.all", ...
  std::string section_digest;     // digest of that section's text as resolved
  std::string mandate;            // id, for kPay by a mandate
  std::string approval;           // id, for kPay by one; of the denial, for kDeny
  std::vector<Limit> limits;      // to charge for kPay; to test for kAsk
  bool pins_payee = false;        // paying makes the payee the server's pinned one
  int64_t max_validity = 0;       // seconds that a proof may live
};

/// "pay", "ask", "deny".
std::string_view VerdictName(VerdictKind kind);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_VERDICT_H_
