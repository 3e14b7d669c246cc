#include <optional>
#include <string>
#include <vector>

#include "core/clock.h"
#include "core/json/json.h"
#include "home/json_rows.h"
#include "home/log_row_text.h"
#include "home/money_text.h"
#include "home/reason_text.h"
#include "home/story_text.h"

namespace tollpass {
namespace {

std::string LimitsJson(const std::vector<LimitNote>& limits) {
  std::vector<std::string> rows;
  for (const LimitNote& limit : limits) {
    rows.push_back(LimitNoteJson(limit));
  }
  return json::Array(rows);
}

std::string ApprovalJson(const CallStory& story) {
  if (!story.approval) {
    return "null";
  }
  const Approval& approval = *story.approval;
  return json::ObjectWriter()
      .String("id", approval.id)
      .String("state", ApprovalStateName(approval.state))
      .String("reason", approval.reason)
      .Raw("amount", MoneyJson(approval.amount, &approval.asset, ""))
      .Raw("ceiling", MoneyJson(approval.ceiling, &approval.asset, ""))
      .String("asked_at", FormatTime(approval.asked_at))
      .String("expires_at", FormatTime(approval.expires_at))
      .Done();
}

std::string SignatureJson(const CallStory& story) {
  if (story.signed_at == 0) {
    return "null";
  }
  const int64_t dead_after = story.row.dead_after;
  return json::ObjectWriter()
      .String("signed_at", FormatTime(story.signed_at))
      .String("payer", story.row.payer)
      .String("one_time", story.one_time)
      .Raw("dead_after", dead_after == 0 ? "null" : json::Quote(FormatTime(dead_after)))
      .Done();
}

std::string SightingJson(const std::optional<ChainSighting>& sighting) {
  if (!sighting) {
    return "null";
  }
  json::ObjectWriter writer;
  writer.String("source", sighting->source);
  if (sighting->block_hash.empty()) {
    return writer.Raw("used", "null").Raw("block", "null").Done();
  }
  return writer.Bool("used", sighting->used)
      .Raw("block", json::ObjectWriter()
                        .Integer("number", sighting->block_number)
                        .String("hash", sighting->block_hash)
                        .String("time", FormatTime(sighting->block_time))
                        .Done())
      .Done();
}

std::string AmountOrNull(const Amount& amount, const std::optional<Asset>& asset) {
  return amount.IsZero() ? "null" : MoneyJson(amount, asset ? &*asset : nullptr, "");
}

}  // namespace

std::string OffersJson(const std::vector<OfferNote>& offers) {
  std::vector<std::string> rows;
  for (const OfferNote& offer : offers) {
    rows.push_back(json::ObjectWriter()
                       .String("scheme", offer.scheme)
                       .String("network", offer.network)
                       .String("asset", offer.asset)
                       .String("amount", offer.amount)
                       .String("payee", offer.payee)
                       .String("verdict", offer.verdict)
                       .String("reason", offer.reason)
                       .String("why", SentenceOf(offer.reason))
                       .Raw("section", TextOrNull(offer.section))
                       .Raw("mandate", TextOrNull(offer.mandate))
                       .Bool("taken", offer.taken)
                       .Raw("limits", LimitsJson(offer.limits))
                       .Done());
  }
  return json::Array(rows);
}

std::string StepsJson(const std::vector<StoryStep>& steps, const std::optional<Asset>& asset) {
  std::vector<std::string> rows;
  for (const StoryStep& step : steps) {
    rows.push_back(json::ObjectWriter()
                       .String("time", FormatTime(step.time))
                       .String("what", step.kind)
                       .String("money", MoneyName(step.money))
                       .String("call", CallName(step.call))
                       .Integer("generation", step.generation)
                       .String("evidence", EvidenceName(step.evidence))
                       .Raw("transaction", TextOrNull(step.transaction))
                       .Raw("alarm", TextOrNull(step.alarm))
                       .Raw("sighting", SightingJson(step.sighting))
                       .Raw("given_back", AmountOrNull(step.given_back, asset))
                       .Raw("counts_no_more", AmountOrNull(step.counts_no_more, asset))
                       .Done());
  }
  return json::Array(rows);
}

std::string LimitNoteJson(const LimitNote& note) {
  return json::ObjectWriter()
      .String("section", note.section)
      .Raw("mandate", TextOrNull(note.mandate))
      .String("counter", note.counter)
      .String("window", note.window)
      .Integer("seconds", note.seconds)
      .String("unit", note.unit)
      .Raw("amount", SumJson(note.amount, note.unit, nullptr))
      .Raw("used", SumJson(note.used, note.unit, nullptr))
      .Raw("maximum", SumJson(note.maximum, note.unit, nullptr))
      .Done();
}

std::string StoryJson(const CallStory& story, int64_t now) {
  return json::ObjectWriter()
      .Raw("call", LogRowJson(story.row, now))
      .String("principal", story.principal)
      .String("method", story.method)
      .Raw("resource", TextOrNull(story.resource_url))
      .Raw("demand_says", TextOrNull(story.demand))
      .Raw("offers", OffersJson(story.offers))
      .Raw("approval", ApprovalJson(story))
      .Raw("signature", SignatureJson(story))
      .Raw("steps", StepsJson(story.steps, story.row.asset))
      .Raw("receipt", TextOrNull(story.receipt))
      .Done();
}

}  // namespace tollpass
