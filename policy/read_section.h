#ifndef TOLLPASS_POLICY_READ_SECTION_H_
#define TOLLPASS_POLICY_READ_SECTION_H_

#include <cstdint>
#include <string>

#include "policy/document.h"
#include "policy/load_errors.h"
#include "policy/rules.h"
#include "policy/units.h"

/// From tables of the file to resolved rules. Each function reads as much as it can and adds an
/// error for the rest.
namespace tollpass {

/// The keys that budgets, servers and tools share. `counter` is left to the caller; `zone` is the
/// file's, for calendar windows and hours.
Section ReadSection(const Node& table, std::string name, const Units& units, const TimeZone& zone,
                    LoadErrors& errors);

/// `price_drift` and `breaker`.
void ReadSafeguards(const Node& table, Section& section, LoadErrors& errors);

/// [asset.NAME] into `assets`.
void ReadAssets(const Node& root, AssetTable& assets, LoadErrors& errors);
/// Every [budget.NAME].
void ReadBudgets(const Node& root, const Units& units, PolicyRules& rules, LoadErrors& errors);
/// Every [server.NAME] with its tool sections; budgets and times of the top must be read already.
void ReadServers(const Node& root, const Units& units, PolicyRules& rules, LoadErrors& errors);
/// What stands at the top of the file, except sections.
void ReadTop(const Node& root, const Units& units, PolicyRules& rules, LoadErrors& errors);

/// `command` or `url` with what belongs to them.
ServerEndpoint ReadEndpoint(const Node& server, Position at, LoadErrors& errors);

/// What may stand at the top and in a server section; absent keys leave the values as they are.
struct Timing {
  ServerTimes& times;
  int64_t& max_validity;
  AfterUnknown& after_unknown;
};
void ReadTiming(const Node& table, Timing timing, LoadErrors& errors);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_READ_SECTION_H_
