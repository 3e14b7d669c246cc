#include "home/log_row_text.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/asset.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/reason.h"
#include "home/json_rows.h"
#include "home/money_text.h"
#include "home/reason_text.h"

namespace tollpass {
namespace {

constexpr int kOfferedDepth = 2;  // an array of flat objects

std::string_view MoneyWord(const LogRow& row, int64_t now) {
  return row.money.has_value() ? MoneyName(MoneyAt(*row.money, row.dead_after, now)) : "none";
}

std::string_view CallWord(const LogRow& row) {
  return row.call.has_value() ? CallName(*row.call) : "none";
}

/// Empty where no offer could be read.
std::string AmountText(const LogRow& row) {
  return row.asset.has_value() ? FormatMoney(row.amount, *row.asset) : std::string();
}

void AddLine(std::string& text, std::string_view name, std::string_view value) {
  if (!value.empty()) {
    absl::StrAppendFormat(&text, "%s%-12s %s", text.empty() ? "" : "\n", name, value);
  }
}

std::string FieldOf(const json::Value& offer, std::string_view name) {
  const std::optional<json::Value> value = json::Find(offer, name);
  return Printable(value ? json::AsString(*value).value_or("") : "");
}

/// An offer that could not be read, in the server's words.
struct Offered {
  std::string text;   // OfferText
  std::string extra;  // JSON, or empty
};

/// What the server offered where no offer could be read; an offer that says nothing stays out. So
/// does what is no such array: it is only there to be read.
std::vector<Offered> OfferedIn(const LogRow& row) {
  std::vector<Offered> offered;
  const absl::StatusOr<json::Value> offers = json::Parse(row.offered, kOfferedDepth);
  for (const json::Value& offer :
       offers.ok() ? json::Elements(*offers) : std::vector<json::Value>()) {
    OfferNote note;
    note.scheme = FieldOf(offer, "scheme");
    note.network = FieldOf(offer, "network");
    note.asset = FieldOf(offer, "asset");
    note.amount = FieldOf(offer, "amount");
    note.payee = FieldOf(offer, "pay_to");
    Offered one = {OfferText(note), FieldOf(offer, "extra")};
    if (one.text != note.scheme || !one.extra.empty()) {
      offered.push_back(std::move(one));
    }
  }
  return offered;
}

void AddOffered(std::string& text, const LogRow& row) {
  for (const Offered& offered : OfferedIn(row)) {
    AddLine(text, "unread offer",
            absl::StrFormat("%s%s%s (as the server wrote it; nothing of it was checked)",
                            offered.text, offered.extra.empty() ? "" : ", extra ", offered.extra));
  }
}

/// `offer` of OffersText; in the money of `row` where it is the same asset.
std::string AskedText(const LogRow& row, const json::Value& offer) {
  const auto field = [&](std::string_view name) {
    const std::optional<json::Value> value = json::Find(offer, name);
    return value ? json::AsString(*value).value_or("") : std::string();
  };
  const std::string network = field("network");
  const std::optional<Amount> amount = Amount::FromAtomic(field("amount"));
  const bool same_asset = row.asset && network == row.asset->network &&
                          CanonicalId(network, field("asset")) == row.asset->id;
  const std::string money = amount && same_asset ? FormatMoney(*amount, *row.asset)
                                                 : absl::StrFormat("%s atomic units of %s",
                                                                   field("amount"), field("asset"));
  return Printable(absl::StrFormat("%s to %s on %s", money, field("payee"), network));
}

}  // namespace

std::string OfferText(const OfferNote& offer) {
  std::string text = offer.scheme;
  if (!offer.amount.empty()) {
    absl::StrAppendFormat(&text, ", %s atomic units%s%s", offer.amount,
                          offer.asset.empty() ? "" : " of ", offer.asset);
  } else if (!offer.asset.empty()) {
    absl::StrAppendFormat(&text, ", in %s", offer.asset);
  }
  if (!offer.network.empty()) {
    absl::StrAppendFormat(&text, " on %s", offer.network);
  }
  if (!offer.payee.empty()) {
    absl::StrAppendFormat(&text, " to %s", offer.payee);
  }
  return text;
}

std::vector<std::string> AskedAgain(const LogRow& row) {
  std::vector<std::string> texts;
  const absl::StatusOr<json::Value> offers = json::Parse(row.asked_again, kOfferedDepth);
  for (const json::Value& offer :
       offers.ok() ? json::Elements(*offers) : std::vector<json::Value>()) {
    texts.push_back(AskedText(row, offer));
  }
  return texts;
}

namespace {

void AddAskedAgain(std::string& text, const LogRow& row) {
  for (const std::string& asked : AskedAgain(row)) {
    AddLine(text, "asked again", asked);
  }
  if (!row.asked_again.empty()) {
    AddLine(text, "",
            absl::StrFormat("%s: %s", ReasonCode(Reason::kSecondChallenge),
                            ReasonSentence(Reason::kSecondChallenge)));
  }
}

/// The codes, with the sentences of those that are reasons.
std::string AlarmText(const LogRow& row) {
  std::string text = Printable(row.alarm);
  if (row.alarm == ReasonCode(Reason::kPayeeChanged)) {
    text +=
        ": when it had the proof, the server named a payee that it had not named before; "
        "nothing was signed for it";
  }
  return text;
}

/// What a line of the log ends with where no offer could be read, more was asked for, or something
/// is wrong.
std::string AlarmEnd(const LogRow& row) {
  std::string text;
  for (const Offered& offered : OfferedIn(row)) {
    text += "  unread offer " + offered.text;
  }
  for (const std::string& asked : AskedAgain(row)) {
    text += "  asked again for " + asked;
  }
  return row.alarm.empty() ? text : text + "  ALARM " + Printable(row.alarm);
}

}  // namespace

// No name of a user has a slash.
std::string LabelOf(const LogRow& row) {
  const size_t slash = row.principal.find('/');
  return slash == std::string::npos ? std::string() : row.principal.substr(slash + 1);
}

std::string LogRowLine(const LogRow& row, int64_t now) {
  const std::string amount = AmountText(row);
  return absl::StrFormat(
      "%s  %s  %-4s %-14s  %-24s  %s/%s%s  %s%s%s", FormatTime(row.time), row.id,
      VerdictName(row.verdict), amount.empty() ? "-" : amount,
      row.money.has_value() ? absl::StrFormat("%s, %s", MoneyWord(row, now), CallWord(row))
                            : std::string("nothing paid"),
      row.server.empty() ? "(no section)" : Printable(row.server), Printable(row.tool),
      LabelOf(row).empty() ? "" : " as " + Printable(LabelOf(row)), row.reason,
      row.section.empty() ? "" : " in " + Printable(row.section), AlarmEnd(row));
}

std::string LogRowText(const LogRow& row, int64_t now) {
  std::string text;
  AddLine(text, "id", row.id);
  AddLine(text, "time", FormatTime(row.time));
  AddLine(text, "server", Printable(row.server));
  AddLine(text, "identity", row.server_id);
  AddLine(text, "tool", Printable(row.tool));
  AddLine(text, "for", Printable(row.principal));
  AddLine(text, "verdict", VerdictName(row.verdict));
  AddLine(text, "reason", absl::StrFormat("%s: %s", row.reason, SentenceOf(row.reason)));
  AddLine(text, "section", Printable(row.section));
  AddLine(text, "mandate", row.mandate);
  AddLine(text, "approval", row.approval);
  AddLine(text, "amount", AmountText(row));
  AddLine(text, "payee", Printable(row.payee));
  AddLine(text, "payer", Printable(row.payer));
  AddOffered(text, row);
  AddLine(text, "network", Printable(row.network));
  AddLine(text, "scheme", Printable(row.scheme));
  AddLine(text, "dialect", row.dialect);
  AddLine(text, "money", MoneyWord(row, now));
  AddLine(text, "call", CallWord(row));
  AddLine(text, "evidence", EvidenceName(row.evidence));
  AddLine(text, "transaction", Printable(row.transaction));
  AddLine(text, "dead after", row.dead_after == 0 ? std::string() : FormatTime(row.dead_after));
  AddLine(text, "replaced by", row.replaced_by);
  if (row.repeats > 0) {
    AddLine(text, "repeats",
            absl::StrFormat("%d, %s: %s", row.repeats, ReasonCode(Reason::kRepeat),
                            ReasonSentence(Reason::kRepeat)));
  }
  AddAskedAgain(text, row);
  AddLine(text, "alarm", AlarmText(row));
  AddLine(text, "server says", Printable(row.server_text));
  return text;
}

std::string LogRowJson(const LogRow& row, int64_t now) {
  return json::ObjectWriter()
      .String("id", row.id)
      .Integer("sequence", row.sequence)
      .String("time", FormatTime(row.time))
      .Raw("server", TextOrNull(row.server))
      .Raw("server_id", TextOrNull(row.server_id))
      .Raw("tool", TextOrNull(row.tool))
      .String("principal", row.principal)
      .Raw("label", TextOrNull(LabelOf(row)))
      .String("money", MoneyWord(row, now))
      .String("call", CallWord(row))
      .String("verdict", VerdictName(row.verdict))
      .String("reason", row.reason)
      .String("why", SentenceOf(row.reason))
      .Raw("section", TextOrNull(row.section))
      .Raw("mandate", TextOrNull(row.mandate))
      .Raw("approval", TextOrNull(row.approval))
      .Raw("dialect", TextOrNull(row.dialect))
      .Raw("scheme", TextOrNull(row.scheme))
      .Raw("network", TextOrNull(row.network))
      .Raw("asset", row.asset.has_value() ? json::Quote(row.asset->symbol) : "null")
      .Raw("amount",
           row.asset.has_value() ? MoneyJson(row.amount, &*row.asset, row.asset->id) : "null")
      .Raw("payee", TextOrNull(row.payee))
      .Raw("payer", TextOrNull(row.payer))
      .Raw("offered", row.offered.empty() ? "[]" : row.offered)
      .String("evidence", EvidenceName(row.evidence))
      .Raw("transaction", TextOrNull(row.transaction))
      .Raw("dead_after", row.dead_after == 0 ? "null" : json::Quote(FormatTime(row.dead_after)))
      .Raw("replaced_by", TextOrNull(row.replaced_by))
      .Integer("repeats", row.repeats)
      .Raw("asked_again", row.asked_again.empty() ? "[]" : row.asked_again)
      .Raw("alarm", TextOrNull(row.alarm))
      .Raw("server_says", TextOrNull(Printable(row.server_text)))
      .Done();
}

}  // namespace tollpass
