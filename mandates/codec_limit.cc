#include "mandates/codec_limit.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/status.h"
#include "mandates/codec_fields.h"
#include "mandates/proto/mandate.pb.h"

namespace tollpass {
namespace {

constexpr std::array<std::pair<WindowKind, wire::Window>, 9> kWindows = {{
    {WindowKind::kCall, wire::WINDOW_CALL},
    {WindowKind::kRate, wire::WINDOW_RATE},
    {WindowKind::kHour, wire::WINDOW_HOUR},
    {WindowKind::kDay, wire::WINDOW_DAY},
    {WindowKind::kWeek, wire::WINDOW_WEEK},
    {WindowKind::kMonth, wire::WINDOW_MONTH},
    {WindowKind::kTotal, wire::WINDOW_TOTAL},
    {WindowKind::kRolling, wire::WINDOW_ROLLING},
    {WindowKind::kUses, wire::WINDOW_USES},
}};

constexpr int64_t kLongestWindow = int64_t{100} * 366 * 24 * 60 * 60;

constexpr std::string_view kUnitOfCalls = "calls";

bool CountsCalls(WindowKind window) {
  return window == WindowKind::kRate || window == WindowKind::kUses;
}

bool HasLength(WindowKind window) {
  return window == WindowKind::kRate || window == WindowKind::kRolling;
}

}  // namespace

void EncodeLimit(const LimitSpec& spec, wire::Limit& message) {
  const auto* entry = std::find_if(kWindows.begin(), kWindows.end(),
                                   [&](const auto& pair) { return pair.first == spec.window; });
  message.set_window(entry == kWindows.end() ? wire::WINDOW_UNSPECIFIED : entry->second);
  message.set_seconds(spec.seconds);
  message.set_unit(spec.unit);
  for (const std::string& asset : spec.assets) {
    message.add_assets(asset);
  }
  message.set_maximum(AmountBytes(spec.maximum));
  if (!spec.zone.IsUtc()) {
    message.set_zone(std::string(spec.zone.name()));
  }
}

absl::StatusOr<LimitSpec> DecodeLimit(const wire::Limit& message) {
  const auto* entry = std::find_if(kWindows.begin(), kWindows.end(), [&](const auto& pair) {
    return pair.second == message.window();
  });
  TOLLPASS_RETURN_IF_ERROR(Require(entry != kWindows.end(), "limit.window", "is a known window"));
  LimitSpec spec;
  spec.window = entry->first;
  spec.seconds = message.seconds();
  TOLLPASS_RETURN_IF_ERROR(Require(HasLength(spec.window)
                                       ? spec.seconds > 0 && spec.seconds <= kLongestWindow
                                       : spec.seconds == 0,
                                   "limit.seconds", "is set for rates and rolling windows only"));
  spec.unit = message.unit();
  TOLLPASS_RETURN_IF_ERROR(Require(IsUnitName(spec.unit), "limit.unit",
                                   "is 1 to 128 printable characters of ASCII without a space"));
  TOLLPASS_RETURN_IF_ERROR(Require((spec.unit == kUnitOfCalls) == CountsCalls(spec.window),
                                   "limit.unit", "is \"calls\" where calls are counted only"));
  spec.assets.assign(message.assets().begin(), message.assets().end());
  TOLLPASS_ASSIGN_OR_RETURN(spec.maximum, AmountFromBytes("limit.maximum", message.maximum()));
  if (!message.zone().empty()) {
    std::optional<TimeZone> zone = TimeZone::Named(message.zone());
    // Another system may have signed it: it can be read and verified here, and covers nothing.
    if (!zone) zone = TimeZone::Missing(message.zone());
    TOLLPASS_RETURN_IF_ERROR(Require(zone && !zone->IsUtc() && IsCalendar(spec.window),
                                     "limit.zone", "is the name of a time zone"));
    spec.zone = *zone;
  }
  return spec;
}

}  // namespace tollpass
