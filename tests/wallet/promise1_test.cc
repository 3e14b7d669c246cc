#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "mandates/ledger.h"
#include "tests/wallet/kernel_home.h"
#include "tests/wallet/known_keys.h"
#include "wallet/schemes/eip3009.h"

/// Promise 1: nothing is signed that was not decided. The offer that was judged good is the one
/// that is charged and signed, and what is signed is rebuilt from typed fields.
namespace tollpass {
namespace {

using Json = nlohmann::json;

/// Who signed `payload`, if it is a transfer of exactly `terms` until `valid_before`.
std::optional<std::string> SignerOf(const std::string& payload, const Terms& terms) {
  const Json parsed = Json::parse(payload);
  const Json& authorization = parsed["authorization"];
  TransferWithAuthorization transfer;
  transfer.from = *eip712::EncodeAddress(terms.payer);
  transfer.to = *eip712::EncodeAddress(terms.payee);
  transfer.value = eip712::EncodeUint(terms.charge);
  transfer.valid_before = *eip712::EncodeUint(authorization["validBefore"].get<std::string>());
  transfer.nonce = *eip712::EncodeBytes32(authorization["nonce"].get<std::string>());
  const auto domain = eip712::DomainSeparator({"USDC", "2", 84532, std::string(kTestUsdc)});
  const std::string bytes = *HexDecode(parsed["signature"].get<std::string>().substr(2));
  std::array<uint8_t, 65> signature{};
  std::copy(bytes.begin(), bytes.end(), signature.begin());
  signature[64] = static_cast<uint8_t>(signature[64] - 27);
  return RecoverAccount(eip712::SigningDigest(*domain, HashTransfer(transfer)), signature);
}

Terms ChargedTerms(KernelHome& home, const std::string& charge_id) {
  SystemRandom random;
  auto ledger = Ledger::Open(home.home(), home.clock(), random);
  EXPECT_TRUE(ledger.ok()) << ledger.status();
  auto found = (*ledger)->Find(charge_id);
  EXPECT_TRUE(found.ok()) << found.status();
  return found.ok() ? found->first : Terms();
}

TEST(Promise1NothingSignedThatWasNotDecided, TheSignatureIsOverTheTermsThatWereCharged) {
  KernelHome home;
  home.Allow();
  const auto request = home.Request("{}");
  const Decision paid = home.Start()->Authorize(request);
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);

  const Terms terms = ChargedTerms(home, paid.charge_id);
  EXPECT_EQ(terms.charge, Amount(10'000));
  EXPECT_EQ(terms.payee, CanonicalId("eip155:84532", kTestPayee));
  EXPECT_EQ(terms.payer, kAccount0);
  EXPECT_EQ(SignerOf(paid.proof.payload, terms), kAccount0);
  EXPECT_EQ(home.SpentToday(), "10000");

  EXPECT_EQ(paid.proof.offer, request.challenge.offers[0].verbatim);
  EXPECT_EQ(paid.proof.resource, request.challenge.resource);
  EXPECT_EQ(paid.proof.extensions, request.challenge.extensions);
  EXPECT_EQ(paid.proof.dialect, "x402-v2");
}

TEST(Promise1NothingSignedThatWasNotDecided, AProofLivesNoLongerThanThePolicyAllows) {
  KernelHome home;
  home.WritePolicy("max_validity = \"30s\"\n" + std::string(kFiveADay));
  home.Allow();
  auto request = home.Request("{}");
  request.challenge.offers[0].timeout_seconds = int64_t{1} << 62;
  const Decision paid = home.Start()->Authorize(request);
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  const Json payload = Json::parse(paid.proof.payload);
  EXPECT_EQ(payload["authorization"]["validBefore"],
            std::to_string(home.clock().UnixMillis() / 1000 + 30));
}

TEST(Promise1NothingSignedThatWasNotDecided, WhatAServerAddsToAnOfferNeverEntersTheSignature) {
  const auto payload_for = [](const std::string& extra) {
    KernelHome home;
    home.Allow([](MandateTerms& terms) { terms.id = "m_fixed"; });
    auto request = home.Request("{}");
    request.challenge.offers[0].extra = extra;
    const Decision paid = home.StartSeeded()->Authorize(request);
    EXPECT_EQ(paid.kind, DecisionKind::kPay) << extra << " " << ReasonCode(paid.reason);
    return paid.proof.payload;
  };
  const std::string plain = payload_for("{}");
  ASSERT_FALSE(plain.empty());
  for (const char* extra : {
           R"({"digest":"0x4f4985a0c4a7592c738a9d385dac72ed9932049a3a642b4923659213c54fa8c6"})",
           R"({"decimals":18,"nonce":"0x00","validBefore":"9999999999","validAfter":"1"})",
           R"({"authorization":{"value":"999999"},"signature":"0x00","to":"0x00"})",
       }) {
    EXPECT_EQ(payload_for(extra), plain) << extra;
  }
}

struct Trap {
  const char* attack;  // as the threat catalogue names it
  void (*set)(Challenge&);
  Reason reason;
};

TEST(Promise1NothingSignedThatWasNotDecided, EveryTrapInAnOfferIsDeclinedAndNothingIsCharged) {
  const std::vector<Trap> traps = {
      {"T04 testnet to mainnet swap",
       [](Challenge& c) {
         c.offers[0].network = "eip155:8453";
         c.offers[0].asset = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
         c.offers[0].extra = "";
       },
       Reason::kNetworkNotAllowed},
      {"T05 a cheap entry first, another one meant",
       [](Challenge& c) {
         Offer cheap = c.offers[0];
         cheap.network = "solana:101";
         cheap.asset = "X";
         cheap.amount = "1";
         c.offers[0].amount = "900000";
         c.offers.insert(c.offers.begin(), cheap);
       },
       Reason::kOverPerCall},
      {"T07 lies about decimals",
       [](Challenge& c) {
         c.offers[0].amount = "50000000";
         c.offers[0].extra = R"({"decimals":18})";
       },
       Reason::kOverPerCall},
      {"T11 spoofed signing domain",
       [](Challenge& c) { c.offers[0].extra = R"({"name":"Evil","version":"9"})"; },
       Reason::kDomainMismatch},
      {"T13 network alias", [](Challenge& c) { c.offers[0].network = "EIP155:084532"; },
       Reason::kBadNetwork},
      {"T14 look-alike payee",
       [](Challenge& c) { c.offers[0].pay_to = "0x209693bc6afc0c5328ba36faf03c514ef312287d"; },
       Reason::kPayeeNotAllowed},
      {"P02 leading zeros", [](Challenge& c) { c.offers[0].amount = "00010000"; },
       Reason::kBadAmount},
      {"P06 wraps in 64 bits", [](Challenge& c) { c.offers[0].amount = "18446744073709561616"; },
       Reason::kOverPerCall},
      {"P09 nothing for nothing", [](Challenge& c) { c.offers[0].amount = "0"; },
       Reason::kBadAmount},
      {"a scheme that is not built", [](Challenge& c) { c.offers[0].scheme = "upto"; },
       Reason::kSchemeUnknown},
      {"a token that the user does not know", [](Challenge& c) { c.offers[0].asset = kOtherPayee; },
       Reason::kAssetUnknown},
      {"an entry that the dialect could not read",
       [](Challenge& c) { c.offers[0].defect = Reason::kBadTimeout; }, Reason::kBadTimeout},
  };
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  for (const Trap& trap : traps) {
    auto request = home.Request(Json{{"attack", trap.attack}}.dump());
    trap.set(request.challenge);
    const Decision decision = kernel->Authorize(request);
    EXPECT_EQ(decision.kind, DecisionKind::kDecline) << trap.attack;
    EXPECT_EQ(ReasonCode(decision.reason), ReasonCode(trap.reason)) << trap.attack;
    EXPECT_EQ(decision.proof, Proof()) << trap.attack;
  }
  EXPECT_EQ(home.Charges(), 0U);
  EXPECT_EQ(home.Log().size(), traps.size());
  EXPECT_EQ(home.SpentToday(), "0");
}

TEST(Promise1NothingSignedThatWasNotDecided, OneBadOfferDoesNotSpoilAGoodOne) {
  KernelHome home;
  home.Allow();
  auto request = home.Request("{}");
  Offer bad = request.challenge.offers[0];
  bad.amount = "1e4";
  bad.verbatim = "{\"bad\": 1}";
  Offer dear = request.challenge.offers[0];
  dear.amount = "15000";
  dear.verbatim = "{\"dear\": 1}";
  request.challenge.offers = {bad, dear, request.challenge.offers[0]};
  const Decision paid = home.Start()->Authorize(request);
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  EXPECT_EQ(paid.proof.offer, request.challenge.offers[2].verbatim);
  EXPECT_EQ(SignerOf(paid.proof.payload, ChargedTerms(home, paid.charge_id)), kAccount0);
  EXPECT_EQ(home.SpentToday(), "10000");
}

}  // namespace
}  // namespace tollpass
