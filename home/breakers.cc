#include "home/breakers.h"

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/json_rows.h"

namespace tollpass {

absl::StatusOr<std::vector<Breaker>> ReadBreakers(const Policy& policy, LedgerReader& reader,
                                                  int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<ToolTrouble> troubles, reader.ToolTroubles(now));
  std::vector<Breaker> breakers;
  for (const ToolTrouble& trouble : troubles) {
    Breaker& breaker = breakers.emplace_back();
    if (const ServerSection* server = policy.ServerByIdentity(trouble.server_id)) {
      breaker.server = server->name;
    }
    breaker.server_id = trouble.server_id;
    breaker.tool = trouble.tool;
    breaker.undelivered = trouble.undelivered;
    breaker.refused_prices = trouble.refused_prices;
    Facts facts;
    facts.undelivered = trouble.undelivered;
    facts.refused_prices = trouble.refused_prices;
    breaker.stops = policy.Stops(trouble.server_id, trouble.tool, facts);
  }
  return breakers;
}

std::string BreakerLine(const Breaker& breaker) {
  const std::string& name = breaker.server.empty() ? breaker.server_id : breaker.server;
  return absl::StrFormat(
      "%s  %s  %s  paid calls without delivery: %d  prices over a limit in an hour: %d",
      Printable(name), breaker.tool.empty() ? "-" : Printable(breaker.tool),
      breaker.stops ? ReasonCode(*breaker.stops) : "paid", breaker.undelivered,
      breaker.refused_prices);
}

std::string BreakerJson(const Breaker& breaker) {
  return json::ObjectWriter()
      .Raw("server", TextOrNull(breaker.server))
      .String("server_id", breaker.server_id)
      .String("tool", breaker.tool)
      .Integer("undelivered", breaker.undelivered)
      .Integer("refused_prices", breaker.refused_prices)
      .Bool("stopped", breaker.stops.has_value())
      .Raw("reason", breaker.stops ? json::Quote(ReasonCode(*breaker.stops)) : "null")
      .Done();
}

}  // namespace tollpass
