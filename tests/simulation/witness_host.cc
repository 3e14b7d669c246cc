// What a host is told: nothing of a payment message, and nothing that is not so.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "absl/strings/str_format.h"
#include "interceptor/mcp/answers.h"
#include "tests/simulation/shop.h"
#include "tests/simulation/witness.h"

namespace tollpass::simulation {
namespace {

/// What only payment messages hold, beside the canaries.
constexpr std::array<std::string_view, 4> kHidden = {kCanary, "0x209693", "eip155", "x402"};

constexpr std::array<HostAnswer, 5> kAnswers = {HostAnswer::kDeclined, HostAnswer::kNeedsApproval,
                                                HostAnswer::kUnavailable, HostAnswer::kFailed,
                                                HostAnswer::kOutcomeUnknown};

/// The limits that count over time.
constexpr std::array<Reason, 5> kFull = {Reason::kOverHour, Reason::kOverDay, Reason::kOverTotal,
                                         Reason::kOverRolling, Reason::kOverRate};

bool IsOfTheList(std::string_view line, const std::string& id) {
  return std::any_of(kAnswers.begin(), kAnswers.end(), [&](HostAnswer answer) {
    return line == HostAnswerMessage(id, "tools/call", answer);
  });
}

}  // namespace

void Witness::HostSaw(std::string_view line, const std::string& call) {
  for (const std::string_view hidden : kHidden) {
    if (line.find(hidden) == std::string_view::npos) continue;
    Break(absl::StrFormat("the host saw '%s': %s", hidden, line));
  }
  const nlohmann::json message = nlohmann::json::parse(line, nullptr, false);
  const std::string text =
      message.value("/result/content/0/text"_json_pointer, std::string("result of nothing"));
  if (!text.starts_with("result of ") && !IsOfTheList(line, message["id"].dump())) {
    Break(absl::StrFormat("the host saw words that are of no list: %s", line));
  }
  if (text.find("Nothing was paid") != std::string::npos) CheckNothingPaid(call);
}

void Witness::CheckNothingPaid(const std::string& call) {
  // Of equal calls it cannot be told which one was paid.
  const auto made = calls_.find(call);
  if (made == calls_.end() || made->second != 1) return;
  for (const Payment& payment : payments_) {
    if (payment.call != call || payment.given_back || left_.count(payment.payload) == 0) continue;
    // While it is served, or once it was answered, an equal call is another one, though the host
    // may mean the same.
    if (payment.holder != 0) continue;
    const auto concluded = concluded_.find(payment.charge);
    if (concluded != concluded_.end() && concluded->second.answered) continue;
    Break(absl::StrFormat("the host was told that nothing was paid, and charge %s had left",
                          payment.charge));
  }
}

void Witness::CheckDenial(const std::string& server, const AuthorizeRequest& request,
                          const Decision& decision, const Standing& before) {
  if (std::find(kFull.begin(), kFull.end(), decision.reason) == kFull.end()) return;
  LedgerReader* reader = Reader();
  const auto rows = reader == nullptr ? absl::UnavailableError("") : reader->Log(0, 0);
  if (!rows.ok()) return;
  const auto denied = std::find_if(rows->rbegin(), rows->rend(), [&](const LogRow& row) {
    return row.server_id == request.call.server_id && row.reason == ReasonCode(decision.reason);
  });
  if (denied == rows->rend()) {
    Break(absl::StrFormat("a call was declined (%s) and there is no row",
                          ReasonCode(decision.reason)));
    return;
  }
  std::vector<Spent> spent;
  for (const LogRow& row : *rows) {
    if (!row.money || row.money == MoneyState::kReleased || row.sequence > denied->sequence)
      continue;
    const std::string of = (row.server_id == request.call.server_id ? server : row.server);
    spent.push_back({of + ":" + row.server_id, row.time, std::stoull(row.amount.ToAtomic()), true});
  }
  spent.push_back({server + ":" + request.call.server_id, denied->time,
                   std::stoull(denied->amount.ToAtomic()), true});
  const auto is_full = [&](const Rules& rules) {
    return !BrokenLimit(rules, spent, Reach::kWindowAndStep).empty();
  };
  if (std::none_of(rules_.begin() + static_cast<std::ptrdiff_t>(before.rules), rules_.end(),
                   is_full)) {
    Break(absl::StrFormat("%s was declined (%s) though there was room", denied->id,
                          ReasonCode(decision.reason)));
  }
}

}  // namespace tollpass::simulation
