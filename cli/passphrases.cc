#include "cli/passphrases.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/os/terminal.h"
#include "core/status.h"
#include "home/give_order.h"

namespace tollpass {
namespace {

constexpr size_t kMaxPassphrase = 1024;
constexpr size_t kMaxGiven = 4096;
constexpr int kTries = 3;
constexpr int kStandardInput = 0;

absl::Status NowhereToAsk(std::string_view of) {
  return absl::UnavailableError(absl::StrFormat(
      "the passphrase of %s is needed and there is no terminal to ask on; run this in a terminal, "
      "or give it with --passphrase-fd N or --passphrase-file FILE",
      of));
}

absl::StatusOr<LockedBytes> AskOnTerminal(const std::string& question) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes line, LockedBytes::Make(kMaxPassphrase));
  TOLLPASS_ASSIGN_OR_RETURN(const size_t size,
                            os::ReadTerminalLine(question, os::Echo::kHidden, line.writable()));
  return line.Copy(0, size);
}

bool Same(const LockedBytes& a, const LockedBytes& b) {
  return std::ranges::equal(a.readable(), b.readable());
}

absl::Status TooShort() {
  return absl::FailedPreconditionError(absl::StrFormat(
      "a passphrase has at least %d characters; several words are best", kMinPassphrase));
}

absl::StatusOr<size_t> ReadGiven(const CommandLine& line, LockedBytes& given) {
  if (line.passphrase_fd < 0) {
    return os::ReadSecretFile(line.passphrase_file, given.writable());
  }
  if (os::IsTerminal(line.passphrase_fd)) {
    return absl::InvalidArgumentError("--passphrase-fd: a terminal would show the passphrase");
  }
  absl::StatusOr<size_t> size = os::ReadSecretStream(line.passphrase_fd, given.writable());
  if (absl::IsUnavailable(size.status())) {
    return absl::InvalidArgumentError("--passphrase-fd: " + std::string(size.status().message()));
  }
  return size;
}

}  // namespace

void AddPassphraseFlags(CLI::App& command, CommandLine& line) {
  CLI::Option* fd = command.add_option("--passphrase-fd", line.passphrase_fd,
                                       "Read passphrases from this descriptor, one a line");
  fd->type_name("N")->check(CLI::NonNegativeNumber);
  command
      .add_option("--passphrase-file", line.passphrase_file,
                  "Read passphrases from this file of mode 0600, one a line")
      ->type_name("FILE")
      ->excludes(fd);
}

absl::StatusOr<Passphrases> Passphrases::From(const CommandLine& line) {
  Passphrases passphrases;
  if (line.passphrase_fd >= 0 || !line.passphrase_file.empty()) {
    TOLLPASS_ASSIGN_OR_RETURN(LockedBytes given, LockedBytes::Make(kMaxGiven));
    TOLLPASS_ASSIGN_OR_RETURN(passphrases.given_size_, ReadGiven(line, given));
    passphrases.given_ = std::move(given);
  }
  return passphrases;
}

bool Passphrases::on_terminal() const { return !given_ && os::IsTerminal(kStandardInput); }

absl::StatusOr<LockedBytes> Passphrases::NextLine(std::string_view of) {
  const std::span<const uint8_t> rest = given_->readable().subspan(used_, given_size_ - used_);
  const auto size = static_cast<size_t>(std::ranges::find(rest, '\n') - rest.begin());
  // A file that was made on another system may end its lines in CR LF; nobody types a CR.
  const size_t without_cr = size > 0 && rest[size - 1] == '\r' ? size - 1 : size;
  if (without_cr == 0) {
    return absl::UnavailableError(
        absl::StrFormat("the flags give no passphrase for %s: one line for each is needed", of));
  }
  absl::StatusOr<LockedBytes> line = given_->Copy(used_, without_cr);
  used_ += std::min(size + 1, rest.size());
  return line;
}

absl::StatusOr<LockedBytes> Passphrases::Ask(std::string_view of) {
  if (given_) {
    return NextLine(of);
  }
  return on_terminal() ? AskOnTerminal(absl::StrFormat("Passphrase of %s: ", of))
                       : NowhereToAsk(of);
}

absl::StatusOr<LockedBytes> Passphrases::AskNew(std::string_view of) {
  if (given_) {
    TOLLPASS_ASSIGN_OR_RETURN(LockedBytes line, NextLine(of));
    return line.size() < kMinPassphrase ? TooShort() : absl::StatusOr<LockedBytes>(std::move(line));
  }
  if (!on_terminal()) {
    return NowhereToAsk(of);
  }
  absl::Status refused = absl::OkStatus();
  for (int i = 0; i < kTries; ++i) {
    TOLLPASS_ASSIGN_OR_RETURN(
        LockedBytes first,
        AskOnTerminal(absl::StrFormat("New passphrase of %s (at least %d characters): ", of,
                                      kMinPassphrase)));
    if (first.size() < kMinPassphrase) {
      refused = TooShort();
    } else {
      TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes second, AskOnTerminal("The same again: "));
      if (Same(first, second)) {
        return first;
      }
      refused = absl::FailedPreconditionError("the two passphrases were not the same");
    }
    PrintMessage(std::string(refused.message()));
  }
  return refused;
}

absl::StatusOr<LockedBytes> AskHomePassphrase(Passphrases& passphrases, const Home& home) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes passphrase, passphrases.Ask("this home's keys"));
  TOLLPASS_RETURN_IF_ERROR(ApprovalKey::Open(home.KeysPath(), &passphrase).status());
  return passphrase;
}

absl::StatusOr<ApprovalKey> OpenApprovalKey(const CommandLine& line, const Home& home) {
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  return OpenApprovalKey(home, [&](std::string_view of) { return passphrases.Ask(of); });
}

}  // namespace tollpass
