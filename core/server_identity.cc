#include "core/server_identity.h"

#include <string_view>

#include "core/hash.h"

namespace tollpass {

std::string ServerIdentity(const ServerEndpoint& endpoint) {
  // A count before each list: no argument can pass for the beginning of the next list.
  std::vector<std::string> counts = {std::to_string(endpoint.command.size()),
                                     std::to_string(endpoint.env.size()),
                                     std::to_string(endpoint.quote_keys.size())};
  std::vector<std::string_view> fields = {counts[0]};
  fields.insert(fields.end(), endpoint.command.begin(), endpoint.command.end());
  fields.emplace_back(endpoint.cwd);
  fields.emplace_back(counts[1]);
  for (const auto& [name, value] : endpoint.env) {
    fields.emplace_back(name);
    fields.emplace_back(value);
  }
  fields.emplace_back(endpoint.url);
  fields.emplace_back(endpoint.audience);
  fields.emplace_back(counts[2]);
  fields.insert(fields.end(), endpoint.quote_keys.begin(), endpoint.quote_keys.end());
  return FieldsDigest("tollpass-server/1", fields);
}

}  // namespace tollpass
