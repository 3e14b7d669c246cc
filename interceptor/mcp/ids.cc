#include "interceptor/mcp/ids.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/json/numbers.h"

namespace tollpass {
namespace {

constexpr int64_t kFirst = 1'000'000'000;          // few hosts count so far
constexpr int64_t kLast = (int64_t{1} << 53) - 1;  // the last that every reader holds exactly
constexpr int64_t kStride = 1'000'000;             // ahead of a host that counts after us
constexpr size_t kMaxSeenRanges = 1024;

std::optional<int64_t> Digits(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The counter inside an id that looks like a minted one.
std::optional<int64_t> CounterOf(const json::Value& id, std::string_view prefix) {
  if (id.type == json::Type::kNumber) {
    const std::optional<int64_t> plain = Digits(id.text);
    return plain ? plain : Digits(json::CanonicalNumber(id.text).value_or(""));
  }
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
  return std::string("v").append(id.text);
}

std::string IdKey(std::string_view id) {
  const absl::StatusOr<json::Value> value = json::Parse(id, 1);
  return value.ok() ? IdKey(*value) : std::string();
}

std::vector<std::string> SimilarIdKeys(const json::Value& id) {
  std::vector<std::string> keys = {IdKey(id)};
  const std::optional<int64_t> digits = CounterOf(id, "");
  if (!digits) return keys;
  for (const char* type : {"v", "s"}) {
    std::string key = absl::StrFormat("%s%d", type, *digits);
    if (key != keys.front()) keys.push_back(std::move(key));
  }
  return keys;
}

// The leading letter: both official SDKs turn a string of digits into a number.
IdMint::IdMint(std::string prefix) : prefix_("t" + std::move(prefix) + "-"), next_(kFirst) {}

void IdMint::Add(Ranges& ranges, int64_t number) {
  if (LastOfRange(ranges, number)) return;
  int64_t first = number;
  int64_t last = number;
  if (const auto after = ranges.find(number + 1); after != ranges.end()) {
    last = after->second;
    ranges.erase(after);
  }
  if (const auto next = ranges.lower_bound(number); next != ranges.begin()) {
    const auto before = std::prev(next);
    if (before->second == number - 1) first = before->first;
  }
  ranges[first] = last;
}

std::optional<int64_t> IdMint::LastOfRange(const Ranges& ranges, int64_t number) {
  const auto next = ranges.upper_bound(number);
  if (next == ranges.begin()) return std::nullopt;
  const int64_t last = std::prev(next)->second;
  return last >= number ? std::optional(last) : std::nullopt;
}

void IdMint::Seen(const json::Value& id) {
  const std::optional<int64_t> counter = CounterOf(id, prefix_);
  if (!counter || *counter < kFirst || *counter > kLast) return;
  if (LastOfRange(minted_, *counter)) next_ += kStride;
  Add(seen_, *counter);
  if (seen_.size() <= kMaxSeenRanges) return;
  // A host that leaves gaps everywhere: what is forgotten is passed over.
  next_ = std::max(next_, seen_.begin()->second + 1);
  seen_.erase(seen_.begin());
}

int64_t IdMint::Next() {
  for (;;) {
    if (next_ > kLast) next_ = kFirst;
    std::optional<int64_t> last = LastOfRange(seen_, next_);
    if (!last) last = LastOfRange(minted_, next_);
    if (!last) break;
    next_ = *last + 1;
  }
  Add(minted_, next_);
  return next_++;
}

std::string IdMint::Mint(json::Type host_type) {
  const int64_t counter = Next();
  if (host_type == json::Type::kString) {
    return json::Quote(absl::StrFormat("%s%d", prefix_, counter));
  }
  return absl::StrFormat("%d", counter);
}

bool IdMint::IsMinted(const json::Value& id) const {
  const std::optional<int64_t> counter = CounterOf(id, prefix_);
  return counter && LastOfRange(minted_, *counter);
}

}  // namespace tollpass
