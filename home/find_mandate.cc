#include "home/find_mandate.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/open_home.h"
#include "mandates/mandate_id.h"

namespace tollpass {

absl::StatusOr<MandateSetting> ReadMandateSetting(const Home& home, LedgerReader& reader,
                                                  int64_t now) {
  MandateSetting setting{.now = now, .servers = std::nullopt, .pins = {}};
  TOLLPASS_ASSIGN_OR_RETURN(setting.pins, reader.Pins());
  if (const absl::StatusOr<Policy> policy = LoadPolicy(home); policy.ok()) {
    setting.servers = policy->servers();
  }
  return setting;
}

absl::StatusOr<MandateRow> FindMandate(LedgerReader& reader, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<MandateRow> rows, reader.Mandates());
  std::optional<MandateRow> found;
  for (MandateRow& row : rows) {
    if (!row.terms.id.starts_with(id)) {
      continue;
    }
    if (row.terms.id == id && IsDrawnMandateId(id)) {
      return std::move(row);
    }
    // Neither does one win whose whole id this is: somebody may have chosen it to be that.
    if (found.has_value()) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "several mandates begin with %s; give the whole id, as: tollpass mandate list",
          json::Quote(id)));
    }
    found = std::move(row);
  }
  if (!found.has_value()) {
    return absl::NotFoundError(
        absl::StrFormat("there is no mandate %s; see: tollpass mandate list", json::Quote(id)));
  }
  return *std::move(found);
}

}  // namespace tollpass
