#ifndef TOLLPASS_CORE_SERVER_IDENTITY_H_
#define TOLLPASS_CORE_SERVER_IDENTITY_H_

#include <map>
#include <string>
#include <vector>

#include "core/export.h"

namespace tollpass {

/// Where a server is, as the user configured it. Either `command` or `url`.
struct ServerEndpoint {
  std::vector<std::string> command = {};        // argv; program as an absolute path
  std::string cwd = {};                         // counts only if written
  std::map<std::string, std::string> env = {};  // counts only if written
  std::string url = {};                         // origin and path
  std::string audience = {};
  std::vector<std::string> quote_keys = {};

  friend bool operator==(const ServerEndpoint&, const ServerEndpoint&) = default;
};

/// The server's identity: 64 hex digits over all fields. Never `serverInfo.name`, never a
/// challenge's resource.
TOLLPASS_EXPORT std::string ServerIdentity(const ServerEndpoint& endpoint);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_SERVER_IDENTITY_H_
