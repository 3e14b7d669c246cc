#include "tests/wallet/attacked_home.h"

#include <gtest/gtest.h>

#include "core/amount.h"
#include "policy/policy.h"
#include "tests/wallet/known_keys.h"

namespace tollpass {
namespace {

std::string Usdc(const std::string& atomic) {
  return "\"" + FormatDecimal(*Amount::FromAtomic(atomic), 6) + " USDC\"\n";
}

/// An entry of "accepts"; what is no text stays empty, as a dialect hands it on.
Offer OfferOf(const Json& entry) {
  const auto text = [&](const char* key) {
    return entry.contains(key) && entry[key].is_string() ? entry[key].get<std::string>() : "";
  };
  Offer offer;
  offer.scheme = text("scheme");
  offer.network = text("network");
  offer.amount = text("amount");
  offer.asset = text("asset");
  offer.pay_to = text("payTo");
  const bool has_time =
      entry.contains("maxTimeoutSeconds") && entry["maxTimeoutSeconds"].is_number_integer();
  offer.timeout_seconds = has_time ? entry["maxTimeoutSeconds"].get<int64_t>() : 0;
  if (entry.contains("extra")) offer.extra = entry["extra"].dump();
  offer.verbatim = entry.dump();
  return offer;
}

std::vector<Offer> OffersOf(const Json& quote) {
  std::vector<Offer> offers;
  for (const Json& entry : quote.at("accepts")) offers.push_back(OfferOf(entry));
  return offers;
}

}  // namespace

std::string PolicyOf(const Json& rules, const std::string& more, const std::string& where) {
  const auto amount = [&](const char* key, const char* usual) {
    return Usdc(rules.value(key, std::string(usual)));
  };
  const std::string limits =
      "per_call = " + amount("per_call", "50000") + "per_day = " + amount("per_day", "500000");
  const std::string total = rules.contains("total") ? "total = " + amount("total", "") : "";
  return "version = 1\nnetworks = " + rules.value("networks", Json::array({"testnet"})).dump() +
         "\n[budget.all]\n" + limits + total + "[server.shop]\n" + where + "\n" + limits +
         (rules.contains("payees") ? "pay_to = " + rules["payees"].dump() + "\n" : "") + more;
}

AttackedHome::AttackedHome(const Json& rules, const std::string& more, const std::string& where) {
  const std::string text = PolicyOf(rules, more, where);
  WritePolicy(text);
  const auto policy = Policy::Parse(text, "policy.toml");
  EXPECT_TRUE(policy.ok()) << policy.status() << text;
  server_ = policy->ServerByName("shop")->identity;
}

AuthorizeRequest AttackedHome::Challenged(const Json& quote, const std::string& arguments) {
  AuthorizeRequest request = Request(arguments);
  request.call.server_id = server_;
  request.challenge.offers = OffersOf(quote);
  if (quote.contains("resource")) {
    request.challenge.resource_url = quote["resource"].value("url", "");
  }
  return request;
}

Decision AttackedHome::Pay(Kernel& kernel, const AuthorizeRequest& request) {
  Decision paid = kernel.Authorize(request);
  EXPECT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  return paid;
}

std::vector<Json> SingleQuotes(const Json& quote) {
  for (size_t i = 0; i < quote.at("accepts").size(); ++i) {
    const Json& amounts = quote["accepts"][i]["amount"];
    if (!amounts.is_array()) continue;
    std::vector<Json> quotes;
    for (const Json& amount : amounts) {
      quotes.push_back(quote);
      quotes.back()["accepts"][i]["amount"] = amount;
    }
    return quotes;
  }
  return {quote};
}

Json QuoteOf(int64_t atomic, const std::string& payee) {
  return {{"accepts",
           {{{"scheme", "exact"},
             {"network", "eip155:84532"},
             {"amount", std::to_string(atomic)},
             {"asset", kTestUsdc},
             {"payTo", payee},
             {"maxTimeoutSeconds", 60}}}}};
}

Report ReportOn(const Decision& paid, Report::Outcome outcome, bool answered) {
  Report report;
  report.charge_id = paid.charge_id;
  report.generation = paid.generation;
  report.outcome = outcome;
  report.answered = answered;
  return report;
}

Report RefusedWith(const Decision& paid, const Json& quote) {
  Report report = ReportOn(paid, Report::Outcome::kRefused);
  report.server_text = quote.value("error", "");
  report.asked_again = OffersOf(quote);
  return report;
}

Receipt ReceiptWith(const std::string& transaction, const std::string& amount) {
  Receipt receipt;
  receipt.success = true;
  receipt.network = "eip155:84532";
  receipt.transaction = transaction;
  receipt.payer = kAccount0;
  receipt.amount = amount;
  receipt.verbatim = "{}";
  return receipt;
}

}  // namespace tollpass
