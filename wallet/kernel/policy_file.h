#ifndef TOLLPASS_WALLET_KERNEL_POLICY_FILE_H_
#define TOLLPASS_WALLET_KERNEL_POLICY_FILE_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/os/file.h"
#include "policy/policy.h"

namespace tollpass {

/// The text of the policy file at `path`. NotFound, with the way out: no file; FailedPrecondition:
/// others could have written it; others as os::ReadOwnedFile.
absl::StatusOr<std::string> ReadPolicyText(const std::string& path);

/// The policy file of a home, as it is now. It is read whenever somebody asks, so that an edit
/// holds from the next decision on, and parsed only when its bytes changed. One thread.
class PolicyFile {
 public:
  explicit PolicyFile(std::string path);

  /// The policy; good until the next Read. InvalidArgument: errors in it; others as ReadPolicyText.
  absl::StatusOr<const Policy*> Read();
  /// The same for what decides over no payment: read only where the file's stamp has changed.
  absl::StatusOr<const Policy*> Glance();

 private:
  /// What bytes_ say, which were read.
  [[nodiscard]] absl::StatusOr<const Policy*> Parsed() const;

  std::string path_;
  std::string bytes_;
  std::optional<absl::StatusOr<Policy>> parsed_;  // of bytes_
  std::optional<os::FileStamp> stamp_;            // of the file with bytes_, if it is settled
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_POLICY_FILE_H_
