#include "wallet/keys/key_header.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_format.h"

namespace tollpass {
namespace {

constexpr std::string_view kMagic = "tollpass-key 1";

std::string_view KindName(KeyKind kind) {
  return kind == KeyKind::kSecp256k1 ? "secp256k1" : "ed25519";
}

std::string_view StorageName(KeyStorage storage) {
  return storage == KeyStorage::kHot ? "hot" : "sealed";
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

}  // namespace

std::string HeaderLine(const KeyHeader& header) {
  return absl::StrFormat("%s %s %s %s %s", kMagic, KindName(header.kind), header.family,
                         ClassName(header.network_class), StorageName(header.storage));
}

std::optional<KeyHeader> ParseHeaderLine(std::string_view line) {
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

bool SameUse(const KeyHeader& a, const KeyHeader& b) {
  return a.kind == b.kind && a.family == b.family && a.network_class == b.network_class;
}

std::string KeyPath(std::string_view folder, const KeyHeader& header) {
  if (header.family == kApprovalFamily) {
    return absl::StrFormat("%s/%s.key", folder, header.family);
  }
  return absl::StrFormat("%s/%s.%s.key", folder, header.family, ClassName(header.network_class));
}

}  // namespace tollpass
