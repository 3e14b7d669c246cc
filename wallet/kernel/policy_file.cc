#include "wallet/kernel/policy_file.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {

absl::StatusOr<std::string> ReadPolicyText(const std::string& path) {
  absl::StatusOr<std::string> text = os::ReadOwnedFile(path, kMaxPolicyBytes);
  if (absl::IsNotFound(text.status())) {
    return absl::NotFoundError(
        absl::StrFormat("there is no policy file at %s; %s", path, NewPolicyAdvice(path)));
  }
  return text;
}

PolicyFile::PolicyFile(std::string path) : path_(std::move(path)) {}

absl::StatusOr<const Policy*> PolicyFile::Glance() {
  const std::optional<os::FileStamp> stamp = os::StampOf(path_);
  if (parsed_ && stamp && stamp == stamp_) {
    return Parsed();
  }
  const bool settled = stamp && stamp->IsSettled(SystemClock().UnixMillis());
  const absl::StatusOr<const Policy*> read = Read();
  stamp_ = settled && read.ok() ? stamp : std::nullopt;
  return read;
}

absl::StatusOr<const Policy*> PolicyFile::Read() {
  TOLLPASS_ASSIGN_OR_RETURN(std::string bytes, ReadPolicyText(path_));
  if (!parsed_ || bytes != bytes_) {
    bytes_ = std::move(bytes);
    parsed_.emplace(Policy::Parse(bytes_, path_));
  }
  return Parsed();
}

absl::StatusOr<const Policy*> PolicyFile::Parsed() const {
  TOLLPASS_RETURN_IF_ERROR(parsed_->status());
  return &**parsed_;
}

}  // namespace tollpass
