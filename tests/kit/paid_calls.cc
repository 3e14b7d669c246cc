#include "tests/kit/paid_calls.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_format.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;
using samples::StringMember;

/// How one tool was called.
struct Came {
  int calls = 0;  // without a payment: a host that made a call
  bool same_arguments = true;
  std::set<std::string> proofs;  // by their bytes
};

Came CallsOf(const Call& call, const std::vector<json>& events) {
  Came came;
  const json arguments = ArgumentsOf(call);
  for (const json& event : events) {
    if (StringMember(event, "event") != "asked" || StringMember(event, "tool") != call.tool) {
      continue;
    }
    if (event.value("arguments", json()) != arguments) came.same_arguments = false;
    const std::string payment = StringMember(event, "payment");
    if (payment.empty()) {
      ++came.calls;
    } else {
      came.proofs.insert(payment);
    }
  }
  return came;
}

/// How many of `proofs` moved money.
int Settled(const std::set<std::string>& proofs, const std::vector<json>& events) {
  return static_cast<int>(std::ranges::count_if(proofs, [&](const std::string& proof) {
    return std::ranges::any_of(events, [&](const json& event) {
      return StringMember(event, "event") == "settled" &&
             proof.find(StringMember(event, "signature")) != std::string::npos;
    });
  }));
}

}  // namespace

bool HasWholeRun(const std::vector<json>& events) {
  return std::ranges::all_of(
      Calls(), [&](const Call& call) { return CallsOf(call, events).calls >= TimesOf(call.fate); });
}

std::string PaymentFault(const Call& call, const std::vector<json>& events) {
  const Came came = CallsOf(call, events);
  if (came.calls == 0) return "the host never called it";
  if (!came.same_arguments) {
    return absl::StrFormat("it was called with other arguments than %s", ArgumentsOf(call).dump());
  }
  const size_t proofs = came.proofs.size();
  if (call.fate == Fate::kFree || call.fate == Fate::kDeclined) {
    return proofs == 0 ? "" : absl::StrFormat("it must not be paid, and %d payments came", proofs);
  }
  if (proofs == 0) return std::string(kNoPayment);
  if (proofs > 1) {
    return absl::StrFormat(
        "%d different proofs came for %d calls, and %d moved money: one call is paid once, and "
        "whatever is sent again is the same bytes; or this record holds more than one run",
        proofs, came.calls, Settled(came.proofs, events));
  }
  if (came.calls < TimesOf(call.fate)) {
    return "it was called once: call it again over a new connection";
  }
  return "";
}

}  // namespace tollpass::kit
