#include "home/pins.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/asset.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/network.h"
#include "core/reason.h"
#include "core/status.h"
#include "home/asset_text.h"
#include "home/json_rows.h"

namespace tollpass {
namespace {

constexpr size_t kShownDigits = 12;
constexpr size_t kMostText = 4096;

std::string NameOf(const Policy& policy, std::string_view server_id) {
  const ServerSection* server = policy.ServerByIdentity(server_id);
  return server == nullptr ? std::string() : server->name;
}

std::string SaidOfTool(std::string_view text) {
  return text.empty() ? std::string("(nothing that was kept)") : Printable(text, kMostText);
}

}  // namespace

absl::StatusOr<std::vector<Pin>> ReadPins(const Policy& policy, LedgerReader& reader) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<PinRow> payees, reader.Pins());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<ToolPinRow> tools, reader.ToolPins());
  std::vector<Pin> pins;
  for (const PinRow& row : payees) {
    pins.push_back({.server = NameOf(policy, row.server_id),
                    .server_id = row.server_id,
                    .payee = row.payee,
                    .tool = {},
                    .definition = {},
                    .since = row.since});
  }
  for (const ToolPinRow& row : tools) {
    pins.push_back({.server = NameOf(policy, row.server_id),
                    .server_id = row.server_id,
                    .payee = {},
                    .tool = row.tool,
                    .definition = row.definition,
                    .since = row.since});
  }
  return pins;
}

std::string PinLine(const Pin& pin) {
  const std::string what = pin.payee.empty()
                               ? absl::StrFormat("tool %s, as described by %s", Printable(pin.tool),
                                                 pin.definition.substr(0, kShownDigits))
                               : "payee " + PinText(pin.payee);
  return absl::StrFormat("%s  %s  since %s",
                         Printable(pin.server.empty() ? pin.server_id : pin.server), what,
                         FormatTime(pin.since));
}

std::string PinJson(const Pin& pin) {
  return json::ObjectWriter()
      .Raw("server", TextOrNull(pin.server))
      .String("server_id", pin.server_id)
      .Raw("payee", TextOrNull(pin.payee))
      .Raw("tool", TextOrNull(pin.tool))
      .Raw("definition", TextOrNull(pin.definition))
      .String("since", FormatTime(pin.since))
      .Done();
}

absl::Status AcceptPayee(const ServerSection& server, std::string_view payee, Order& order) {
  const size_t slash = payee.find('/');
  const std::string_view network = payee.substr(0, slash);
  if (slash == std::string_view::npos || !IsNetworkId(network) || slash + 1 == payee.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--pay-to: %s is no account on a network, like eip155:84532/0x2096...",
                        json::Quote(payee)));
  }
  order.subject = server.identity;
  order.binding = AssetKey(network, CanonicalId(network, payee.substr(slash + 1)));
  return absl::OkStatus();
}

absl::StatusOr<std::string> AcceptTool(const ServerSection& server, const ChangedTool& tool,
                                       LedgerReader& reader, int64_t now, Order& order) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader.Pending(now));
  std::map<std::string, std::string> said;  // by definition
  for (const Approval& question : pending) {
    if (question.server_id == server.identity && question.tool == tool.name &&
        question.reason == ReasonCode(Reason::kToolChanged) &&
        question.tool_definition.starts_with(tool.definition)) {
      said[question.tool_definition] = question.tool_text;
    }
  }
  if (said.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "no question waits about such a change of the tool %s of %s; see: tollpass pending",
        Printable(tool.name), server.name));
  }
  if (said.size() > 1) {
    std::string list;
    for (const auto& [definition, text] : said) {
      absl::StrAppendFormat(&list, "\n  --definition %s: %s", definition.substr(0, kShownDigits),
                            SaidOfTool(text));
    }
    return absl::FailedPreconditionError(absl::StrFormat(
        "the server said different things about the tool %s; say which you accept:%s",
        Printable(tool.name), list));
  }
  order.subject = server.identity;
  order.binding = std::string(kToolPinPrefix) + said.begin()->first;
  order.body = tool.name;
  return SaidOfTool(said.begin()->second);
}

}  // namespace tollpass
