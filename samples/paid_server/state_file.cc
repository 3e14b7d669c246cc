#include "samples/paid_server/state_file.h"

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass::samples {
namespace {

absl::Status Unwritable(const std::string& path) {
  return absl::UnavailableError(absl::StrFormat("%s: cannot be written", path));
}

/// The whole lines of `text`, which are those of `path`.
absl::StatusOr<std::vector<nlohmann::json>> ReadRecords(const std::string& path,
                                                        std::string_view text) {
  std::vector<nlohmann::json> records;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    nlohmann::json record = nlohmann::json::parse(text.substr(0, end), nullptr, false);
    text.remove_prefix(end + 1);
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
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const size_t whole = text.rfind('\n') + 1;
  TOLLPASS_ASSIGN_OR_RETURN(file.records_,
                            ReadRecords(path, std::string_view(text).substr(0, whole)));
  if (whole < text.size()) {
    std::error_code failure;
    std::filesystem::resize_file(path, whole, failure);
    if (failure) return Unwritable(path);
  }
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
    return Unwritable(path_);
  }
  return absl::OkStatus();
}

}  // namespace tollpass::samples
