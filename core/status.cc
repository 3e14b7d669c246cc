#include "core/status.h"

#include <string>

namespace tollpass {

absl::Status At(std::string_view where, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), std::string(where) + ": " + std::string(status.message()));
}

}  // namespace tollpass
