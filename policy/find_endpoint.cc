#include "policy/find_endpoint.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "policy/document.h"
#include "policy/load_errors.h"
#include "policy/read_section.h"

namespace tollpass {
namespace {

const Node* FindServer(const Node& root, std::string_view name) {
  const Node* servers = FindMember(root, "server");
  return servers == nullptr ? nullptr : FindMember(*servers, name);
}

bool StartsSection(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '[';
}

enum class Ownership { kOurs, kAnothers, kUnclear };

Ownership OwnerOf(std::string_view header, std::string_view name) {
  LoadErrors errors("");
  const Node root = ReadDocument(header, errors);
  if (!errors.empty()) {
    return header.find(name) == std::string_view::npos ? Ownership::kAnothers : Ownership::kUnclear;
  }
  return FindServer(root, name) == nullptr ? Ownership::kAnothers : Ownership::kOurs;
}

/// The lines of the sections of server `name` in a text that is no TOML as a whole; empty if there
/// are none, or if a header cannot be read that may be one of them.
std::string SectionsOf(std::string_view text, std::string_view name) {
  std::string sections;
  bool ours = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (StartsSection(line)) {
      const Ownership owner = OwnerOf(line, name);
      if (owner == Ownership::kUnclear) return "";
      ours = owner == Ownership::kOurs;
    }
    if (ours) sections.append(line).append("\n");
  }
  return sections;
}

/// The whole document, or, if that is no TOML, as much as concerns the server.
Node ReadAround(std::string_view toml, std::string_view name, LoadErrors& errors) {
  LoadErrors all = errors;
  Node root = ReadDocument(toml, all);
  if (all.empty()) return root;
  const std::string sections = SectionsOf(toml, name);
  LoadErrors own = errors;
  Node part = ReadDocument(sections, own);
  if (!sections.empty() && own.empty()) return part;
  errors = all;
  return root;
}

}  // namespace

absl::StatusOr<ServerEndpoint> FindEndpoint(std::string_view toml, std::string_view path,
                                            std::string_view name) {
  LoadErrors errors(path);
  const Node root = ReadAround(toml, name, errors);
  TOLLPASS_RETURN_IF_ERROR(errors.ToStatus());
  const Node* server = FindServer(root, name);
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
