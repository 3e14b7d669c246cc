#ifndef TOLLPASS_POLICY_UNITS_H_
#define TOLLPASS_POLICY_UNITS_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/asset.h"
#include "core/limit.h"
#include "policy/document.h"
#include "policy/load_errors.h"

namespace tollpass {

/// The unit of limits that count payments and not money; never the name of money.
inline constexpr std::string_view kCallsUnit = "calls";

/// What the amounts of a policy file may be counted in: a `[unit]` name, a symbol of the asset
/// table (on all networks that have it), or symbol@network.
class Units {
 public:
  /// Reads `[unit]` of the file's root. `assets` must outlive the object.
  Units(const Node& root, const AssetTable& assets, LoadErrors& errors);

  /// A limit of `maximum` like "0.05 USD". Adds an error at `at`, naming `key`, where the text has
  /// another form, an unknown unit, or more digits than the coarsest asset of the unit.
  [[nodiscard]] std::optional<LimitSpec> Read(std::string_view text, std::string_view key,
                                              Position at, LoadErrors& errors) const;

  /// The rows that a symbol or symbol@network names; empty if none.
  [[nodiscard]] std::vector<const Asset*> AssetsNamed(std::string_view name) const;

  /// Unit names and, for people, the asset names that stand behind each.
  [[nodiscard]] const std::map<std::string, std::vector<std::string>>& declared() const {
    return declared_;
  }

 private:
  void ReadUnit(const Node& section, const Member& unit, LoadErrors& errors);
  /// The rows that `unit` counts; empty where nothing has that name.
  [[nodiscard]] std::vector<const Asset*> Resolve(std::string_view unit) const;
  [[nodiscard]] std::string KnownUnits() const;

  const AssetTable& assets_;
  std::map<std::string, std::vector<std::string>> declared_;
};

/// The amounts of one key, a text or a list of texts, each for `window`. No unit stands twice.
std::vector<LimitSpec> ReadAmounts(const Node& value, std::string_view key, WindowKind window,
                                   const Units& units, LoadErrors& errors);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_UNITS_H_
