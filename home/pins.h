#ifndef TOLLPASS_HOME_PINS_H_
#define TOLLPASS_HOME_PINS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/order.h"
#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// Something that a server is known by: whom it wants paid on a network, or what it says about a
/// tool.
struct Pin {
  std::string server;  // section name; empty where the policy has none
  std::string server_id;
  std::string payee;       // AssetKey(network, account); empty for a tool
  std::string tool;        // empty for a payee
  std::string definition;  // Call::tool_definition, of a tool
  int64_t since = 0;       // unix seconds
};

absl::StatusOr<std::vector<Pin>> ReadPins(const Policy& policy, LedgerReader& reader);

std::string PinLine(const Pin& pin);
/// The object `pin` of docs/json.md.
std::string PinJson(const Pin& pin);

/// Fills in an order to accept `payee`, "network/account", as that of `server`. InvalidArgument: it
/// has another form.
absl::Status AcceptPayee(const ServerSection& server, std::string_view payee, Order& order);

/// A tool whose change is to be accepted.
struct ChangedTool {
  std::string_view name;
  std::string_view definition;  // how the accepted Call::tool_definition begins; or empty
};

/// Fills in an order to accept what `server` says about a tool now, as the questions about a change
/// of it tell; returns it for a person to read. NotFound: nothing asks about such a one.
/// FailedPrecondition: several do, of different definitions, and `tool` does not say which.
absl::StatusOr<std::string> AcceptTool(const ServerSection& server, const ChangedTool& tool,
                                       LedgerReader& reader, int64_t now, Order& order);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_PINS_H_
