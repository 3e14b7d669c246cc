#include "wallet/keys/key_file.h"

#include <sodium.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {
namespace {

constexpr size_t kMaxFileSize = 4096;
constexpr size_t kHexSize = 2 * kSecretSize;
constexpr size_t kMaxAccountSize = 128;
constexpr unsigned kOwnerOnly = 0600;
constexpr std::string_view kAccountWord = "account ";

/// A key file in locked memory, and where its parts are.
struct Content {
  LockedBytes bytes;
  PublicPart facts;
  std::string_view text;  // the whole file; points into `bytes`
  std::string_view body;  // behind the header; of a hot key the secret
};

absl::Status NotAKeyFile(const std::string& path) {
  return absl::DataLossError(
      absl::StrFormat("%s: its first line is not that of a key file (\"tollpass-key 1 KIND FAMILY "
                      "CLASS hot\"); restore the file from your backup",
                      path));
}

absl::Status ReadFailure(const std::string& path, const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kFailedPrecondition:
      return absl::PermissionDeniedError(std::string(status.message()));
    case absl::StatusCode::kResourceExhausted:
      return NotAKeyFile(path);
    default:
      return status;
  }
}

/// The account that the head of a sealed file names.
absl::StatusOr<std::string> AccountInHead(std::string_view head) {
  std::string_view line = head.substr(head.find('\n') + 1);
  const bool visible = std::all_of(line.begin(), line.end(),
                                   [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
  if (!visible || !line.starts_with(kAccountWord) || line.find('\n') != line.size() - 1 ||
      line.size() > kAccountWord.size() + kMaxAccountSize) {
    return absl::DataLossError(
        "its second line does not name an account; restore the file from your backup");
  }
  line.remove_prefix(kAccountWord.size());
  line.remove_suffix(1);
  return std::string(line);
}

absl::StatusOr<Content> ReadContent(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes bytes, LockedBytes::Make(kMaxFileSize));
  const absl::StatusOr<size_t> size = os::ReadSecretFile(path, bytes.writable());
  if (!size.ok()) {
    return ReadFailure(path, size.status());
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.readable().data()), *size);
  const size_t line_end = text.find('\n');
  if (line_end == std::string_view::npos) {
    return NotAKeyFile(path);
  }
  std::optional<KeyHeader> header = ParseHeaderLine(text.substr(0, line_end));
  if (!header) {
    return NotAKeyFile(path);
  }
  Content content{std::move(bytes), {*std::move(header), ""}, text, text.substr(line_end + 1)};
  if (content.facts.header.storage == KeyStorage::kSealed) {
    const absl::StatusOr<std::string_view> head = HeadOf(text);
    absl::StatusOr<std::string> account = head.ok() ? AccountInHead(*head) : head.status();
    if (!account.ok()) {
      return At(path, account.status());
    }
    content.facts.account = *std::move(account);
  }
  return content;
}

absl::Status RequireUse(const std::string& path, const KeyHeader& found,
                        const KeyHeader& expected) {
  if (SameUse(found, expected)) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrFormat("%s: holds the key \"%s\", expected \"%s\"", path,
                                             HeaderLine(found), HeaderLine(expected)));
}

absl::StatusOr<LockedBytes> DecodeHotBody(std::string_view body) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, LockedBytes::Make(kSecretSize));
  size_t decoded = 0;
  if (body.size() != kHexSize + 1 || body.back() != '\n' ||
      sodium_hex2bin(secret.writable().data(), secret.size(), body.data(), kHexSize, nullptr,
                     &decoded, nullptr) != 0 ||
      decoded != kSecretSize) {
    return absl::DataLossError(
        "its second line is not the 64 hex digits of a key; restore the file from your backup");
  }
  return secret;
}

absl::StatusOr<LockedBytes> OpenSealed(const Content& content, const LockedBytes& passphrase) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, OpenText(content.text, passphrase));
  if (secret.size() != kSecretSize) {
    return absl::DataLossError("what is sealed in it is no key; restore the file from your backup");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::string account, AccountOf(content.facts.header, secret));
  if (account != content.facts.account) {
    return absl::DataLossError("the key that is sealed in it is not that of its account");
  }
  return secret;
}

/// `line` and `rest` as one text in locked memory.
absl::StatusOr<LockedBytes> Locked(std::string_view text) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes locked, LockedBytes::Make(text.size()));
  std::copy(text.begin(), text.end(), locked.writable().begin());
  return locked;
}

}  // namespace

absl::StatusOr<PublicPart> ReadPublicPart(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(const Content content, ReadContent(path));
  return content.facts;
}

absl::StatusOr<LockedBytes> ReadSecret(const std::string& path, const KeyHeader& expected) {
  TOLLPASS_ASSIGN_OR_RETURN(const Content content, ReadContent(path));
  TOLLPASS_RETURN_IF_ERROR(RequireUse(path, content.facts.header, expected));
  if (content.facts.header.storage == KeyStorage::kSealed) {
    return absl::UnavailableError(
        absl::StrFormat("%s: this key has a passphrase and is locked", path));
  }
  absl::StatusOr<LockedBytes> secret = DecodeHotBody(content.body);
  return secret.ok() ? std::move(secret) : At(path, secret.status());
}

absl::StatusOr<LockedBytes> OpenSecret(const std::string& path, const KeyHeader& expected,
                                       const LockedBytes& passphrase) {
  TOLLPASS_ASSIGN_OR_RETURN(const Content content, ReadContent(path));
  TOLLPASS_RETURN_IF_ERROR(RequireUse(path, content.facts.header, expected));
  absl::StatusOr<LockedBytes> secret = content.facts.header.storage == KeyStorage::kSealed
                                           ? OpenSealed(content, passphrase)
                                           : DecodeHotBody(content.body);
  return secret.ok() ? std::move(secret) : At(path, secret.status());
}

absl::StatusOr<LockedBytes> HotKeyText(const KeyHeader& header, const LockedBytes& secret) {
  const std::string line = HeaderLine(header) + "\n";
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes text, LockedBytes::Make(line.size() + kHexSize + 1));
  char* out = std::copy(line.begin(), line.end(), reinterpret_cast<char*>(text.writable().data()));
  // Writes a terminating zero where the last line feed goes.
  sodium_bin2hex(out, kHexSize + 1, secret.readable().data(), kSecretSize);
  out[kHexSize] = '\n';
  return text;
}

absl::StatusOr<LockedBytes> SealedKeyText(const KeyHeader& header, const LockedBytes& secret,
                                          const Sealing& sealing, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string account, AccountOf(header, secret));
  const std::string head = absl::StrFormat("%s\n%s%s\n", HeaderLine(header), kAccountWord, account);
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, SealText(head, secret, sealing, random));
  return Locked(text);
}

absl::Status CreateKeyFile(const std::string& path, const LockedBytes& text) {
  return os::CreateFile(path, text.readable(), kOwnerOnly);
}

absl::Status ReplaceKeyFile(const std::string& path, const LockedBytes& text) {
  return os::WriteFile(path, {reinterpret_cast<const char*>(text.readable().data()), text.size()},
                       kOwnerOnly);
}

absl::Status WriteHotKey(const std::string& path, const KeyHeader& header,
                         const LockedBytes& secret) {
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes text, HotKeyText(header, secret));
  return CreateKeyFile(path, text);
}

}  // namespace tollpass
