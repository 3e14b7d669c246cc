#include <algorithm>
#include <utility>

#include "bindings/cpp/parts.h"
#include "core/status.h"
#include "home/server_endpoint.h"

namespace tollpass {

OpenedHome::OpenedHome(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
// What a forked child inherited stays its parent's: the folder of a home for tests, the database.
OpenedHome::~OpenedHome() {
  if (!parts_->maker.IsHere()) {
    static_cast<void>(parts_.release());
  }
}

const std::string& OpenedHome::path() const { return parts_->home.path; }
Kernel& OpenedHome::kernel() { return parts_->kernel; }
const Clock& OpenedHome::clock() const { return parts_->clock; }

absl::StatusOr<ServerEndpoint> OpenedHome::EndpointOf(std::string_view server) const {
  TOLLPASS_RETURN_IF_ERROR(parts_->maker.Check());
  return tollpass::EndpointOf(parts_->home, server);
}

absl::StatusOr<InterceptorOptions> OpenedHome::ConnectionTo(std::string_view server,
                                                            std::string_view label) {
  TOLLPASS_ASSIGN_OR_RETURN(const ServerEndpoint endpoint, EndpointOf(server));
  return ConnectionTo(endpoint, label);
}

absl::StatusOr<InterceptorOptions> OpenedHome::ConnectionTo(const ServerEndpoint& endpoint,
                                                            std::string_view label) {
  TOLLPASS_RETURN_IF_ERROR(parts_->maker.Check());
  if (endpoint.command.empty() == endpoint.url.empty()) {
    return absl::InvalidArgumentError("a server has either a command or a URL");
  }
  ServerEndpoint resolved = endpoint;
  if (!resolved.command.empty()) {
    TOLLPASS_ASSIGN_OR_RETURN(resolved.command, ResolveCommand(std::move(resolved.command)));
  }
  return InterceptorOptions{.server_id = ServerIdentity(resolved),
                            .principal = PrincipalOf(label),
                            .id_prefix = RandomId(parts_->random, "tollpass-", 12)};
}

}  // namespace tollpass
