#include "policy/units.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_format.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr std::string_view kForm = R"(a plain decimal and a unit, like "0.05 USD")";

/// Digits after the point that every one of `assets` can hold.
int CommonDecimals(const std::vector<const Asset*>& assets) {
  int decimals = kSumDecimals;
  for (const Asset* asset : assets) decimals = std::min(decimals, asset->decimals);
  return decimals;
}

}  // namespace

Units::Units(const Node& root, const AssetTable& assets, LoadErrors& errors) : assets_(assets) {
  const Node* section = ReadTable(root, "unit", R"([unit] USD = ["USDC"])", errors);
  if (section == nullptr) return;
  for (const Member& unit : section->members) ReadUnit(*section, unit, errors);
}

void Units::ReadUnit(const Node& section, const Member& unit, LoadErrors& errors) {
  if (!IsPlainName(unit.key) || unit.key == kCallsUnit) {
    errors.Add(unit.at, absl::StrFormat("%s is no name for a unit; choose another of letters, "
                                        "digits, - and _",
                                        Quoted(unit.key)));
    return;
  }
  if (!AssetsNamed(unit.key).empty()) {
    errors.Add(unit.at, absl::StrFormat("%s is the symbol of an asset already; give the unit "
                                        "another name",
                                        Quoted(unit.key)));
    return;
  }
  const std::optional<PlacedTexts> names = ReadTexts(section, unit.key, errors);
  if (!names) return;
  if (names->empty()) {
    errors.Add(unit.value.at, absl::StrFormat("unit '%s' counts nothing; list the assets that it "
                                              "stands for, like [\"USDC\"]",
                                              unit.key));
  }
  for (const auto& [name, at] : *names) {
    if (AssetsNamed(name).empty()) {
      errors.Add(at, absl::StrFormat("%s is not in the asset table; add a section [asset.NAME] for "
                                     "it, or repair the name",
                                     Quoted(name)));
    }
  }
  declared_.emplace(unit.key, WithoutPlaces(*names));
}

std::vector<const Asset*> Units::AssetsNamed(std::string_view name) const {
  const size_t split = name.find('@');
  const std::string_view symbol = name.substr(0, split);
  std::vector<const Asset*> named;
  for (const Asset& asset : assets_.all()) {
    const bool here = split == std::string_view::npos || asset.network == name.substr(split + 1);
    if (here && asset.symbol == symbol) named.push_back(&asset);
  }
  return named;
}

std::vector<const Asset*> Units::Resolve(std::string_view unit) const {
  const auto found = declared_.find(std::string(unit));
  if (found == declared_.end()) return AssetsNamed(unit);
  std::vector<const Asset*> assets;
  for (const std::string& name : found->second) {
    for (const Asset* asset : AssetsNamed(name)) {
      if (std::find(assets.begin(), assets.end(), asset) == assets.end()) assets.push_back(asset);
    }
  }
  return assets;
}

std::string Units::KnownUnits() const {
  std::set<std::string> names;
  for (const auto& [name, assets] : declared_) names.insert(name);
  for (const Asset& asset : assets_.all()) names.insert(asset.symbol);
  std::string text;
  for (const std::string& name : names) {
    absl::StrAppendFormat(&text, "%s%s", text.empty() ? "" : ", ", name);
  }
  return text;
}

std::optional<LimitSpec> Units::Read(std::string_view text, std::string_view key, Position at,
                                     LoadErrors& errors) const {
  const size_t space = text.find(' ');
  if (space == std::string_view::npos || space == 0) {
    errors.Add(at,
               absl::StrFormat("%s is not an amount; write '%s' as %s", Quoted(text), key, kForm));
    return std::nullopt;
  }
  const std::string_view unit = text.substr(space + 1);
  const std::vector<const Asset*> assets = Resolve(unit);
  if (assets.empty()) {
    // A declared unit without assets has its own error already.
    if (declared_.find(std::string(unit)) == declared_.end()) {
      errors.Add(at, absl::StrFormat("unknown unit %s in '%s'; known are: %s. Declare another "
                                     "under [unit]",
                                     Quoted(unit), key, KnownUnits()));
    }
    return std::nullopt;
  }
  const int decimals = CommonDecimals(assets);
  const absl::StatusOr<Amount> amount = ParseDecimal(text.substr(0, space), decimals);
  if (!amount.ok()) {
    errors.Add(at, absl::StrFormat("'%s': %s", key, std::string(amount.status().message())));
    return std::nullopt;
  }
  const std::optional<Amount> maximum = amount->Rescale(decimals, kSumDecimals);
  if (!maximum) {
    errors.Add(
        at, absl::StrFormat("'%s': %s is too large to be counted; write less", key, Quoted(text)));
    return std::nullopt;
  }
  LimitSpec spec;
  spec.unit = std::string(unit);
  spec.maximum = *maximum;
  for (const Asset* asset : assets) spec.assets.push_back(AssetKey(asset->network, asset->id));
  return spec;
}

std::vector<LimitSpec> ReadAmounts(const Node& value, std::string_view key, WindowKind window,
                                   const Units& units, LoadErrors& errors) {
  std::vector<LimitSpec> specs;
  const auto read = [&](const Node& item) {
    if (item.kind != NodeKind::kString) {
      errors.Add(item.at, absl::StrFormat("'%s' must be %s, in quotes", key, kForm));
      return;
    }
    std::optional<LimitSpec> spec = units.Read(item.text, key, item.at, errors);
    if (!spec) return;
    spec->window = window;
    const bool again = std::any_of(specs.begin(), specs.end(), [&](const LimitSpec& other) {
      return other.unit == spec->unit;
    });
    if (again) {
      errors.Add(item.at, absl::StrFormat("'%s' names %s twice; keep one amount for each unit", key,
                                          spec->unit));
      return;
    }
    specs.push_back(*std::move(spec));
  };
  if (value.kind != NodeKind::kArray) {
    read(value);
    return specs;
  }
  if (value.items.empty()) {
    errors.Add(value.at,
               absl::StrFormat("'%s' is an empty list; write %s, or remove the line", key, kForm));
  }
  for (const Node& item : value.items) read(item);
  return specs;
}

}  // namespace tollpass
