#include "policy/account.h"

#include <algorithm>

#include "core/asset.h"
#include "core/eip55.h"
#include "core/encoding.h"

namespace tollpass {
namespace {

constexpr size_t kEvmDigits = 40;
constexpr size_t kLongestAccount = 128;

bool LooksLikeEvm(std::string_view account) {
  return account.starts_with("0x") || account.starts_with("0X");
}

bool IsAccountChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
         c == '-' || c == '_' || c == '.';
}

}  // namespace

std::optional<std::string> FaultOfAccount(std::string_view account) {
  if (LooksLikeEvm(account)) {
    const std::string_view digits = account.substr(2);
    if (digits.size() != kEvmDigits || !HexDecode(digits)) {
      return "is not an EVM address: 0x and 40 hex digits; copy it again";
    }
    if (!ReadAddress("0x" + std::string(digits))) {
      return "has a letter case that is no checksum of EIP-55: something in it was mistyped; copy "
             "it again";
    }
    return std::nullopt;
  }
  if (account.empty() || account.size() > kLongestAccount ||
      !std::all_of(account.begin(), account.end(), IsAccountChar)) {
    return "is not an account; copy it again";
  }
  return std::nullopt;
}

std::string CanonicalAccount(std::string_view account) {
  return LooksLikeEvm(account) ? CanonicalId("eip155:1", account) : std::string(account);
}

}  // namespace tollpass
