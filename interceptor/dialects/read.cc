#include <utility>

#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/recognise.h"

namespace tollpass {
namespace {

Reading Ambiguous(const Dialect& first, bool paid) {
  if (paid) {
    Settlement settlement;
    settlement.refused = true;
    return settlement;
  }
  Challenge challenge;
  challenge.dialect = first.traits().name;
  challenge.defect = Reason::kAmbiguousChallenge;
  return challenge;
}

}  // namespace

Reading ReadAnswer(const Dialects& dialects, const Answer& answer, bool paid) {
  Reading reading;
  const Dialect* reader = nullptr;
  for (const auto& dialect : dialects) {
    Reading next = dialect->Read(answer, paid);
    if (std::holds_alternative<std::monostate>(next)) continue;
    if (reader != nullptr) return Ambiguous(*reader, paid);
    reader = dialect.get();
    reading = std::move(next);
  }
  return reading;
}

bool ContainsPayment(const Dialects& dialects, const json::Value& value) {
  return AnyInside(value, [&](const json::Value& inner) {
    for (const auto& dialect : dialects) {
      if (dialect->Recognises(inner)) return true;
    }
    return false;
  });
}

}  // namespace tollpass
