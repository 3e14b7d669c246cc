#include "core/asset.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/join.h"
#include "core/network.h"

namespace tollpass {
namespace {

constexpr int kMaxAssetDecimals = 36;

absl::Status CheckAsset(const Asset& asset) {
  if (!IsNetworkId(asset.network)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("asset '%s': network '%s' is not a CAIP-2 id like eip155:8453",
                        asset.symbol, asset.network));
  }
  if (asset.symbol.empty() || asset.id.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "asset '%s' on %s: symbol and id must not be empty", asset.symbol, asset.network));
  }
  if (asset.decimals < 0 || asset.decimals > kMaxAssetDecimals) {
    return absl::InvalidArgumentError(
        absl::StrFormat("asset '%s' on %s: decimals must be from 0 to %d, not %d", asset.symbol,
                        asset.network, kMaxAssetDecimals, asset.decimals));
  }
  return absl::OkStatus();
}

/// Eight letters at once: accounts are compared for every decision.
uint64_t LowerEach(uint64_t letters) {
  constexpr uint64_t kEach = 0x0101010101010101;
  constexpr uint64_t kTop = 0x80;
  constexpr uint64_t kTopOverCase = kTop / ('a' - 'A');
  // Without the top bit of a byte, no sum carries into the next one.
  const uint64_t low = letters & ~(kTop * kEach);
  const uint64_t from_a = low + (kTop - 'A') * kEach;
  const uint64_t beyond_z = low + (kTop - 'Z' - 1) * kEach;
  return letters | (from_a & ~beyond_z & ~letters & (kTop * kEach)) / kTopOverCase;
}

void ToLower(std::string& text) {
  uint64_t letters = 0;
  size_t at = 0;
  for (; at + sizeof(letters) <= text.size(); at += sizeof(letters)) {
    std::memcpy(&letters, text.data() + at, sizeof(letters));
    letters = LowerEach(letters);
    std::memcpy(text.data() + at, &letters, sizeof(letters));
  }
  for (; at < text.size(); ++at) {
    text[at] = static_cast<char>(LowerEach(static_cast<uint8_t>(text[at])));
  }
}

}  // namespace

std::string AssetKey(std::string_view network, std::string_view id) {
  return Join({network, "/", id});
}

std::string CanonicalId(std::string_view network, std::string_view id) {
  std::string canonical(id);
  if (NetworkFamily(network) != "eip155") return canonical;
  ToLower(canonical);
  return canonical;
}

std::string FormatMoney(Amount amount, const Asset& asset) {
  return absl::StrFormat("%s %s", FormatDecimal(amount, asset.decimals), Printable(asset.symbol));
}

absl::Status AssetTable::Put(Asset asset) {
  if (absl::Status status = CheckAsset(asset); !status.ok()) return status;
  asset.id = CanonicalId(asset.network, asset.id);
  const auto same = std::find_if(assets_.begin(), assets_.end(), [&asset](const Asset& row) {
    return row.network == asset.network && row.id == asset.id;
  });
  if (same == assets_.end()) {
    assets_.push_back(std::move(asset));
  } else {
    *same = std::move(asset);
  }
  return absl::OkStatus();
}

const Asset* AssetTable::Find(std::string_view network, std::string_view id) const {
  const auto find = [&](std::string_view canonical) -> const Asset* {
    for (const Asset& row : assets_) {
      if (row.network == network && row.id == canonical) return &row;
    }
    return nullptr;
  };
  // Most ask with the id of a row.
  const Asset* row = find(id);
  return row != nullptr ? row : find(CanonicalId(network, id));
}

const Asset* AssetTable::FindSymbol(std::string_view symbol, std::string_view network) const {
  for (const Asset& row : assets_) {
    if (row.symbol == symbol && row.network == network) return &row;
  }
  return nullptr;
}

}  // namespace tollpass
