#include "home/limits_json.h"

#include "core/json/json.h"
#include "home/money_text.h"

namespace tollpass {

std::string LimitsJson(const std::vector<LimitSpec>& limits, const std::vector<Asset>& assets) {
  std::vector<std::string> rows;
  for (const LimitSpec& limit : limits) {
    rows.push_back(
        json::ObjectWriter()
            .String("window", WindowName(limit.window))
            .Integer("seconds", limit.seconds)
            .String("unit", limit.unit)
            .String("zone", limit.zone.name())
            .Raw("maximum", SumJson(limit.maximum, limit.unit, AssetToShow(limit, assets)))
            .Done());
  }
  return json::Array(rows);
}

}  // namespace tollpass
