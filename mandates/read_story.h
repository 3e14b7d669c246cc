#ifndef TOLLPASS_MANDATES_READ_STORY_H_
#define TOLLPASS_MANDATES_READ_STORY_H_

#include "absl/status/statusor.h"
#include "mandates/call_story.h"
#include "mandates/sql/calls.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What the rows and events tell about a decided call. DataLoss: they cannot be read.
absl::StatusOr<CallStory> ReadStory(sql::Database& database, const sql::CallRow& call);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_READ_STORY_H_
