#include "samples/paid_server/state_file.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass::samples {
namespace {

absl::StatusOr<std::vector<nlohmann::json>> ReadRecords(const std::string& path) {
  std::vector<nlohmann::json> records;
  std::ifstream in(path);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    nlohmann::json record = nlohmann::json::parse(line, nullptr, false);
    if (!record.is_object()) {
      return absl::DataLossError(absl::StrFormat(
          "%s, line %d: not a JSON object; remove the line or start with a new file", path,
          number));
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace

absl::StatusOr<StateFile> StateFile::Open(const std::string& path) {
  StateFile file;
  if (path.empty()) return file;
  TOLLPASS_ASSIGN_OR_RETURN(file.records_, ReadRecords(path));
  file.path_ = path;
  file.out_.open(path, std::ios::app);
  if (!file.out_) {
    return absl::UnavailableError(absl::StrFormat("%s: cannot be opened for writing", path));
  }
  return file;
}

absl::Status StateFile::Append(const nlohmann::json& record) {
  if (path_.empty()) return absl::OkStatus();
  if (!(out_ << record.dump() + "\n" << std::flush)) {
    return absl::UnavailableError(absl::StrFormat("%s: cannot be written", path_));
  }
  return absl::OkStatus();
}

}  // namespace tollpass::samples
