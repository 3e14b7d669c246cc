#include "tests/kit/record.h"

#include <random>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/status.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;

constexpr uint64_t kLeastPrice = 30'001;  // below the 0.04 USDC that docs/kit.md allows
constexpr uint64_t kPrices = 9'998;
constexpr size_t kGoodsDigits = 16;

Digest DigestOf(const Run& run, std::string_view what) {
  return Sha256(absl::StrFormat("%d\n%s", run.seed, what));
}

uint64_t NumberOf(const Run& run, std::string_view what) {
  const Digest digest = DigestOf(run, what);
  uint64_t number = 0;
  for (size_t i = 0; i < sizeof number; ++i) number = number << 8 | digest.at(i);
  return number;
}

}  // namespace

std::string Run::Price() const {
  return std::to_string(kLeastPrice + NumberOf(*this, "price") % kPrices);
}

std::string Run::Goods(std::string_view tool) const {
  const Digest digest = DigestOf(*this, absl::StrFormat("goods of %s", tool));
  return "goods-" + HexEncode(digest).substr(0, kGoodsDigits);
}

uint64_t Run::MarkerSeed(std::string_view tool) const {
  return NumberOf(*this, absl::StrFormat("markers of %s", tool));
}

absl::StatusOr<Record> Record::Open(const std::string& path) {
  Record record;
  const auto earlier = ReadRecord(path);
  if (!earlier.ok() && !absl::IsNotFound(earlier.status())) return earlier.status();
  record.out_.open(path, std::ios::app);
  if (!record.out_) {
    return absl::UnavailableError(absl::StrFormat("%s: cannot be opened for writing", path));
  }
  if (earlier.ok()) {
    record.run_ = RunOf(*earlier);
  } else {
    std::random_device random;
    record.run_.seed = uint64_t{random()} << 32 | random();
    record.Write({{"event", "run"}, {"seed", record.run_.seed}});
  }
  return record;
}

void Record::Asked(std::string_view tool, const json& arguments, std::string_view payment) {
  json event = {{"event", "asked"}, {"tool", tool}, {"arguments", arguments}};
  if (!payment.empty()) event["payment"] = payment;
  Write(event);
}

void Record::Told(std::string_view tool, std::string_view kind, const json& message) {
  Write({{"event", "told"}, {"tool", tool}, {"kind", kind}, {"message", message}});
}

void Record::Write(const json& event) { out_ << event.dump() + "\n" << std::flush; }

absl::StatusOr<std::vector<json>> ReadRecord(const std::string& path) {
  std::ifstream in(path);
  if (!in) return absl::NotFoundError(absl::StrFormat("%s: cannot be read", path));
  std::vector<json> events;
  for (std::string line; std::getline(in, line);) {
    events.push_back(json::parse(line, nullptr, false));
    if (!events.back().is_object()) {
      return absl::DataLossError(
          absl::StrFormat("%s: line %d is no JSON object", path, events.size()));
    }
  }
  if (events.empty() || !events.front().value("seed", json()).is_number_unsigned()) {
    return absl::DataLossError(
        absl::StrFormat("%s: the first line begins no run; it is not a record of the kit", path));
  }
  return events;
}

Run RunOf(const std::vector<json>& events) { return {events.front()["seed"].get<uint64_t>()}; }

}  // namespace tollpass::kit
