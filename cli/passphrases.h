#ifndef TOLLPASS_CLI_PASSPHRASES_H_
#define TOLLPASS_CLI_PASSPHRASES_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/command_line.h"
#include "core/home.h"
#include "wallet/keys/key_ring.h"
#include "wallet/keys/locked_bytes.h"

namespace tollpass {

/// A new passphrase has at least as many bytes.
inline constexpr size_t kMinPassphrase = 12;

/// Adds --passphrase-fd and --passphrase-file to a command.
void AddPassphraseFlags(CLI::App& command, CommandLine& line);

/// Where the passphrases of one run come from: the terminal, or the lines of a descriptor or file
/// that the flags name, one for each question in its order. They are only ever in locked memory.
/// One thread.
class Passphrases {
 public:
  /// Reads descriptor or file. InvalidArgument: no such descriptor, or both flags; errors as
  /// os::ReadSecretFile.
  static absl::StatusOr<Passphrases> From(const CommandLine& line);

  /// Asks for a passphrase that exists; `of` says whose. Unavailable with the way out: nowhere to
  /// ask; Cancelled: the user gave none.
  absl::StatusOr<LockedBytes> Ask(std::string_view of);
  /// Asks for a new passphrase, on a terminal twice. FailedPrecondition: too short, or not the same
  /// twice, several times over.
  absl::StatusOr<LockedBytes> AskNew(std::string_view of);

  /// True if questions can be asked that no flag answers.
  [[nodiscard]] bool on_terminal() const;

 private:
  Passphrases() = default;
  absl::StatusOr<LockedBytes> NextLine(std::string_view of);

  std::optional<LockedBytes> given_;  // what the flags named
  size_t given_size_ = 0;
  size_t used_ = 0;  // bytes of given_
};

/// The approval key of `home`, after asking for its passphrase if it has one. Errors as
/// ApprovalKey::Open and Passphrases.
absl::StatusOr<ApprovalKey> OpenApprovalKey(const CommandLine& line, const Home& home);

/// Asks for the passphrase of `home` and proves it on the approval key.
absl::StatusOr<LockedBytes> AskHomePassphrase(Passphrases& passphrases, const Home& home);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_PASSPHRASES_H_
