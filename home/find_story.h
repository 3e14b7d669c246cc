#ifndef TOLLPASS_HOME_FIND_STORY_H_
#define TOLLPASS_HOME_FIND_STORY_H_

#include <string>

#include "absl/status/statusor.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// All that is kept about the call whose id, or the newest one whose approval's id, begins with
/// `id`. NotFound; FailedPrecondition (several).
absl::StatusOr<CallStory> FindStory(LedgerReader& reader, const std::string& id);

/// The same of the newest row of the log. NotFound: there is none.
absl::StatusOr<CallStory> NewestStory(LedgerReader& reader);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_FIND_STORY_H_
