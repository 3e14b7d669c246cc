#include "interceptor/mcp/ids.h"

#include <charconv>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass {
namespace {

constexpr int64_t kFirst = 1'000'000'000;    // few hosts count so far
constexpr int64_t kLast = int64_t{1} << 53;  // the last integer that every reader holds exactly

std::optional<int64_t> Digits(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The counter inside an id that looks like a minted one.
std::optional<int64_t> CounterOf(const json::Value& id, std::string_view prefix) {
  if (id.type != json::Type::kString)
    return Digits(id.text.substr(0, id.text.find_first_of(".eE")));
  const std::optional<std::string> text = json::AsString(id);
  if (!text) return std::nullopt;
  std::string_view rest = *text;
  if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
  return Digits(rest);
}

}  // namespace

std::string IdKey(const json::Value& id) {
  if (id.type == json::Type::kString) {
    if (const std::optional<std::string> text = json::AsString(id)) return "s" + *text;
  }
  return absl::StrFormat("v%s", id.text);
}

std::string IdKey(std::string_view id) {
  const absl::StatusOr<json::Value> value = json::Parse(id, 1);
  return value.ok() ? IdKey(*value) : std::string();
}

// The leading letter: both official SDKs turn a string of digits into a number.
IdMint::IdMint(std::string prefix)
    : prefix_("t" + std::move(prefix) + "-"), first_(kFirst), next_(kFirst) {}

void IdMint::Seen(const json::Value& id) {
  const std::optional<int64_t> counter = CounterOf(id, prefix_);
  if (!counter || *counter < next_ || *counter >= kLast) return;
  if (first_ == next_) first_ = *counter + 1;
  next_ = *counter + 1;
}

std::string IdMint::Mint(json::Type host_type) {
  const int64_t counter = next_++;
  if (host_type == json::Type::kString) {
    return json::Quote(absl::StrFormat("%s%d", prefix_, counter));
  }
  return absl::StrFormat("%d", counter);
}

bool IdMint::IsMinted(const json::Value& id) const {
  const std::optional<int64_t> counter = CounterOf(id, prefix_);
  return counter && *counter >= first_ && *counter < next_;
}

}  // namespace tollpass
