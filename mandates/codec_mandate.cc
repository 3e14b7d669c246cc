#include <google/protobuf/repeated_ptr_field.h>

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/network.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/codec_fields.h"
#include "mandates/codec_limit.h"
#include "mandates/proto/mandate.pb.h"

namespace tollpass {
namespace {

using google::protobuf::RepeatedPtrField;

constexpr int kMaxDecimals = 36;

void EncodeTexts(const std::vector<std::string>& texts, RepeatedPtrField<std::string>& field) {
  for (const std::string& text : texts) {
    *field.Add() = text;
  }
}

void EncodeLimits(const std::vector<LimitSpec>& limits, RepeatedPtrField<wire::Limit>& field) {
  for (const LimitSpec& limit : limits) {
    EncodeLimit(limit, *field.Add());
  }
}

void EncodeAssets(const std::vector<Asset>& assets, wire::Mandate& message) {
  for (const Asset& asset : assets) {
    wire::Asset& field = *message.add_assets();
    field.set_symbol(asset.symbol);
    field.set_network(asset.network);
    field.set_id(asset.id);
    field.set_decimals(asset.decimals);
    field.set_eip712_name(asset.eip712_name);
    field.set_eip712_version(asset.eip712_version);
  }
}

void EncodeTools(const std::vector<ToolRule>& tools, wire::Mandate& message) {
  for (const ToolRule& rule : tools) {
    wire::ToolRule& field = *message.add_tools();
    field.set_tool(rule.tool);
    EncodeLimits(rule.limits, *field.mutable_limits());
    EncodeLimits(rule.ask_above, *field.mutable_ask_above());
    field.set_ask_always(rule.ask_always);
    field.set_never_paid(!rule.pay);
    EncodeTexts(rule.payees, *field.mutable_payees());
    field.set_pinned_payee(rule.pinned_payee);
    EncodeTexts(rule.schemes, *field.mutable_schemes());
  }
}

std::vector<std::string> DecodeTexts(const RepeatedPtrField<std::string>& field) {
  return {field.begin(), field.end()};
}

/// In one list no two are of the same sum: both would add a payment to it.
absl::StatusOr<std::vector<LimitSpec>> DecodeLimits(const RepeatedPtrField<wire::Limit>& field) {
  std::vector<LimitSpec> limits;
  std::set<std::tuple<WindowKind, int64_t, std::string>> sums;
  for (const wire::Limit& message : field) {
    TOLLPASS_ASSIGN_OR_RETURN(LimitSpec limit, DecodeLimit(message));
    TOLLPASS_RETURN_IF_ERROR(Require(limit.window != WindowKind::kUses, "limit.window",
                                     "is none of uses, which have a field of their own"));
    TOLLPASS_RETURN_IF_ERROR(Require(sums.emplace(limit.window, limit.seconds, limit.unit).second,
                                     "limit", "is the only one of its window and unit in a list"));
    limits.push_back(std::move(limit));
  }
  return limits;
}

/// What is asked about is one payment; any other window would be taken for a limit and never ask.
absl::StatusOr<std::vector<LimitSpec>> DecodeAskAbove(const RepeatedPtrField<wire::Limit>& field) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<LimitSpec> limits, DecodeLimits(field));
  for (const LimitSpec& limit : limits) {
    TOLLPASS_RETURN_IF_ERROR(
        Require(limit.window == WindowKind::kCall, "ask_above", "has limits for a call only"));
  }
  return limits;
}

absl::StatusOr<std::vector<Asset>> DecodeAssets(const wire::Mandate& message) {
  std::vector<Asset> assets;
  for (const wire::Asset& field : message.assets()) {
    TOLLPASS_RETURN_IF_ERROR(
        Require(IsNetworkId(field.network()), "asset.network", "is a CAIP-2 id"));
    TOLLPASS_RETURN_IF_ERROR(Require(IsUnitName(field.symbol()) && !field.id().empty(), "asset",
                                     "has a symbol, without spaces, and an id"));
    TOLLPASS_RETURN_IF_ERROR(Require(field.decimals() >= 0 && field.decimals() <= kMaxDecimals,
                                     "asset.decimals", "is between 0 and 36"));
    assets.push_back({.symbol = field.symbol(),
                      .network = field.network(),
                      .id = field.id(),
                      .decimals = field.decimals(),
                      .eip712_name = field.eip712_name(),
                      .eip712_version = field.eip712_version()});
  }
  return assets;
}

absl::StatusOr<std::vector<ToolRule>> DecodeTools(const wire::Mandate& message) {
  std::vector<ToolRule> tools;
  std::set<std::string_view> names;
  for (const wire::ToolRule& field : message.tools()) {
    TOLLPASS_RETURN_IF_ERROR(Require(!field.tool().empty(), "tool", "has a name"));
    TOLLPASS_RETURN_IF_ERROR(
        Require(names.insert(field.tool()).second, "tool", "is named once in all rules"));
    ToolRule& rule = tools.emplace_back();
    rule.tool = field.tool();
    TOLLPASS_ASSIGN_OR_RETURN(rule.limits, DecodeLimits(field.limits()));
    TOLLPASS_ASSIGN_OR_RETURN(rule.ask_above, DecodeAskAbove(field.ask_above()));
    rule.ask_always = field.ask_always();
    rule.pay = !field.never_paid();
    rule.payees = DecodeTexts(field.payees());
    rule.pinned_payee = field.pinned_payee();
    rule.schemes = DecodeTexts(field.schemes());
  }
  return tools;
}

/// One form for each key.
bool IsKeyText(std::string_view text) {
  constexpr size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

absl::Status CheckRanges(const wire::Mandate& message) {
  TOLLPASS_RETURN_IF_ERROR(Require(IsId(message.id()), "id", "is 1 to 64 of [A-Za-z0-9_-]"));
  TOLLPASS_RETURN_IF_ERROR(Require(!message.ledger_id().empty(), "ledger_id", "is not empty"));
  TOLLPASS_RETURN_IF_ERROR(Require(!message.server_id().empty(), "server_id", "is not empty"));
  TOLLPASS_RETURN_IF_ERROR(Require(message.uses() >= 0, "uses", "is not negative"));
  TOLLPASS_RETURN_IF_ERROR(
      Require(message.max_validity() >= 0 && message.max_validity() <= kLongestValiditySeconds,
              "max_validity", "is between 0 and 366 days"));
  TOLLPASS_RETURN_IF_ERROR(Require(IsTime(message.not_before()) && IsTime(message.not_after()) &&
                                       message.not_before() < message.not_after(),
                                   "not_after", "is a time after not_before, before year 10000"));
  TOLLPASS_RETURN_IF_ERROR(Require(message.parent().empty() || IsId(message.parent()), "parent",
                                   "is 1 to 64 of [A-Za-z0-9_-]"));
  return Require(message.delegate_key().empty() || IsKeyText(message.delegate_key()),
                 "delegate_key", "is 64 hex digits, in lower case");
}

}  // namespace

std::string EncodeMandate(const MandateTerms& terms) {
  wire::Mandate message;
  message.set_id(terms.id);
  message.set_ledger_id(terms.ledger_id);
  message.set_server_id(terms.server_id);
  message.set_server_name(terms.server_name);
  EncodeAssets(terms.assets, message);
  EncodeLimits(terms.limits, *message.mutable_limits());
  EncodeTools(terms.tools, message);
  EncodeTexts(terms.only_tools, *message.mutable_only_tools());
  message.set_uses(terms.uses);
  EncodeTexts(terms.payees, *message.mutable_payees());
  message.set_pinned_payee(terms.pinned_payee);
  EncodeTexts(terms.wallet_keys, *message.mutable_wallet_keys());
  EncodeTexts(terms.schemes, *message.mutable_schemes());
  EncodeLimits(terms.ask_above, *message.mutable_ask_above());
  message.set_ask_always(terms.ask_always);
  message.set_answers_ask(terms.answers_ask);
  message.set_max_validity(terms.max_validity);
  EncodeTexts(terms.trust, *message.mutable_trust());
  EncodeTexts(terms.chain_sources, *message.mutable_chain_sources());
  message.set_not_before(terms.not_before);
  message.set_not_after(terms.not_after);
  message.set_parent(terms.parent);
  message.set_delegate_key(terms.delegate_key);
  return message.SerializeAsString();
}

absl::StatusOr<MandateTerms> DecodeMandate(std::string_view bytes) {
  wire::Mandate message;
  TOLLPASS_RETURN_IF_ERROR(ParseMessage(bytes, message));
  TOLLPASS_RETURN_IF_ERROR(At("Mandate", CheckRanges(message)));
  MandateTerms terms;
  terms.id = message.id();
  terms.ledger_id = message.ledger_id();
  terms.server_id = message.server_id();
  terms.server_name = message.server_name();
  TOLLPASS_ASSIGN_OR_RETURN(terms.assets, DecodeAssets(message));
  TOLLPASS_ASSIGN_OR_RETURN(terms.limits, DecodeLimits(message.limits()));
  TOLLPASS_ASSIGN_OR_RETURN(terms.tools, DecodeTools(message));
  terms.only_tools = DecodeTexts(message.only_tools());
  terms.uses = message.uses();
  terms.payees = DecodeTexts(message.payees());
  terms.pinned_payee = message.pinned_payee();
  terms.wallet_keys = DecodeTexts(message.wallet_keys());
  terms.schemes = DecodeTexts(message.schemes());
  TOLLPASS_ASSIGN_OR_RETURN(terms.ask_above, DecodeAskAbove(message.ask_above()));
  terms.ask_always = message.ask_always();
  terms.answers_ask = message.answers_ask();
  terms.max_validity = message.max_validity();
  terms.trust = DecodeTexts(message.trust());
  terms.chain_sources = DecodeTexts(message.chain_sources());
  terms.not_before = message.not_before();
  terms.not_after = message.not_after();
  terms.parent = message.parent();
  terms.delegate_key = message.delegate_key();
  return terms;
}

}  // namespace tollpass
