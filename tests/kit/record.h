#ifndef TOLLPASS_TESTS_KIT_RECORD_H_
#define TOLLPASS_TESTS_KIT_RECORD_H_

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace tollpass::kit {

/// All that is random in a run of the kit, and the same for every process that serves it.
struct Run {
  uint64_t seed = 0;

  /// Price of a paid call, in atomic units: five digits.
  [[nodiscard]] std::string Price() const;
  /// What `tool` delivers: a text that nobody can know before.
  [[nodiscard]] std::string Goods(std::string_view tool) const;
  /// The seed of the markers in what `tool` asks.
  [[nodiscard]] uint64_t MarkerSeed(std::string_view tool) const;
};

/// What the kit's server was asked and what it told, one JSON object a line. Beside the events of
/// samples/paid_server/payment_log.h:
///   run    seed: the first line
///   asked  tool, arguments, and payment (its bytes as they came) where there was one
///   told   tool, kind ("challenge", "receipt" or "price hint"), message
/// Not thread-safe.
class Record {
 public:
  /// Goes on with the run that `path` tells of, or begins one. Unavailable: cannot be written;
  /// DataLoss: as ReadRecord.
  static absl::StatusOr<Record> Open(const std::string& path);

  [[nodiscard]] const Run& run() const { return run_; }
  void Asked(std::string_view tool, const nlohmann::json& arguments, std::string_view payment);
  void Told(std::string_view tool, std::string_view kind, const nlohmann::json& message);

 private:
  void Write(const nlohmann::json& event);

  Run run_;
  std::ofstream out_;
};

/// The events of a record. NotFound: no such file; DataLoss: a line is no JSON object, or the
/// first one does not begin a run.
absl::StatusOr<std::vector<nlohmann::json>> ReadRecord(const std::string& path);

/// The run that `events` tell of.
Run RunOf(const std::vector<nlohmann::json>& events);

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_RECORD_H_
