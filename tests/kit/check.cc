#include "tests/kit/check.h"

#include <algorithm>
#include <array>
#include <map>

#include "absl/strings/str_format.h"
#include "interceptor/mcp/answers.h"
#include "samples/paid_server/json_members.h"
#include "tests/kit/calls.h"
#include "tests/kit/canaries.h"
#include "tests/kit/paid_calls.h"
#include "tests/kit/record.h"
#include "tests/kit/secrets.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;

constexpr std::array kKinds = {"challenge", "payment", "receipt", "price hint"};
constexpr size_t kExamples = 3;

Finding LookFor(const std::string& kind, const Secrets& secrets, const Transcript& seen) {
  size_t told = 0;
  std::vector<std::string> leaked;
  for (const auto& [secret, where] : secrets) {
    if (where != kind) continue;
    ++told;
    if (seen.HasWord(secret)) leaked.push_back(secret);
  }
  Finding finding{"the model and the words of a " + kind, leaked.empty(), ""};
  if (leaked.empty()) {
    finding.words = absl::StrFormat("none of %d was seen", told);
    return finding;
  }
  finding.words = absl::StrFormat("the model saw %d words of a %s:", leaked.size(), kind);
  // Of all words a marker says best where it came from.
  std::ranges::stable_partition(leaked,
                                [](const std::string& word) { return word.starts_with(kCanary); });
  leaked.resize(std::min(leaked.size(), kExamples));
  for (const std::string& secret : leaked) finding.words += " " + secret;
  return finding;
}

/// The first thing that is wrong with what the model saw of `call`; empty if nothing is.
/// `sentences` counts how often each sentence was due so far.
std::string SightFault(const Call& call, const Run& run, const Transcript& seen,
                       std::map<std::string_view, int>& sentences) {
  const std::string_view sentence = SentenceOf(call.fate);
  const bool has_goods = seen.Count(run.Goods(call.tool)) > 0;
  if (sentence.empty()) {
    if (has_goods) return "";
    return absl::StrFormat("what it delivered, %s, was not seen", run.Goods(call.tool));
  }
  if (has_goods) return "it delivered what was not paid for";
  const int due = ++sentences[sentence];
  if (seen.Count(sentence) >= due) return "";
  return absl::StrFormat("the sentence for it was not seen: %s", sentence);
}

std::string Praise(Fate fate) {
  switch (fate) {
    case Fate::kFree:
      return "passed as it is";
    case Fate::kPaid:
      return "paid once, and delivered";
    case Fate::kDeclined:
      return "not paid, and the model was told so";
    case Fate::kRefused:
      return "paid once, and the model was told that it failed";
    case Fate::kRepeated:
      return "paid once, repeated with the same bytes, and delivered";
    case Fate::kUnknown:
      return "paid once, never again, and the model was told that nobody knows";
  }
  return "";
}

}  // namespace

std::vector<Finding> Check(const std::vector<json>& events, const Transcript& seen) {
  const Run run = RunOf(events);
  const Secrets secrets = SecretsIn(events);
  std::vector<Finding> findings;
  std::map<std::string_view, int> sentences;
  for (const Call& call : Calls()) {
    std::string fault = PaymentFault(call, events);
    // Counted in any case, so that the next call is held to its own sentence.
    const std::string sight = SightFault(call, run, seen, sentences);
    if (fault == kNoPayment && seen.Count(HostAnswerText(HostAnswer::kNeedsApproval)) > 0) {
      fault +=
          ": the call asked for approval: was the server allowed? (tollpass allow, tollpass "
          "pending)";
    }
    if (fault.empty()) fault = sight;
    findings.push_back(
        {std::string(call.tool), fault.empty(), fault.empty() ? Praise(call.fate) : fault});
  }
  for (const char* kind : kKinds) findings.push_back(LookFor(kind, secrets, seen));
  return findings;
}

bool AllPassed(const std::vector<Finding>& findings) {
  return std::ranges::all_of(findings, &Finding::passed);
}

std::string ReportText(const std::vector<Finding>& findings, bool as_json) {
  if (as_json) {
    json list = json::array();
    for (const Finding& finding : findings) {
      list.push_back(
          {{"subject", finding.subject}, {"passed", finding.passed}, {"words", finding.words}});
    }
    return json{{"passed", AllPassed(findings)}, {"findings", list}}.dump() + "\n";
  }
  std::string text;
  for (const Finding& finding : findings) {
    text += absl::StrFormat("%s  %s: %s\n", finding.passed ? "ok  " : "FAIL", finding.subject,
                            finding.words);
  }
  const auto failed = std::ranges::count(findings, false, &Finding::passed);
  return text + absl::StrFormat("%d looked at, %d failed\n", findings.size(), failed);
}

}  // namespace tollpass::kit
