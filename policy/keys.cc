#include "policy/keys.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/nearest_word.h"

namespace tollpass {
namespace {

constexpr unsigned kTop = static_cast<unsigned>(Place::kTop);
constexpr unsigned kBudget = static_cast<unsigned>(Place::kBudget);
constexpr unsigned kServer = static_cast<unsigned>(Place::kServer);
constexpr unsigned kTool = static_cast<unsigned>(Place::kTool);
constexpr unsigned kAsset = static_cast<unsigned>(Place::kAsset);
constexpr unsigned kChain = static_cast<unsigned>(Place::kChain);

struct Key {
  std::string_view name;
  unsigned places;
  bool built = true;
};

constexpr std::array<Key, 49> kKeys = {{
    {"version", kTop},
    {"networks", kTop},
    {"prefer", kTop},
    {"unattended", kTop},
    {"observe", kTop},
    {"zone", kTop},
    {"unit", kTop},
    {"budget", kTop},
    {"server", kTop},
    {"asset", kTop},
    {"chain", kTop},
    {"max_validity", kTop | kServer},
    {"ask_wait", kTop | kServer},
    {"host_timeout", kTop | kServer},
    {"after_unknown", kTop | kServer},
    {"servers", kBudget},
    {"hours", kBudget | kServer},
    {"command", kServer},
    {"url", kServer},
    {"cwd", kServer},
    {"env", kServer},
    {"audience", kServer},
    {"quote_keys", kServer},
    {"context", kServer, false},
    {"trust", kServer},
    {"tool", kServer},
    {"per_call", kBudget | kServer | kTool},
    {"per_hour", kBudget | kServer | kTool},
    {"per_day", kBudget | kServer | kTool},
    {"per_week", kBudget | kServer | kTool},
    {"per_month", kBudget | kServer | kTool},
    {"total", kBudget | kServer | kTool},
    {"rolling", kBudget | kServer | kTool},
    {"rate", kBudget | kServer | kTool},
    {"pay_to", kServer | kTool},
    {"schemes", kServer | kTool},
    {"price_drift", kServer | kTool},
    {"breaker", kServer | kTool},
    {"ask_above", kBudget | kServer | kTool},
    {"ask", kBudget | kServer | kTool},
    {"pay", kBudget | kServer | kTool},
    {"network", kAsset},
    {"id", kAsset},
    {"decimals", kAsset},
    {"eip712", kAsset},
    {"rpc", kChain},
    {"file", kChain},
    {"host", kChain},
    {"finality", kChain},
}};

constexpr std::array<std::pair<unsigned, std::string_view>, 6> kPlaceNames = {{
    {kTop, "the top of the file"},
    {kBudget, "[budget.NAME]"},
    {kServer, "[server.NAME]"},
    {kTool, "[server.NAME.tool.TOOL]"},
    {kAsset, "[asset.NAME]"},
    {kChain, "[chain.NETWORK]"},
}};

std::string Suggestion(std::string_view word, unsigned place) {
  std::vector<std::string> names;
  for (const Key& key : kKeys) {
    if ((key.places & place) != 0 && key.built) names.emplace_back(key.name);
  }
  const std::optional<std::string> meant = NearestWord(word, names);
  return meant ? absl::StrFormat("did you mean '%s'?", *meant) : "remove it, or repair its name";
}

std::string PlacesOf(const Key& key) {
  std::string text;
  for (const auto& [bit, name] : kPlaceNames) {
    if ((key.places & bit) != 0) {
      absl::StrAppendFormat(&text, "%s%s", text.empty() ? "" : " or ", name);
    }
  }
  return text;
}

}  // namespace

void CheckKeys(const Node& table, Place place, std::string_view where, LoadErrors& errors) {
  const auto bit = static_cast<unsigned>(place);
  for (const Member& member : table.members) {
    const auto* key = std::find_if(kKeys.begin(), kKeys.end(),
                                   [&](const Key& known) { return known.name == member.key; });
    if (key == kKeys.end()) {
      errors.Add(member.at, absl::StrFormat("unknown key %s in %s; %s", Quoted(member.key), where,
                                            Suggestion(member.key, bit)));
    } else if (!key->built) {
      errors.Add(member.at,
                 absl::StrFormat("'%s' is known, but not supported by this version; remove it",
                                 key->name));
    } else if ((key->places & bit) == 0) {
      errors.Add(member.at, absl::StrFormat("'%s' does not belong into %s; move it to %s",
                                            key->name, where, PlacesOf(*key)));
    }
  }
}

}  // namespace tollpass
