#include "home/find_story.h"

#include <cstdint>
#include <vector>

#include "core/status.h"

namespace tollpass {
namespace {

constexpr int64_t kPage = 500;

/// The newest call that asked, or was answered, under an approval whose id begins with `id`.
absl::StatusOr<std::string> CallOfApproval(LedgerReader& reader, const std::string& id,
                                           const absl::Status& otherwise) {
  std::string found;
  int64_t after = 0;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, reader.Page(after, kPage));
    if (rows.empty()) {
      break;
    }
    after = rows.back().sequence;
    for (const LogRow& row : rows) {
      if (!row.approval.empty() && row.approval.starts_with(id)) {
        found = row.id;
      }
    }
  }
  if (found.empty()) {
    return otherwise;
  }
  return found;
}

}  // namespace

absl::StatusOr<CallStory> FindStory(LedgerReader& reader, const std::string& id) {
  absl::StatusOr<CallStory> story = reader.Story(id);
  if (!absl::IsNotFound(story.status())) {
    return story;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::string call, CallOfApproval(reader, id, story.status()));
  return reader.Story(call);
}

absl::StatusOr<CallStory> NewestStory(LedgerReader& reader) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> newest, reader.Log(0, 1));
  if (newest.empty()) {
    return absl::NotFoundError("no call was asked for money yet");
  }
  return reader.Story(newest.front().id);
}

}  // namespace tollpass
