#include "policy/find_endpoint.h"

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "policy/document.h"
#include "policy/load_errors.h"
#include "policy/read_section.h"

namespace tollpass {

absl::StatusOr<ServerEndpoint> FindEndpoint(std::string_view toml, std::string_view path,
                                            std::string_view name) {
  LoadErrors errors(path);
  const Node root = ReadDocument(toml, errors);
  TOLLPASS_RETURN_IF_ERROR(errors.ToStatus());
  const Node* servers = FindMember(root, "server");
  const Node* server = servers == nullptr ? nullptr : FindMember(*servers, name);
  if (server == nullptr) {
    return absl::NotFoundError(
        absl::StrFormat("%s has no section [server.%s]; write one with: "
                        "tollpass add",
                        path, Printable(name)));
  }
  ServerEndpoint endpoint = ReadEndpoint(*server, server->at, errors);
  TOLLPASS_RETURN_IF_ERROR(errors.ToStatus());
  return endpoint;
}

}  // namespace tollpass
