#include "home/ap2_mandate.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"
#include "home/json_rows.h"
#include "home/limits_json.h"
#include "home/mandate_json.h"
#include "home/money_text.h"

namespace tollpass {
namespace {

using json::ObjectWriter;

constexpr std::string_view kVct = "mandate.payment.open.1";

/// Currencies whose minor unit is known here; ISO 4217.
struct Currency {
  std::string_view code;
  int decimals = 2;
};
constexpr std::array<Currency, 12> kCurrencies = {{{"USD"},
                                                   {"EUR"},
                                                   {"GBP"},
                                                   {"CHF"},
                                                   {"CAD"},
                                                   {"AUD"},
                                                   {"NOK"},
                                                   {"SEK"},
                                                   {"DKK"},
                                                   {"SGD"},
                                                   {"JPY", 0},
                                                   {"KRW", 0}}};

/// `sum`, at kSumDecimals, in minor units of `currency`; std::nullopt where that is no whole number
/// that JSON holds.
std::optional<int64_t> MinorUnits(Amount sum, const Currency& currency) {
  const absl::StatusOr<Amount> minor =
      ParseDecimal(FormatDecimal(sum, kSumDecimals), currency.decimals);
  constexpr uint64_t kLargest = (uint64_t{1} << 53) - 1;
  if (!minor.ok() || *minor > Amount(kLargest)) return std::nullopt;
  int64_t value = 0;
  for (const char digit : minor->ToAtomic()) value = value * 10 + (digit - '0');
  return value;
}

/// One translation.
class Translation {
 public:
  explicit Translation(const MandateRow& row) : row_(row), terms_(row.terms) {}

  Ap2Mandate Run() &&;

 private:
  void Reference();
  void Limits();
  void Money(const LimitSpec& limit, bool& has_budget);
  void Payees();
  void Instruments();
  void Times();
  void OwnWords();
  void Holder(ObjectWriter& claims);

  ObjectWriter Constraint(std::string_view type) {
    ObjectWriter writer;
    writer.String("type", type);
    return writer;
  }
  void Add(const ObjectWriter& constraint) { constraints_.push_back(constraint.Done()); }
  void Lose(std::string_view what, std::string_view why) {
    losses_.push_back(absl::StrFormat("%s: %s", what, why));
  }

  const MandateRow& row_;
  const MandateTerms& terms_;
  std::vector<std::string> constraints_;
  std::vector<std::string> losses_;
};

void Translation::Reference() {
  const Digest digest = Sha256(row_.order);
  Add(Constraint("payment.reference")
          .String("conditional_transaction_id",
                  Base64UrlEncode({reinterpret_cast<const char*>(digest.data()), digest.size()})));
  Lose("payment.reference",
       "AP2 names a checkout there; it holds the SHA-256 of the order that was signed, which only "
       "parties that agree on that can use");
}

void Translation::Money(const LimitSpec& limit, bool& has_budget) {
  const std::string name = LimitText(limit);
  const bool call = limit.window == WindowKind::kCall;
  if (!call && limit.window != WindowKind::kTotal) {
    Lose(name, "AP2 has no such window; it stands in tollpass.limits");
    return;
  }
  const auto currency = std::find_if(kCurrencies.begin(), kCurrencies.end(),
                                     [&](const Currency& c) { return c.code == limit.unit; });
  const std::optional<int64_t> minor =
      currency == kCurrencies.end() ? std::nullopt : MinorUnits(limit.maximum, *currency);
  if (!minor) {
    Lose(name, currency == kCurrencies.end()
                   ? "AP2 counts currencies of ISO 4217 only; it stands in tollpass.limits"
                   : "AP2 counts whole minor units of the currency; it stands in tollpass.limits");
    return;
  }
  Add(Constraint(call ? "payment.amount_range" : "payment.budget")
          .Integer("max", *minor)
          .String("currency", limit.unit));
  has_budget = has_budget || !call;
  Lose(name, absl::StrFormat("AP2 reads %s as the currency; for you it counts tokens at par, "
                             "which stand in tollpass.limits",
                             limit.unit));
}

void Translation::Limits() {
  bool has_budget = false;
  for (const LimitSpec& limit : terms_.limits) Money(limit, has_budget);
  if (!has_budget && terms_.uses == 0) return;
  ObjectWriter recurrence = Constraint("payment.agent_recurrence");
  recurrence.String("frequency", "ON_DEMAND");
  if (terms_.uses > 0) recurrence.Integer("max_occurrences", terms_.uses);
  Add(recurrence);
}

void Translation::Payees() {
  std::vector<std::string> allowed;
  for (const std::string& payee : terms_.payees) {
    allowed.push_back(ObjectWriter().String("id", payee).String("name", terms_.server_name).Done());
  }
  Add(Constraint("payment.allowed_payees").Raw("allowed", json::Array(allowed)));
  if (!allowed.empty()) {
    Lose("payees",
         "AP2 wants a name for each: it is that of the server's section, which the "
         "payee does not know");
  }
  if (terms_.pinned_payee) {
    Lose("pinned_payee", "AP2 cannot name the payee that you pin; it is not allowed there");
  }
}

void Translation::Instruments() {
  std::vector<std::string> allowed;
  for (const std::string& payer : terms_.wallet_keys) {
    for (const Asset& asset : terms_.assets) {
      allowed.push_back(ObjectWriter()
                            .String("id", absl::StrFormat("%s/erc20:%s", asset.network, asset.id))
                            .String("type", "x402")
                            .String("description", absl::StrFormat("%s on %s from %s", asset.symbol,
                                                                   asset.network, payer))
                            .Done());
    }
  }
  Add(Constraint("payment.allowed_payment_instruments").Raw("allowed", json::Array(allowed)));
  Lose("assets and wallet_keys",
       "AP2 names an instrument by free text: its id is the CAIP-19 id of the token, and decimals "
       "and signing domain stand in tollpass.assets");
}

void Translation::Times() {
  Add(Constraint("payment.execution_date")
          .String("not_before", FormatTime(terms_.not_before))
          .String("not_after", FormatTime(terms_.not_after - 1)));
}

void Translation::OwnWords() {
  Add(Constraint("tollpass.server")
          .String("id", terms_.server_id)
          .String("name", terms_.server_name));
  Lose("server", "AP2 has no field for it; it stands in tollpass.server");
  std::vector<std::string> assets;
  for (const Asset& asset : terms_.assets) {
    assets.push_back(ObjectWriter()
                         .String("symbol", asset.symbol)
                         .String("network", asset.network)
                         .String("id", asset.id)
                         .Integer("decimals", asset.decimals)
                         .String("eip712_name", asset.eip712_name)
                         .String("eip712_version", asset.eip712_version)
                         .Done());
  }
  Add(Constraint("tollpass.assets").Raw("allowed", json::Array(assets)));
  Add(Constraint("tollpass.limits").Raw("limits", LimitsJson(terms_.limits, terms_.assets)));
  Add(Constraint("tollpass.tools")
          .Raw("only", StringsJson(terms_.only_tools))
          .Raw("rules", ToolRulesJson(terms_.tools, terms_.assets)));
  Lose("tools", "AP2 has no field for them; they stand in tollpass.tools");
  Add(Constraint("tollpass.schemes").Raw("allowed", StringsJson(terms_.schemes)));
  Lose("schemes", "AP2 has no field for them; they stand in tollpass.schemes");
  Add(Constraint("tollpass.proof").Integer("max_validity", terms_.max_validity));
  Lose("max_validity", "AP2 has no field for it; it stands in tollpass.proof");
  if (terms_.ask_always || !terms_.ask_above.empty()) {
    Add(Constraint("tollpass.ask")
            .Bool("always", terms_.ask_always)
            .Raw("above", LimitsJson(terms_.ask_above, terms_.assets)));
    Lose("ask", "AP2 cannot ask the user about single payments; it stands in tollpass.ask");
  }
  if (!terms_.parent.empty()) {
    Add(Constraint("tollpass.parent").String("id", terms_.parent));
    Lose("parent",
         "every limit of the mandates above it holds too, and they are not in it; it "
         "stands in tollpass.parent");
  }
}

void Translation::Holder(ObjectWriter& claims) {
  const std::optional<std::string> key = HexDecode(terms_.delegate_key);
  if (terms_.delegate_key.empty() || !key) {
    Lose("cnf",
         "AP2 requires the agent's key there; the mandate names no delegate key, so it is "
         "left out");
    return;
  }
  claims.Raw("cnf", ObjectWriter()
                        .Raw("jwk", ObjectWriter()
                                        .String("kty", "OKP")
                                        .String("crv", "Ed25519")
                                        .String("x", Base64UrlEncode(*key))
                                        .Done())
                        .Done());
  Lose("cnf", "AP2 takes keys of the curve P-256 only; this one is Ed25519");
}

Ap2Mandate Translation::Run() && {
  Reference();
  Limits();
  Payees();
  Instruments();
  Times();
  OwnWords();
  ObjectWriter claims;
  claims.String("vct", kVct).Integer("iat", terms_.not_before).Integer("exp", terms_.not_after);
  Holder(claims);
  claims.Raw("constraints", json::Array(constraints_));
  Lose("signature",
       "AP2 wants an SD-JWT signed with ES256; a home has no key of the curve P-256, "
       "so these are the claims alone, and nothing proves that you made them");
  Lose("revocation", "AP2 does not learn that you revoked or used up the mandate");
  return {claims.Done(), std::move(losses_)};
}

}  // namespace

Ap2Mandate Ap2MandateOf(const MandateRow& row) { return Translation(row).Run(); }

}  // namespace tollpass
