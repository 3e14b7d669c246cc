#include "mandates/tool_history.h"

#include <optional>
#include <string>
#include <vector>

#include "core/asset.h"
#include "core/status.h"
#include "mandates/over_price.h"
#include "mandates/sql/tool_history.h"
#include "mandates/states.h"

namespace tollpass {
absl::Status NoteRefused(sql::Database& database, int64_t time, const sql::CallRow& call,
                         const std::vector<RefusedPrice>& refused) {
  for (const RefusedPrice& price : refused) {
    TOLLPASS_RETURN_IF_ERROR(sql::PutRefusedPrice(database, {.server_id = call.server_id,
                                                             .tool = call.tool,
                                                             .network = price.network,
                                                             .asset_id = price.asset_id,
                                                             .amount = price.amount,
                                                             .time = time}));
  }
  return absl::OkStatus();
}

absl::Status NoteDeclined(sql::Database& database, int64_t time, const Declined& declined) {
  const sql::CallRow& call = declined.call;
  if (declined.refused) {
    return NoteRefused(database, time, call, *declined.refused);
  }
  const std::optional<Reason> reason = ReasonFromCode(call.reason);
  if (call.scheme.empty() || !reason || !IsOverPrice(*reason)) {
    return absl::OkStatus();
  }
  return NoteRefused(database, time, call, {{call.network, call.asset_id, call.amount}});
}

absl::Status NotePaid(sql::Database& database, int64_t time, const sql::CallRow& call,
                      std::string_view definition) {
  TOLLPASS_RETURN_IF_ERROR(sql::PutPrice(database, {.server_id = call.server_id,
                                                    .tool = call.tool,
                                                    .network = call.network,
                                                    .asset_id = call.asset_id,
                                                    .amount = call.amount}));
  if (definition.empty()) {
    return absl::OkStatus();
  }
  return sql::PutToolPin(database, {.server_id = call.server_id,
                                    .tool = call.tool,
                                    .definition = std::string(definition),
                                    .since = time});
}

absl::Status NoteEnded(sql::Database& database, const sql::CallSite& call,
                       const ChargeChanged& changed) {
  if (changed.late) {
    TOLLPASS_RETURN_IF_ERROR(
        sql::ForgetUndeliveredCall(database, call.server_id, call.tool, call.id));
  }
  if (changed.no_fault || changed.state.call_state == changed.seen_call_state) {
    return absl::OkStatus();
  }
  const bool answered = changed.state.call_state == CallName(CallState::kAnswered);
  if (answered && !changed.empty) {
    return sql::ForgetUndelivered(database, call.server_id, call.tool);
  }
  if (answered || changed.state.call_state == CallName(CallState::kOpen)) {
    return sql::PutUndelivered(database, call.server_id, call.tool, call.id);
  }
  return absl::OkStatus();
}

absl::Status ForgetTrouble(sql::Database& database, std::string_view server_id,
                           std::string_view tool) {
  TOLLPASS_RETURN_IF_ERROR(sql::ForgetUndelivered(database, server_id, tool));
  return sql::ForgetRefusedPrices(database, server_id, tool);
}

absl::Status ReadToolFacts(sql::Database& database, std::string_view server_id,
                           std::string_view tool, int64_t now, Facts& facts) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::PriceRow> prices,
                            sql::FindPrices(database, server_id, tool));
  for (const sql::PriceRow& row : prices) {
    facts.last_prices.push_back({AssetKey(row.network, row.asset_id), row.amount});
  }
  TOLLPASS_ASSIGN_OR_RETURN(facts.undelivered,
                            sql::CountUndelivered(database, server_id, tool, kMostUndelivered));
  TOLLPASS_ASSIGN_OR_RETURN(
      facts.refused_prices,
      sql::CountRefusedPrices(database, server_id, tool, now - kRefusedPriceSeconds));
  TOLLPASS_ASSIGN_OR_RETURN(facts.pinned_tool, sql::FindToolPin(database, server_id, tool));
  return absl::OkStatus();
}

}  // namespace tollpass
