#include "wallet/keys/key_file.h"

#include <sodium.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr std::string_view kMagic = "tollpass-key 1";
constexpr size_t kMaxFileSize = 4096;
constexpr size_t kHexSize = 2 * kSecretSize;

std::string_view KindName(KeyKind kind) {
  return kind == KeyKind::kSecp256k1 ? "secp256k1" : "ed25519";
}

std::string_view StorageName(KeyStorage storage) {
  return storage == KeyStorage::kHot ? "hot" : "sealed";
}

std::string HeaderLine(const KeyHeader& header) {
  return absl::StrFormat("%s %s %s %s %s", kMagic, KindName(header.kind), header.family,
                         ClassName(header.network_class), StorageName(header.storage));
}

std::vector<std::string_view> Words(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const size_t space = line.find(' ');
    words.push_back(line.substr(0, space));
    if (space == std::string_view::npos) {
      return words;
    }
    line.remove_prefix(space + 1);
  }
}

bool IsFamily(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::optional<KeyHeader> ParseHeader(std::string_view line) {
  const std::vector<std::string_view> words = Words(line);
  if (words.size() != 6 || !IsFamily(words[3])) {
    return std::nullopt;
  }
  for (const KeyKind kind : {KeyKind::kSecp256k1, KeyKind::kEd25519}) {
    for (const NetworkClass network_class : {NetworkClass::kTest, NetworkClass::kMain}) {
      for (const KeyStorage storage : {KeyStorage::kHot, KeyStorage::kSealed}) {
        KeyHeader header{kind, std::string(words[3]), network_class, storage};
        if (HeaderLine(header) == line) {
          return header;
        }
      }
    }
  }
  return std::nullopt;
}

/// The bytes of a key file in locked memory, and where its parts are.
struct Content {
  LockedBytes bytes;
  KeyHeader header;
  std::string_view body;  // points into `bytes`; secret
};

absl::Status NotAKeyFile(const std::string& path) {
  return absl::DataLossError(absl::StrFormat(
      "%s: its first line is not that of a key file (\"%s KIND FAMILY CLASS hot\"); restore the "
      "file from your backup",
      path, kMagic));
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

absl::StatusOr<Content> ReadContent(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes bytes, LockedBytes::Make(kMaxFileSize));
  const absl::StatusOr<size_t> size = os::ReadSecretFile(path, bytes.writable());
  if (!size.ok()) {
    return ReadFailure(path, size.status());
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.writable().data()), *size);
  const size_t line_end = text.find('\n');
  if (line_end == std::string_view::npos) {
    return NotAKeyFile(path);
  }
  std::optional<KeyHeader> header = ParseHeader(text.substr(0, line_end));
  if (!header) {
    return NotAKeyFile(path);
  }
  return Content{std::move(bytes), *std::move(header), text.substr(line_end + 1)};
}

absl::Status DecodeBody(std::string_view body, LockedBytes& secret) {
  size_t decoded = 0;
  if (body.size() != kHexSize + 1 || body.back() != '\n' ||
      sodium_hex2bin(secret.writable().data(), secret.size(), body.data(), kHexSize, nullptr,
                     &decoded, nullptr) != 0 ||
      decoded != kSecretSize) {
    return absl::DataLossError(
        "its second line is not the 64 hex digits of a key; restore the file from your backup");
  }
  return absl::OkStatus();
}

}  // namespace

std::string KeyPath(std::string_view folder, const KeyHeader& header) {
  if (header.family == kApprovalFamily) {
    return absl::StrFormat("%s/%s.key", folder, header.family);
  }
  return absl::StrFormat("%s/%s.%s.key", folder, header.family, ClassName(header.network_class));
}

absl::StatusOr<KeyHeader> ReadKeyHeader(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(const Content content, ReadContent(path));
  return content.header;
}

absl::StatusOr<LockedBytes> ReadSecret(const std::string& path, const KeyHeader& expected) {
  TOLLPASS_ASSIGN_OR_RETURN(const Content content, ReadContent(path));
  if (content.header.storage == KeyStorage::kSealed) {
    return absl::UnavailableError(
        absl::StrFormat("%s: this key has a passphrase and is locked", path));
  }
  if (content.header != expected) {
    return absl::DataLossError(absl::StrFormat("%s: holds the key \"%s\", expected \"%s\"", path,
                                               HeaderLine(content.header), HeaderLine(expected)));
  }
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, LockedBytes::Make(kSecretSize));
  if (absl::Status decoded = DecodeBody(content.body, secret); !decoded.ok()) {
    return At(path, decoded);
  }
  return secret;
}

absl::Status WriteHotKey(const std::string& path, const KeyHeader& header, LockedBytes& secret) {
  const std::string line = HeaderLine(header) + "\n";
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes text, LockedBytes::Make(line.size() + kHexSize + 1));
  char* out = std::copy(line.begin(), line.end(), reinterpret_cast<char*>(text.writable().data()));
  // Writes a terminating zero where the last line feed goes.
  sodium_bin2hex(out, kHexSize + 1, secret.writable().data(), kSecretSize);
  out[kHexSize] = '\n';
  return os::CreateFile(path, text.writable(), 0600);
}

}  // namespace tollpass
