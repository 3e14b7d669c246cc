#ifndef TOLLPASS_CORE_STATUS_H_
#define TOLLPASS_CORE_STATUS_H_

#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tollpass {

/// `status` with "where: " before its message; an OK status stays as it is.
absl::Status At(std::string_view where, const absl::Status& status);

}  // namespace tollpass

#define TOLLPASS_STATUS_JOIN_INNER(a, b) a##b
#define TOLLPASS_STATUS_JOIN(a, b) TOLLPASS_STATUS_JOIN_INNER(a, b)

/// Returns from the enclosing function if `expression` (an absl::Status) is not OK.
#define TOLLPASS_RETURN_IF_ERROR(expression)                                  \
  do {                                                                        \
    if (absl::Status tollpass_status = (expression); !tollpass_status.ok()) { \
      return tollpass_status;                                                 \
    }                                                                         \
  } while (false)

/// `declaration = *expression` for an absl::StatusOr, or returns its status.
#define TOLLPASS_ASSIGN_OR_RETURN(declaration, expression)                                 \
  TOLLPASS_ASSIGN_OR_RETURN_INNER(TOLLPASS_STATUS_JOIN(status_or_, __LINE__), declaration, \
                                  expression)
#define TOLLPASS_ASSIGN_OR_RETURN_INNER(name, declaration, expression) \
  auto name = (expression);                                            \
  if (!name.ok()) {                                                    \
    return name.status();                                              \
  }                                                                    \
  declaration = *std::move(name)

#endif  // TOLLPASS_CORE_STATUS_H_
