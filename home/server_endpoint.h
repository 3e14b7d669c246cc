#ifndef TOLLPASS_HOME_SERVER_ENDPOINT_H_
#define TOLLPASS_HOME_SERVER_ENDPOINT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/home.h"
#include "core/server_identity.h"

namespace tollpass {

/// Where the server of the section `name` is, though other parts of the policy file of `home` may
/// be wrong. NotFound: no such section; FailedPrecondition: errors in what tells where it is;
/// Unavailable: there is no file that can be read.
absl::StatusOr<ServerEndpoint> EndpointOf(const Home& home, std::string_view name);

/// `argv` with its program as an absolute path, as a server's identity counts it: names are looked
/// up along PATH, relative paths start at the working folder, links stay. NotFound: no such
/// program; InvalidArgument: an empty command.
absl::StatusOr<std::vector<std::string>> ResolveCommand(std::vector<std::string> argv);

/// For whom calls are made: the operating-system user, then `#` and the id of the mandate to which
/// the kernel is bound, then a slash and `label`; without what is empty. No id holds a slash, so no
/// label reads like one.
std::string PrincipalOf(std::string_view label, std::string_view mandate = "");

}  // namespace tollpass

#endif  // TOLLPASS_HOME_SERVER_ENDPOINT_H_
