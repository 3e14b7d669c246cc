#include "home/policy_replay.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/asset.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/json_rows.h"
#include "home/money_text.h"
#include "mandates/over_price.h"
#include "wallet/kernel/judge_offers.h"
#include "wallet/kernel/refusal.h"

namespace tollpass {
namespace {

constexpr int64_t kPage = 1000;
constexpr std::string_view kMandate = "replay";

/// The sums of limits, as a ledger would keep them.
class Sums {
 public:
  [[nodiscard]] std::optional<Limit> FirstFull(const std::vector<Limit>& limits) const {
    for (const Limit& limit : limits) {
      const std::optional<Amount> sum = SumOf(limit).Plus(limit.amount);
      if (!sum || *sum > limit.maximum) {
        return limit;
      }
    }
    return std::nullopt;
  }

  void Add(const std::vector<Limit>& limits) {
    for (const Limit& limit : limits) {
      if (limit.window != WindowKind::kCall) {
        Amount& sum = buckets_[KeyOf(limit)][limit.bucket];
        sum = sum.Plus(limit.amount).value_or(sum);
      }
    }
  }

 private:
  using Key = std::tuple<std::string, std::string, WindowKind, int64_t>;

  static Key KeyOf(const Limit& limit) {
    return {limit.counter, limit.unit, limit.window, limit.seconds};
  }

  [[nodiscard]] Amount SumOf(const Limit& limit) const {
    Amount sum;
    const auto found = buckets_.find(KeyOf(limit));
    if (found == buckets_.end() || limit.window == WindowKind::kCall) {
      return sum;
    }
    for (auto bucket = found->second.lower_bound(limit.from); bucket != found->second.end();
         ++bucket) {
      sum = sum.Plus(bucket->second).value_or(limit.maximum);
    }
    return sum;
  }

  std::map<Key, std::map<int64_t, Amount>> buckets_;
};

/// What a ledger would remember of one tool.
struct ToolHistory {
  std::map<std::string, Amount> prices;  // by AssetKey
  std::map<Amount, int64_t> refused;     // when last
  int64_t undelivered = 0;
};

class Replayer {
 public:
  Replayer(const Policy& policy, LedgerReader& reader, std::vector<PinRow> pins)
      : policy_(policy), reader_(reader), later_pins_(std::move(pins)) {
    std::ranges::sort(later_pins_, std::ranges::greater(), &PinRow::since);
    for (const ServerSection& server : policy.servers()) {
      if (absl::StatusOr<MandateTerms> terms = policy.MandateFor(server.name); terms.ok()) {
        terms->id = kMandate;
        terms->not_after = std::numeric_limits<int64_t>::max();
        mandates_.emplace(server.identity, *std::move(terms));
      }
    }
  }

  absl::StatusOr<Verdict> Decide(const LogRow& row);
  /// Takes from an earlier row only whom the user agreed to pay.
  absl::Status Pass(const LogRow& row);

 private:
  Facts FactsFor(const LogRow& row);
  /// The answer by which the call was paid; std::nullopt if none was.
  absl::StatusOr<std::optional<Approval>> AnswerThen(const LogRow& row);
  absl::StatusOr<WeighedVerdict> Judge(const LogRow& row, const Facts& facts);
  void Pin(const LogRow& row);
  void Remember(const LogRow& row, const WeighedVerdict& weighed);

  const Policy& policy_;
  LedgerReader& reader_;
  std::vector<PinRow> later_pins_;                                  // newest first
  std::map<std::string, std::map<std::string, std::string>> pins_;  // by server, then network
  std::map<std::string, MandateTerms> mandates_;
  Sums sums_;
  std::map<std::pair<std::string, std::string>, ToolHistory> tools_;
};

Call CallOf(const LogRow& row) {
  Call call;
  call.server_id = row.server_id;
  call.principal = row.principal;
  call.method = "tools/call";
  call.tool = row.tool;
  return call;
}

Terms TermsOf(const LogRow& row) {
  Terms terms;
  terms.scheme = row.scheme;
  terms.network = row.network;
  terms.asset = *row.asset;
  terms.charge = row.amount;
  terms.payee = row.payee;
  terms.payer = row.payer;
  terms.timeout_seconds = 1;
  return terms;
}

Facts Replayer::FactsFor(const LogRow& row) {
  // A pin of the same second may come from the answer to this very call, which is given below.
  for (; !later_pins_.empty() && later_pins_.back().since < row.time; later_pins_.pop_back()) {
    const PinRow& pin = later_pins_.back();
    pins_[pin.server_id][pin.payee.substr(0, pin.payee.find('/'))] = pin.payee;
  }
  Facts facts;
  for (const auto& [network, payee] : pins_[row.server_id]) {
    facts.pinned_payees.push_back(payee);
  }
  if (const auto found = mandates_.find(row.server_id); found != mandates_.end()) {
    facts.mandates = {found->second};
    facts.mandates.front().wallet_keys = {row.payer};
  }
  const ToolHistory& tool = tools_[{row.server_id, row.tool}];
  for (const auto& [asset, price] : tool.prices) {
    facts.last_prices.push_back({asset, price});
  }
  facts.undelivered = tool.undelivered;
  for (const auto& [price, time] : tool.refused) {
    facts.refused_prices += time > row.time - kRefusedPriceSeconds ? 1 : 0;
  }
  return facts;
}

void Replayer::Remember(const LogRow& row, const WeighedVerdict& weighed) {
  const Verdict& verdict = weighed.verdict;
  ToolHistory& tool = tools_[{row.server_id, row.tool}];
  const std::string asset = AssetKey(row.network, row.asset->id);
  if (verdict.kind == VerdictKind::kDeny) {
    if (!policy_.observes() && weighed.tells_of_limit) {
      tool.refused[row.amount] = row.time;
    }
    return;
  }
  if (verdict.kind != VerdictKind::kPay) {
    return;
  }
  sums_.Add(verdict.limits);
  if (verdict.pins_payee) {
    Pin(row);
  }
  tool.prices[asset] = row.amount;
  if (row.call == CallState::kOpen) {
    ++tool.undelivered;
  } else if (row.call == CallState::kAnswered) {
    tool.undelivered = 0;
  }
}

void Replayer::Pin(const LogRow& row) {
  pins_[row.server_id][row.network] = AssetKey(row.network, row.payee);
}

absl::StatusOr<std::optional<Approval>> Replayer::AnswerThen(const LogRow& row) {
  if (row.verdict != VerdictKind::kPay || row.approval.empty()) {
    return std::nullopt;
  }
  TOLLPASS_ASSIGN_OR_RETURN(Approval answer, reader_.FindApproval(row.approval));
  return answer;
}

absl::StatusOr<WeighedVerdict> Replayer::Judge(const LogRow& row, const Facts& facts) {
  return DecideWithinLimits(
      policy_, CallOf(row), TermsOf(row), facts, row.time,
      [&](const std::vector<Limit>& limits) -> absl::StatusOr<std::optional<Limit>> {
        return sums_.FirstFull(limits);
      });
}

absl::StatusOr<Verdict> Replayer::Decide(const LogRow& row) {
  Facts facts = FactsFor(row);
  TOLLPASS_ASSIGN_OR_RETURN(WeighedVerdict weighed, Judge(row, facts));
  Verdict& verdict = weighed.verdict;
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Approval> then, AnswerThen(row));
  if (then && verdict.kind != VerdictKind::kPay) {
    // The same answer, as if the question had been asked under this file.
    Approval answer = ApprovalFor(CallOf(row), TermsOf(row));
    answer.reason = then->reason;
    answer.also = then->also;
    answer.section_digest = verdict.section_digest;
    answer.ceiling = then->ceiling;
    answer.expires_at = std::numeric_limits<int64_t>::max();
    answer.state = ApprovalState::kGranted;
    facts.approvals = {std::move(answer)};
    TOLLPASS_ASSIGN_OR_RETURN(weighed, Judge(row, facts));
  }
  if (policy_.observes()) {
    verdict = Observed(std::move(verdict));
  }
  Remember(row, weighed);
  // Whom the user agreed to pay stays so, whatever this file makes of the call.
  TOLLPASS_RETURN_IF_ERROR(Pass(row));
  return std::move(verdict);
}

absl::Status Replayer::Pass(const LogRow& row) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Approval> then, AnswerThen(row));
  const std::string_view pins = ReasonCode(Reason::kPayeeNew);
  if (then && (then->reason == pins || then->also == pins)) {
    Pin(row);
  }
  return absl::OkStatus();
}

/// Who allowed a payment is no difference.
bool Differs(const LogRow& row, const Verdict& verdict) {
  const bool paid = row.verdict == VerdictKind::kPay && verdict.kind == VerdictKind::kPay;
  return !paid && (row.verdict != verdict.kind || row.reason != ReasonCode(verdict.reason));
}

}  // namespace

absl::StatusOr<Replay> ReplayPolicy(const Policy& policy, LedgerReader& reader, int64_t since) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<PinRow> pins, reader.Pins());
  Replayer replayer(policy, reader, pins);
  Replay replay;
  int64_t after = 0;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(std::vector<LogRow> rows, reader.Page(after, kPage));
    if (rows.empty()) {
      return replay;
    }
    after = rows.back().sequence;
    for (LogRow& row : rows) {
      if (row.time < since) {
        TOLLPASS_RETURN_IF_ERROR(replayer.Pass(row));
        continue;
      }
      if (row.scheme.empty() || !row.asset) {
        ++replay.unreadable;
        continue;
      }
      ++replay.calls;
      TOLLPASS_ASSIGN_OR_RETURN(Verdict verdict, replayer.Decide(row));
      if (Differs(row, verdict)) {
        replay.differing.push_back({std::move(row), std::move(verdict)});
      }
    }
  }
}

std::vector<std::string> NotKnownToAReplay() {
  return {
      "what servers said about their tools then (tool_changed), and which calls repeated one whose "
      "payment may have settled (outcome_unknown)",
      "what you would have answered to questions that were not asked then",
      "offers besides the one that was chosen",
      "what hosts and servers would have done after another answer",
  };
}

std::string ReplayedCallLine(const ReplayedCall& call) {
  const LogRow& row = call.row;
  return absl::StrFormat(
      "%s  %s  %s %s  %s  was %s %s, would be %s %s%s%s", row.id, FormatTime(row.time),
      Printable(row.server.empty() ? row.server_id : row.server), Printable(row.tool),
      FormatMoney(row.amount, *row.asset), VerdictName(row.verdict), row.reason,
      VerdictName(call.verdict.kind), ReasonCode(call.verdict.reason),
      call.verdict.section.empty() ? "" : " in ", Printable(call.verdict.section));
}

std::string ReplayJson(const Replay& replay) {
  std::vector<std::string> rows;
  for (const auto& [row, verdict] : replay.differing) {
    rows.push_back(json::ObjectWriter()
                       .String("id", row.id)
                       .String("time", FormatTime(row.time))
                       .Raw("server", TextOrNull(row.server))
                       .String("tool", row.tool)
                       .Raw("amount", MoneyJson(row.amount, &*row.asset, row.asset->id))
                       .String("was_verdict", VerdictName(row.verdict))
                       .String("was_reason", row.reason)
                       .String("verdict", VerdictName(verdict.kind))
                       .String("reason", ReasonCode(verdict.reason))
                       .Raw("section", TextOrNull(verdict.section))
                       .Done());
  }
  return json::ObjectWriter()
      .Integer("calls", replay.calls)
      .Integer("unreadable", replay.unreadable)
      .Raw("differing", json::Array(rows))
      .Raw("not_known", StringsJson(NotKnownToAReplay()))
      .Done();
}

}  // namespace tollpass
