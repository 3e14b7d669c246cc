#include "tests/kit/calls.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "absl/strings/str_format.h"
#include "interceptor/mcp/answers.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;

constexpr std::array kCalls = {
    Call{"look", Fate::kFree, "costs nothing"},
    Call{"fetch", Fate::kPaid, "asks for money by x402 version 2"},
    Call{"fetch_text", Fate::kPaid, "asks by x402 version 2, in the text alone"},
    Call{"fetch_old", Fate::kPaid, "asks by x402 version 1"},
    Call{"fetch_quote", Fate::kPaid, "asks by a signed quote"},
    Call{"fetch_dear", Fate::kDeclined, "asks for ten times as much"},
    Call{"fetch_strange", Fate::kDeclined, "asks to be paid in a way that nobody knows"},
    Call{"fetch_refused", Fate::kRefused, "takes the payment and says that it failed"},
    Call{"fetch_lost", Fate::kRepeated, "takes the payment and does not answer the first time"},
    Call{"fetch_crash", Fate::kUnknown, "takes the payment and dies"},
};

std::string_view WhatToSee(Fate fate) {
  switch (fate) {
    case Fate::kFree:
    case Fate::kPaid:
      return "the goods";
    case Fate::kRepeated:
      return "no answer; give up after some seconds, as your host does, and go on";
    case Fate::kDeclined:
    case Fate::kRefused:
    case Fate::kUnknown:
      return SentenceOf(fate);
  }
  return "";
}

std::string_view WhatToSeeAgain(Fate fate) {
  return fate == Fate::kRepeated ? "the goods" : "any sentence without the goods";
}

json CallsJson() {
  json document = json::array();
  for (const Connection& connection : Connections()) {
    json calls = json::array();
    for (const Call& call : connection.calls) {
      calls.push_back({{"tool", call.tool}, {"arguments", ArgumentsOf(call)}});
    }
    document.push_back({{"calls", calls}});
  }
  return document;
}

}  // namespace

std::span<const Call> Calls() { return kCalls; }

json ArgumentsOf(const Call& call) { return {{"item", call.tool}}; }

std::string_view SentenceOf(Fate fate) {
  switch (fate) {
    case Fate::kDeclined:
      return HostAnswerText(HostAnswer::kDeclined);
    case Fate::kRefused:
      return HostAnswerText(HostAnswer::kFailed);
    case Fate::kUnknown:
      return HostAnswerText(HostAnswer::kOutcomeUnknown);
    case Fate::kFree:
    case Fate::kPaid:
    case Fate::kRepeated:
      return "";
  }
  return "";
}

int TimesOf(Fate fate) { return fate == Fate::kRepeated || fate == Fate::kUnknown ? 2 : 1; }

std::vector<Connection> Connections() {
  std::vector<Connection> connections(2);
  connections[0].calls.assign(kCalls.begin(), kCalls.end());
  std::ranges::copy_if(kCalls, std::back_inserter(connections[1].calls),
                       [](const Call& call) { return TimesOf(call.fate) == 2; });
  return connections;
}

std::string CallsText(bool as_json) {
  if (as_json) return CallsJson().dump() + "\n";
  std::string text = "Each connection: start the server through your host, list the tools, call.\n";
  int number = 0;
  for (const Connection& connection : Connections()) {
    text += absl::StrFormat("\nConnection %d\n", ++number);
    for (const Call& call : connection.calls) {
      const auto see = number == 1 ? WhatToSee(call.fate) : WhatToSeeAgain(call.fate);
      text += absl::StrFormat("  %-13s %s\n    this tool %s\n    the model sees: %s\n", call.tool,
                              ArgumentsOf(call).dump(), call.story, see);
    }
  }
  return text;
}

}  // namespace tollpass::kit
