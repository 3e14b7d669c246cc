#include "home/story_text.h"

#include <optional>
#include <string_view>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "home/log_row_text.h"
#include "home/money_text.h"
#include "home/reason_text.h"

namespace tollpass {
namespace {

constexpr size_t kReceiptBytes = 4096;

void AddLine(std::string& text, std::string_view name, std::string_view value) {
  if (!value.empty()) {
    absl::StrAppendFormat(&text, "%s%-11s %s", text.empty() ? "" : "\n", name, value);
  }
}

std::string CallLine(const CallStory& story) {
  const LogRow& row = story.row;
  return absl::StrFormat("%s  %s of server %s, for %s (%s)", FormatTime(row.time),
                         Printable(row.tool),
                         row.server.empty() ? "without a section" : Printable(row.server),
                         Printable(story.principal), row.id);
}

std::string OfferLine(const OfferNote& offer, size_t number) {
  return absl::StrFormat("%d. %s: %s, %s%s%s", number, OfferText(offer), offer.verdict,
                         offer.reason,
                         offer.section.empty() ? "" : " in " + Printable(offer.section),
                         offer.taken ? "  <- taken" : "");
}

void AddOffers(const CallStory& story, std::string& text) {
  if (story.offers.empty()) {
    AddLine(text, "offers", "none that could be judged is noted");
  }
  for (size_t i = 0; i < story.offers.size(); ++i) {
    const OfferNote& offer = story.offers[i];
    AddLine(text, "offer", OfferLine(offer, i + 1));
    for (const LimitNote& limit : offer.limits) {
      AddLine(text, "", "   " + LimitNoteText(limit));
    }
  }
}

std::string ApprovalLine(const Approval& approval) {
  std::string text =
      absl::StrFormat("%s, %s, asked at %s", approval.id, ApprovalStateName(approval.state),
                      FormatTime(approval.asked_at));
  if (!approval.ceiling.IsZero()) {
    absl::StrAppendFormat(&text, ", up to %s", MoneyText(approval.ceiling, &approval.asset, ""));
  }
  return text + ", until " + FormatTime(approval.expires_at);
}

std::string StepLine(const StoryStep& step, const std::optional<Asset>& asset) {
  std::string text =
      absl::StrFormat("%s  %s: money %s, call %s, evidence %s", FormatTime(step.time), step.kind,
                      MoneyName(step.money), CallName(step.call), EvidenceName(step.evidence));
  if (step.sighting) {
    text += ", by " + Printable(step.sighting->source);
    if (!step.sighting->block_hash.empty()) {
      absl::StrAppendFormat(&text, " in block %d %s of %s", step.sighting->block_number,
                            Printable(step.sighting->block_hash),
                            FormatTime(step.sighting->block_time));
    }
  }
  if (!step.given_back.IsZero() && asset) {
    absl::StrAppendFormat(&text, ", gives back %s", FormatMoney(step.given_back, *asset));
  }
  if (!step.transaction.empty()) {
    text += ", transaction " + Printable(step.transaction);
  }
  if (!step.alarm.empty()) {
    text += ", ALARM " + Printable(step.alarm);
  }
  return text;
}

}  // namespace

std::string LimitNoteText(const LimitNote& note) {
  const WindowKind window = WindowFromName(note.window).value_or(WindowKind::kTotal);
  const std::string most =
      absl::StrFormat("%s %s", SumText(note.maximum, note.unit), WindowText(window, note.seconds));
  if (window == WindowKind::kCall) {
    return absl::StrFormat("%s: %s of at most %s", Printable(note.section),
                           SumText(note.amount, note.unit), most);
  }
  return absl::StrFormat("%s: %s more, %s used of %s", Printable(note.section),
                         SumText(note.amount, note.unit), SumText(note.used, note.unit), most);
}

std::string StoryText(const CallStory& story, int64_t now) {
  const LogRow& row = story.row;
  std::string text;
  AddLine(text, "call", CallLine(story));
  AddLine(text, "demand",
          absl::StrFormat("%s%s%s", row.dialect, story.resource_url.empty() ? "" : ", for ",
                          Printable(story.resource_url)));
  AddLine(text, "it says", Printable(story.demand));
  AddOffers(story, text);
  AddLine(text, "verdict",
          absl::StrFormat("%s, %s%s%s: %s", VerdictName(row.verdict), row.reason,
                          row.section.empty() ? "" : " in ", Printable(row.section),
                          SentenceOf(row.reason)));
  AddLine(text, "amount", row.asset ? FormatMoney(row.amount, *row.asset) : std::string());
  AddLine(text, "mandate", row.mandate);
  AddLine(text, "approval", story.approval ? ApprovalLine(*story.approval) : row.approval);
  if (story.signed_at != 0) {
    AddLine(text, "signed",
            absl::StrFormat("%s by %s, %s", FormatTime(story.signed_at), Printable(row.payer),
                            row.dead_after == 0 ? std::string("good for ever")
                                                : "good until " + FormatTime(row.dead_after)));
  }
  for (const StoryStep& step : story.steps) {
    AddLine(text, "then", StepLine(step, row.asset));
  }
  for (const std::string& asked : AskedAgain(row)) {
    AddLine(text, "asked again", asked);
  }
  AddLine(text, "receipt", Printable(story.receipt, kReceiptBytes));
  AddLine(text, "replaced", row.replaced_by);
  AddLine(text, "now",
          row.money ? std::string(MoneyName(MoneyAt(*row.money, row.dead_after, now)))
                    : std::string("nothing was paid"));
  return text;
}

}  // namespace tollpass
