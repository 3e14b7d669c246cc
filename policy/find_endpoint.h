#ifndef TOLLPASS_POLICY_FIND_ENDPOINT_H_
#define TOLLPASS_POLICY_FIND_ENDPOINT_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "core/server_identity.h"

namespace tollpass {

/// Where the server of section `name` is, though other parts of the policy file may be wrong, or no
/// TOML at all: so a server starts and its free calls go on while nothing can be paid. `path` is
/// for messages only. NotFound: no such section. InvalidArgument: errors in what tells the
/// endpoint, or no TOML where it is unclear what belongs to the server.
absl::StatusOr<ServerEndpoint> FindEndpoint(std::string_view toml, std::string_view path,
                                            std::string_view name);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_FIND_ENDPOINT_H_
