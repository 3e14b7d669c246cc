#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/network.h"
#include "policy/account.h"
#include "policy/keys.h"
#include "policy/read_section.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr std::string_view kExample =
    R"([asset.NAME] network = "eip155:8453", id = "0x...", decimals = 6, )"
    R"(eip712 = { name = "...", version = "..." })";

/// Plain letters and digits only: no symbol looks like another one without being it.
bool IsSymbol(std::string_view text) {
  constexpr size_t kLongest = 32;
  return !text.empty() && text.size() <= kLongest && text != kCallsUnit &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                  c == '.' || c == '-' || c == '_';
         });
}

std::string LowerCase(std::string_view text) {
  // The form in which hexadecimal accounts are compared is plain lower case.
  return CanonicalId("eip155:1", text);
}

/// What people read is the symbol, and what a payment is worth follows from the decimals: a section
/// may repeat a built-in row, and never give its token, or its name to another token.
std::optional<std::string> FaultAgainst(const AssetTable& assets, const Asset& asset) {
  const AssetTable built_in = AssetTable::BuiltIn();
  if (const Asset* row = built_in.Find(asset.network, asset.id)) {
    if (*row == asset) return std::nullopt;
    return absl::StrFormat(
        "%s on %s is built in as %s with %d decimals and eip712 = { name = \"%s\", version = "
        "\"%s\" }; remove the section, or repeat exactly that",
        asset.id, asset.network, row->symbol, row->decimals, row->eip712_name, row->eip712_version);
  }
  for (const Asset& row : assets.all()) {
    if (LowerCase(row.symbol) == LowerCase(asset.symbol) && row.symbol != asset.symbol) {
      return absl::StrFormat("%s reads like %s; give this one another name", Quoted(asset.symbol),
                             row.symbol);
    }
  }
  return std::nullopt;
}

/// What every payment signs over is at stake here, so nothing is guessed.
void ReadSigningDomain(const Node& table, Position at, Asset& asset, LoadErrors& errors) {
  const Node* domain =
      ReadTable(table, "eip712", R"({ name = "USD Coin", version = "2" })", errors);
  if (domain != nullptr) {
    for (const Member& member : domain->members) {
      if (member.key != "name" && member.key != "version") {
        errors.Add(member.at, absl::StrFormat("unknown key %s in 'eip712'; it has 'name' and "
                                              "'version'",
                                              Quoted(member.key)));
      }
    }
    asset.eip712_name = ReadText(*domain, "name", errors).value_or("");
    asset.eip712_version = ReadText(*domain, "version", errors).value_or("");
  }
  const bool complete = !asset.eip712_name.empty() && !asset.eip712_version.empty();
  if (NetworkFamily(asset.network) == "eip155" && !complete) {
    errors.Add(at, absl::StrFormat("asset %s needs eip712 = { name = \"...\", version = \"...\" }: "
                                   "the signing domain of its contract",
                                   Quoted(asset.symbol)));
  }
}

void CheckId(const Node& table, const Asset& asset, LoadErrors& errors) {
  if (NetworkFamily(asset.network) != "eip155" || asset.id.empty()) return;
  const Position at = FindMember(table, "id")->at;
  const bool has_form = asset.id.starts_with("0x") && !FaultOfAccount(CanonicalAccount(asset.id));
  if (!has_form) {
    errors.Add(at, absl::StrFormat("%s is not the address of a contract: 0x and 40 hex digits",
                                   Quoted(asset.id)));
  } else if (const std::optional<std::string> fault = FaultOfAccount(asset.id)) {
    errors.Add(at, absl::StrFormat("%s %s", Quoted(asset.id), *fault));
  }
}

void ReadAsset(const std::string& symbol, const Node& table, Position at, std::vector<Asset>& own,
               AssetTable& assets, LoadErrors& errors) {
  CheckKeys(table, Place::kAsset, absl::StrFormat("[asset.%s]", symbol), errors);
  Asset asset;
  asset.symbol = symbol;
  asset.network = ReadText(table, "network", errors).value_or("");
  asset.id = ReadText(table, "id", errors).value_or("");
  const std::optional<int64_t> decimals = ReadInteger(table, "decimals", errors);
  if (asset.network.empty() || asset.id.empty() || !decimals) {
    errors.Add(at, absl::StrFormat("asset %s needs network, id and decimals: %s", Quoted(symbol),
                                   kExample));
    return;
  }
  asset.decimals = static_cast<int>(std::clamp<int64_t>(*decimals, -1, 1000));
  CheckId(table, asset, errors);
  ReadSigningDomain(table, at, asset, errors);
  asset.id = CanonicalId(asset.network, asset.id);
  if (const std::optional<std::string> fault = FaultAgainst(assets, asset)) {
    errors.Add(at, *fault);
    return;
  }
  const Asset* namesake = assets.FindSymbol(symbol, asset.network);
  if (namesake != nullptr && namesake->id != asset.id) {
    errors.Add(at, absl::StrFormat("%s on %s is %s already; give this one another name",
                                   Quoted(symbol), asset.network, namesake->id));
    return;
  }
  const bool again = std::any_of(own.begin(), own.end(), [&](const Asset& other) {
    return other.network == asset.network && other.id == asset.id;
  });
  if (again) {
    errors.Add(
        at, absl::StrFormat("%s on %s has a section already; keep one", asset.id, asset.network));
    return;
  }
  if (const absl::Status put = assets.Put(asset); !put.ok()) {
    errors.Add(at, std::string(put.message()));
    return;
  }
  own.push_back(std::move(asset));
}

}  // namespace

void ReadAssets(const Node& root, AssetTable& assets, LoadErrors& errors) {
  const Node* section = ReadTable(root, "asset", kExample, errors);
  if (section == nullptr) return;
  std::vector<Asset> own;
  for (const Member& member : section->members) {
    if (!IsSymbol(member.key)) {
      errors.Add(member.at, absl::StrFormat("%s is no symbol; use up to 32 letters, digits, ., - "
                                            "and _",
                                            Quoted(member.key)));
    } else if (member.value.kind == NodeKind::kTable) {
      ReadAsset(member.key, member.value, member.at, own, assets, errors);
    } else if (member.value.kind == NodeKind::kArray) {
      for (const Node& item : member.value.items) {
        ReadAsset(member.key, item, item.at, own, assets, errors);
      }
    } else {
      errors.Add(member.at,
                 absl::StrFormat("asset %s must be a section: %s", Quoted(member.key), kExample));
    }
  }
}

}  // namespace tollpass
