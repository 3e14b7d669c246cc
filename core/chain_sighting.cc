#include "core/chain_sighting.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/strings/str_format.h"
#include "core/hash.h"

namespace tollpass {
namespace {

constexpr size_t kDigestDigits = 32;

std::string_view OriginIn(std::string_view url) {
  const size_t authority = url.find("://");
  if (authority == std::string_view::npos) return url.substr(0, 0);
  return url.substr(0, url.find_first_of("/?#", authority + 3));
}

}  // namespace

std::string ChainSourceName(const ChainSection& section) {
  if (section.host) return section.network + " host";
  if (!section.file.empty()) return absl::StrFormat("%s file %s", section.network, section.file);
  const std::array<std::string_view, 1> fields = {section.rpc};
  return absl::StrFormat("%s rpc %s %s %s", section.network, OriginIn(section.rpc),
                         section.finality,
                         FieldsDigest("tollpass-chain-source/1", fields).substr(0, kDigestDigits));
}

}  // namespace tollpass
