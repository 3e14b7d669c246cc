#include <string>
#include <vector>

#include "bindings/cpp/parts.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/explain_payment.h"
#include "home/find_story.h"
#include "home/home_state.h"
#include "home/home_state_text.h"
#include "home/log_row_text.h"
#include "home/open_home.h"
#include "home/policy_findings.h"
#include "home/story_text.h"

namespace tollpass {

absl::StatusOr<std::string> OpenedHome::Log(int64_t after_sequence, int64_t limit) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, reader->Log(after_sequence, limit));
  std::vector<std::string> texts;
  texts.reserve(rows.size());
  for (const LogRow& row : rows) {
    texts.push_back(LogRowJson(row, parts_->Now()));
  }
  return json::Array(texts);
}

absl::StatusOr<std::string> OpenedHome::Show(std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const LogRow row, reader->Show(id));
  return LogRowJson(row, parts_->Now());
}

absl::StatusOr<std::string> OpenedHome::Status() {
  TOLLPASS_RETURN_IF_ERROR(parts_->maker.Check());
  TOLLPASS_RETURN_IF_ERROR(RequireHome(parts_->home));
  const HomeState state = ReadHomeState(parts_->home, parts_->clock, parts_->random);
  return HomeStateJson(parts_->home, state, parts_->Now());
}

std::string OpenedHome::CheckPolicy(std::string_view text) const {
  PolicyFindings findings = FindInPolicy(text, parts_->home.PolicyPath());
  AddWiderThanSigned(parts_->home, text, parts_->Now(), findings);
  return PolicyFindingsJson(findings);
}

absl::StatusOr<std::string> OpenedHome::Explain(std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, parts_->Reader());
  TOLLPASS_ASSIGN_OR_RETURN(const CallStory story, FindStory(*reader, std::string(id)));
  return StoryJson(story, parts_->Now());
}

absl::StatusOr<std::string> OpenedHome::Explain(const SupposedPayment& payment) {
  TOLLPASS_RETURN_IF_ERROR(parts_->maker.Check());
  return ExplainSupposed(parts_->home, payment, parts_->Now(), true);
}

}  // namespace tollpass
