#include "samples/paid_server/quote_proof.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "samples/paid_server/signed_document.h"
#include "tests/samples/paywalled.h"
#include "tests/samples/quote_payer.h"

/// Every member of a proof, spoiled one by one.
namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr char kOtherAccount[] = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

struct SpoiledProof {
  std::string name;
  std::function<void(json& proof)> spoil;
  std::string reason;
};

SpoiledProof Without(const std::string& member, const std::string& reason) {
  return {"without " + member, [=](json& proof) { proof.erase(member); }, reason};
}

SpoiledProof With(const std::string& member, const json& value, const std::string& reason) {
  return {member + " = " + value.dump(), [=](json& proof) { proof[member] = value; }, reason};
}

/// Signed by the wallet like a good one.
SpoiledProof Signed(const std::string& member, const json& value, const std::string& reason) {
  return {member + " = " + value.dump() + ", signed",
          [=](json& proof) {
            proof[member] = value;
            SignProof(proof);
          },
          reason};
}

/// A changed member of the transfer, signed by the payer like a good one.
SpoiledProof Transfer(const std::string& member, const json& value, const std::string& reason) {
  return {"transfer " + member + " = " + value.dump(),
          [=](json& proof) {
            proof["settlement"]["payload"]["authorization"][member] = value;
            SignTransfer(proof);
          },
          reason};
}

std::vector<SpoiledProof> SpoiledForms() {
  std::vector<SpoiledProof> forms;
  for (const char* member : {"protocol", "version"}) {
    forms.push_back(Without(member, "payment_protocol_unsupported"));
    forms.push_back(With(member, "2", "payment_protocol_unsupported"));
  }
  forms.push_back(With("version", 1, "payment_protocol_unsupported"));
  for (const char* member :
       {"type", "payment_id", "quote_id", "quote_digest", "mandate_digest", "amount", "asset",
        "payee", "rail", "created_at", "settlement", "sig"}) {
    const std::string reason = std::string("payment_malformed: ") + member;
    forms.push_back(Without(member, reason));
    forms.push_back(With(member, nullptr, reason));
    forms.push_back(With(member, json::array({"x"}), reason));
  }
  const std::string digest = DocumentDigest("{}").value();
  for (auto& form : std::vector<SpoiledProof>{
           With("type", "quote", "payment_malformed: type"),
           With("payment_id", "pay_0123456789a", "payment_malformed: payment_id"),
           With("payment_id", std::string(129, 'a'), "payment_malformed: payment_id"),
           With("payment_id", "pay 0123456789abcdef", "payment_malformed: payment_id"),
           With("quote_id", std::string(65, 'a'), "payment_malformed: quote_id"),
           With("quote_digest", digest.substr(8), "payment_malformed: quote_digest"),
           With("mandate_digest", digest + "=", "payment_malformed: mandate_digest"),
           With("amount", "010000", "payment_malformed: amount"),
           With("amount", 10000, "payment_malformed: amount"),
           With("amount", std::string(32, '1'), "payment_malformed: amount"),
           With("asset", "", "payment_malformed: asset"),
           With("created_at", "1800000000", "payment_malformed: created_at"),
           With("created_at", 1.8e9, "payment_malformed: created_at"),
           With("created_at", -1, "payment_malformed: created_at"),
           With("note", "unsigned", "payment_malformed: a member too many")}) {
    forms.push_back(std::move(form));
  }
  return forms;
}

/// Parts of the members that are objects.
std::vector<SpoiledProof> SpoiledParts() {
  std::vector<SpoiledProof> parts;
  const auto add = [&](const std::string& name, std::function<void(json&)> spoil,
                       const std::string& reason) {
    parts.push_back({name, std::move(spoil), "payment_malformed: " + reason});
  };
  for (const char* member : {"alg", "kid", "value"}) {
    add(
        std::string("sig without ") + member, [=](json& p) { p["sig"].erase(member); }, "sig");
    add(
        std::string("sig with wrong ") + member, [=](json& p) { p["sig"][member] = "x"; }, "sig");
  }
  add(
      "sig with a member more", [](json& p) { p["sig"]["note"] = 1; }, "sig");
  add(
      "settlement without payload", [](json& p) { p["settlement"].erase("payload"); },
      "settlement");
  add(
      "settlement with a member more", [](json& p) { p["settlement"]["note"] = 1; }, "settlement");
  add(
      "transfer without signature", [](json& p) { p["settlement"]["payload"].erase("signature"); },
      "settlement");
  add(
      "transfer with a member more", [](json& p) { p["settlement"]["payload"]["note"] = 1; },
      "settlement");
  for (const char* member : {"from", "to", "value", "validAfter", "validBefore", "nonce"}) {
    add(
        std::string("transfer without ") + member,
        [=](json& p) { p["settlement"]["payload"]["authorization"].erase(member); }, "settlement");
  }
  return parts;
}

std::vector<SpoiledProof> SpoiledTerms() {
  return {
      Signed("quote_id", "q_0123456789abcdef", "quote_unknown"),
      Signed("quote_digest", DocumentDigest("{}").value(), "quote_digest_mismatch"),
      Signed("amount", "9999", "payment_amount_mismatch"),
      Signed("amount", "10001", "payment_amount_mismatch"),
      Signed("asset", "eip155:84532/erc20:0x036cbd53842c5426634e7929541ec2318f3dcf7e",
             "payment_asset_mismatch"),
      Signed("payee", kOtherAccount, "payment_payee_mismatch"),
      Signed("rail", "ledger", "payment_rail_mismatch"),
      Signed("settlement", {{"kind", "ledger"}, {"transfer_id", "x"}}, "payment_rail_mismatch"),
      Signed("created_at", kNow + 31, "payment_not_yet_valid"),
      Signed("created_at", kNow - 31, "payment_time_mismatch"),
      Transfer("from", kOtherAccount, "invalid_exact_evm_signature"),
      Transfer("to", kOtherAccount, "invalid_exact_evm_recipient_mismatch"),
      Transfer("value", "9999", "invalid_exact_evm_payload_authorization_value_mismatch"),
      Transfer("validAfter", std::to_string(kNow),
               "invalid_exact_evm_payload_authorization_valid_after"),
      Transfer("validBefore", std::to_string(kNow + 5),
               "invalid_exact_evm_payload_authorization_valid_before"),
  };
}

class QuoteProofs : public Paywalled {
 protected:
  void ExpectRefused(const std::vector<SpoiledProof>& spoiled_proofs) {
    Shop shop = Open({.payer_keys = {WalletKey().public_key()}});
    for (const SpoiledProof& spoiled : spoiled_proofs) {
      SCOPED_TRACE(spoiled.name);
      json proof = PayQuote(shop.AskQuote(kOslo), {.payment_id = RandomId(random_, "pay_", 16)});
      spoiled.spoil(proof);
      Expect(shop.Ask("forecast", kOslo, proof.dump()), spoiled.reason);
    }
    EXPECT_EQ(shop.Count("settled"), 0U);
  }

  SystemRandom random_;

  static void Expect(const Reply& reply, const std::string& reason) {
    ASSERT_TRUE(reply && reply->contains("error")) << "not refused";
    const json& error = (*reply)["error"];
    EXPECT_EQ(error["message"], "Payment refused: " + reason);
    EXPECT_EQ(error["code"], -32402);
    EXPECT_TRUE(error["data"]["quote"].is_object()) << "a refusal carries a fresh quote";
  }
};

TEST_F(QuoteProofs, MemberOfAnotherFormIsRefused) { ExpectRefused(SpoiledForms()); }
TEST_F(QuoteProofs, PartOfAnotherFormIsRefused) { ExpectRefused(SpoiledParts()); }
TEST_F(QuoteProofs, ValueThatIsNotTheQuotesIsRefused) { ExpectRefused(SpoiledTerms()); }

TEST_F(QuoteProofs, OutlivedQuoteIsRefused) {
  Shop shop = Open();
  const json proof =
      PayQuote(shop.AskQuote(kOslo), {.created_at = kNow + 59, .valid_before = kNow + 600});
  shop.clock().now = kNow + 60;
  Expect(shop.Ask("forecast", kOslo, proof.dump()), "quote_expired");
  shop.clock().now = kNow + 59;
  EXPECT_TRUE(shop.Call("forecast", kOslo, proof.dump())->contains("_meta"));
}

TEST_F(QuoteProofs, TextThatCouldBeReadTwoWaysIsRefused) {
  Shop shop = Open();
  const std::string good = PayQuote(shop.AskQuote(kOslo)).dump();
  const std::string twice = R"({"amount":"10000",)" + good.substr(1);
  const std::string deep = std::string(16, '[') + std::string(16, ']');
  Expect(shop.Ask("forecast", kOslo, twice), "payment_malformed: its JSON");
  Expect(shop.Ask("forecast", kOslo, R"({"note":)" + deep + "," + good.substr(1)),
         "payment_malformed: its JSON");
  Expect(
      shop.Ask("forecast", kOslo, good.substr(0, good.size() - 1) + std::string(16384, ' ') + "}"),
      "payment_malformed: larger than 16 KiB");
  Expect(shop.Ask("forecast", kOslo, R"("text")"), "payment_malformed: its JSON");
}

}  // namespace
}  // namespace tollpass::samples
