#include "wallet/kernel/policy_file.h"

#include <utility>

#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {

PolicyFile::PolicyFile(std::string path) : path_(std::move(path)) {}

absl::StatusOr<const Policy*> PolicyFile::Read() {
  TOLLPASS_ASSIGN_OR_RETURN(std::string bytes, os::ReadOwnedFile(path_, kMaxPolicyBytes));
  if (!parsed_ || bytes != bytes_) {
    bytes_ = std::move(bytes);
    parsed_.emplace(Policy::Parse(bytes_, path_));
  }
  TOLLPASS_RETURN_IF_ERROR(parsed_->status());
  return &**parsed_;
}

}  // namespace tollpass
