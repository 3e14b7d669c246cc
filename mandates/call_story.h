#ifndef TOLLPASS_MANDATES_CALL_STORY_H_
#define TOLLPASS_MANDATES_CALL_STORY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/amount.h"
#include "core/approval.h"
#include "core/chain_sighting.h"
#include "core/limit.h"
#include "core/proof.h"
#include "mandates/log_row.h"
#include "mandates/offer_note.h"

namespace tollpass {

/// One thing that happened to a paid call, and how it stood then.
struct StoryStep {
  int64_t time = 0;  // unix seconds
  std::string kind;  // "charged", "adopted", "concluded", "recovered", "reconciled", "witnessed"
  MoneyState money = MoneyState::kHeld;
  CallState call = CallState::kLive;
  Evidence evidence = Evidence::kNone;
  int64_t generation = 0;
  std::string transaction;
  std::string alarm;
  std::optional<ChainSighting> sighting = {};  // witnessed: by whom, and in which block
  // Atomic units: what this gave back to the budget, and what of the charge counts no more by then.
  Amount given_back = {};
  Amount counts_no_more = {};
};

/// Everything that is kept about one decided call.
struct CallStory {
  LogRow row;
  int64_t called_at_ms = 0;  // when the host's request came; Unix milliseconds
  std::string principal;
  std::string method;
  std::string resource_url;          // untrusted
  std::string demand;                // the server's words with it; untrusted
  std::vector<OfferNote> offers;     // empty: none could be judged, or they were not kept
  std::optional<Approval> approval;  // that it asked for or used
  int64_t max_validity = 0;          // seconds
  int64_t signed_at = 0;             // unix seconds; 0: nothing was signed
  std::string one_time;
  std::string receipt;  // the newest one, as it came; untrusted
  std::vector<StoryStep> steps;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CALL_STORY_H_
