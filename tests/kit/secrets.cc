#include "tests/kit/secrets.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/amount.h"
#include "samples/paid_server/json_members.h"
#include "tests/kit/canaries.h"
#include "tests/kit/record.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;

constexpr size_t kShortestId = 12;
constexpr uint64_t kLeastMarker = 7'000'000'000;
constexpr int kDecimals = 6;  // of the asset that the kit is paid in

bool IsDigit(unsigned char c) { return std::isdigit(c) != 0; }

/// True for a text that has to be an id, an account, a digest or a signature: long, with digits. A
/// time is a number in digits and may be in any log.
bool IsTelling(std::string_view text) {
  if (text.find(kCanary) != std::string_view::npos) return true;
  if (text.size() < kShortestId || text.find(' ') != std::string_view::npos) return false;
  return std::ranges::any_of(text, IsDigit) && !std::ranges::all_of(text, IsDigit);
}

std::string Searched(std::string text) {
  if (text.starts_with("0x")) text.erase(0, 2);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

class Collector {
 public:
  explicit Collector(Secrets& secrets) : secrets_(secrets) {}

  void Take(const json& value, const std::string& kind) {
    if (value.is_string()) TakeText(value.get<std::string>(), kind);
    if (value.is_number_unsigned() && value >= kLeastMarker) Add(value.dump(), kind);
    for (const auto& item : value.items()) {
      if (value.is_structured()) Take(item.value(), kind);
      if (value.is_object() && item.key().starts_with(kCanary)) Add(item.key(), kind);
    }
  }

  void Add(const std::string& text, const std::string& kind) {
    secrets_.emplace(Searched(text), kind);
  }

 private:
  /// The marker of a sentence with one at its end, else the whole.
  void TakeText(const std::string& text, const std::string& kind) {
    const size_t marker = text.rfind(kCanary);
    if (IsTelling(text)) Add(marker == std::string::npos ? text : text.substr(marker), kind);
  }

  Secrets& secrets_;
};

}  // namespace

Secrets SecretsIn(const std::vector<json>& events) {
  Secrets secrets;
  Collector collector(secrets);
  for (const json& event : events) {
    const std::string kind = samples::StringMember(event, "kind");
    const std::string payment = samples::StringMember(event, "payment");
    if (!kind.empty()) collector.Take(event.value("message", json()), kind);
    if (!payment.empty()) collector.Take(json::parse(payment, nullptr, false), "payment");
  }
  const std::string price = RunOf(events).Price();
  for (const std::string& atomic : {price, price + "0"}) {
    collector.Add(atomic, "challenge");
    collector.Add(FormatDecimal(Amount::FromAtomic(atomic).value_or(Amount()), kDecimals),
                  "challenge");
  }
  return secrets;
}

}  // namespace tollpass::kit
