#ifndef TOLLPASS_SAMPLES_PAID_SERVER_STATE_FILE_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_STATE_FILE_H_

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tollpass::samples {

/// Records that survive the end of this process: one JSON object a line, only ever added to.
/// Without a path nothing is kept. One process at a time; not thread-safe.
class StateFile {
 public:
  /// Reads what `path` holds; a missing file is an empty one. A last line without an end is cut
  /// off: its writer was killed before anybody was told of it. Unavailable: cannot be read or
  /// written. DataLoss: a line is no JSON object (with its number).
  static absl::StatusOr<StateFile> Open(const std::string& path);

  /// What was there when it was opened.
  [[nodiscard]] const std::vector<nlohmann::json>& records() const { return records_; }

  /// Hands `record` to the operating system before it returns. Unavailable: could not.
  absl::Status Append(const nlohmann::json& record);

 private:
  std::string path_;
  std::ofstream out_;
  std::vector<nlohmann::json> records_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_STATE_FILE_H_
