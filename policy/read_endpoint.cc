#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/quote_key.h"
#include "policy/origin.h"
#include "policy/read_section.h"
#include "policy/values.h"

namespace tollpass {
namespace {

void ReadCommand(const Node& server, ServerEndpoint& endpoint, LoadErrors& errors) {
  const auto command = ReadTexts(server, "command", errors, EmptyItems::kAllowed);
  if (!command) return;
  const Node& node = *FindMember(server, "command");
  if (command->empty() || !command->front().first.starts_with('/')) {
    errors.Add(node.at,
               absl::StrFormat("'command' must begin with an absolute program like "
                               "\"/usr/bin/npx\"%s; 'tollpass add' finds and writes it",
                               command->empty() ? "" : ", not " + Quoted(command->front().first)));
  }
  endpoint.command = WithoutPlaces(*command);
}

void ReadUrl(const Node& server, ServerEndpoint& endpoint, LoadErrors& errors) {
  const std::optional<std::string> url = ReadText(server, "url", errors);
  if (!url) return;
  endpoint.url = *url;
  const Position at = FindMember(server, "url")->at;
  const std::optional<Origin> origin = OriginOf(*url);
  if (!origin || url->find_first_of("#@") != std::string::npos) {
    errors.Add(at,
               absl::StrFormat("%s is not the address of a server; write it like "
                               "\"https://mcp.acme.example/mcp\", without user name or fragment",
                               Quoted(*url)));
  } else if (origin->scheme == "http" && !origin->IsLoopback()) {
    errors.Add(at, absl::StrFormat("%s is plain http to another machine, where anybody on the way "
                                   "can change who is paid; use https",
                                   Quoted(*url)));
  }
}

void ReadEnv(const Node& server, ServerEndpoint& endpoint, LoadErrors& errors) {
  const Node* env = ReadTable(server, "env", R"({ NAME = "value" })", errors);
  if (env == nullptr) return;
  for (const Member& member : env->members) {
    const bool good = member.value.kind == NodeKind::kString && !member.key.empty() &&
                      member.key.find_first_of(std::string_view("=\0", 2)) == std::string::npos &&
                      member.value.text.find('\0') == std::string::npos;
    if (!good) {
      errors.Add(member.at, absl::StrFormat("'env' must give a text to each name, like "
                                            "{ NAME = \"value\" }; look at %s",
                                            Quoted(member.key)));
      continue;
    }
    endpoint.env.emplace(member.key, member.value.text);
  }
}

void ReadCwd(const Node& server, ServerEndpoint& endpoint, LoadErrors& errors) {
  endpoint.cwd = ReadText(server, "cwd", errors).value_or("");
  if (!endpoint.cwd.empty() && !endpoint.cwd.starts_with('/')) {
    errors.Add(FindMember(server, "cwd")->at,
               absl::StrFormat("'cwd' must be an absolute path, not %s", Quoted(endpoint.cwd)));
  }
}

void ReadQuoteKeys(const Node& server, ServerEndpoint& endpoint, LoadErrors& errors) {
  const auto keys = ReadTexts(server, "quote_keys", errors);
  if (!keys) return;
  for (const auto& [text, at] : *keys) {
    if (const absl::Status read = ParseQuoteKey(text).status(); !read.ok()) {
      errors.Add(at, absl::StrFormat("%s in 'quote_keys': %s", Quoted(text), read.message()));
    }
  }
  endpoint.quote_keys = WithoutPlaces(*keys);
}

}  // namespace

ServerEndpoint ReadEndpoint(const Node& server, Position at, LoadErrors& errors) {
  ServerEndpoint endpoint;
  const bool has_command = FindMember(server, "command") != nullptr;
  const bool has_url = FindMember(server, "url") != nullptr;
  if (has_command == has_url) {
    errors.Add(at, has_url ? "a server has either 'command' or 'url'; remove one of them"
                           : "say where the server is: 'command' or 'url'");
  }
  ReadCommand(server, endpoint, errors);
  ReadUrl(server, endpoint, errors);
  for (const char* key : {"cwd", "env"}) {
    if (const Node* node = FindMember(server, key); node != nullptr && has_url && !has_command) {
      errors.Add(node->at, absl::StrFormat("'%s' belongs to a 'command'; remove it", key));
    }
  }
  ReadCwd(server, endpoint, errors);
  ReadEnv(server, endpoint, errors);
  endpoint.audience = ReadText(server, "audience", errors).value_or("");
  ReadQuoteKeys(server, endpoint, errors);
  return endpoint;
}

}  // namespace tollpass
