#include "home/asset_text.h"

#include "absl/strings/str_format.h"
#include "core/encoding.h"

namespace tollpass {

std::string AssetOrigin(const Asset& asset) {
  const AssetTable built_in = AssetTable::BuiltIn();
  const Asset* row = built_in.Find(asset.network, asset.id);
  if (row != nullptr && *row == asset) {
    return "";
  }
  return absl::StrFormat("%s with %d decimals, as the policy file says", Printable(asset.id),
                         asset.decimals);
}

std::string PinText(std::string_view pin) {
  const size_t slash = pin.find('/');  // No network id holds one.
  return slash == std::string_view::npos
             ? Printable(pin)
             : absl::StrFormat("%s on %s", Printable(pin.substr(slash + 1)),
                               Printable(pin.substr(0, slash)));
}

}  // namespace tollpass
