#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mandates/codec.h"
#include "tests/wallet/attack_drivers.h"
#include "tests/wallet/attacked_home.h"
#include "tests/wallet/failing_ledger.h"
#include "wallet/kernel/authorize.h"

namespace tollpass {
namespace {

constexpr char kPayee1[] = "0x1111111111111111111111111111111111111111";

/// {"policy_text": …}: a file with such a line stops payments until it is mended.
void PolicyText(const Attack& attack) {
  const Json& text = attack.input["policy_text"];
  for (const Json& line : text.is_array() ? text : Json::array({text})) {
    KernelHome home;
    home.Allow();
    const auto kernel = home.Start();
    ASSERT_EQ(kernel->Authorize(home.Request("1")).kind, DecisionKind::kPay);
    const std::string value = line.get<std::string>().substr(std::string("per_call: ").size());
    home.WritePolicy(std::string(kFiveADay) + "[budget.b]\nservers = []\nper_call = " + value +
                     "\n");
    const Decision broken = kernel->Authorize(home.Request("2"));
    EXPECT_EQ(broken.kind, DecisionKind::kUnavailable) << line;
    EXPECT_EQ(broken.reason, Reason::kPolicyBroken) << line;
    EXPECT_NE(broken.notice, "") << "the user is told";
    home.WritePolicy(kFiveADay);
    EXPECT_EQ(kernel->Authorize(home.Request("2")).kind, DecisionKind::kPay) << line;
  }
}

/// {"mandate": {"exp": "t+1s"}, "approval_takes": "5s"}.
void ExpiringMandate(const Attack& attack) {
  const int64_t lifetime = NumbersIn(attack.input["mandate"]["exp"].get<std::string>()).at(0);
  const int64_t thinking = NumbersIn(attack.input["approval_takes"].get<std::string>()).at(0);
  KernelHome home;
  home.Allow([&](MandateTerms& terms) { terms.not_after = terms.not_before + lifetime; });
  const auto kernel = home.Start();
  home.clock().Pass(thinking);
  const Decision decision = kernel->Authorize(home.Request("1"));
  EXPECT_EQ(decision.reason, thinking >= lifetime ? Reason::kMandateExpired : Reason::kInBounds);
  EXPECT_EQ(home.Charges(), thinking >= lifetime ? 0U : 1U);
}

/// {"sequence": ["reserve … (cap 50000)", "operator sets cap 10000 / kill switch", "sign"]}: what
/// changes while the transaction is open is seen in it.
void TightenedPolicy(const Attack& attack) {
  const Json& steps = attack.input["sequence"];
  const int64_t wide = NumbersIn(steps[0].get<std::string>()).back();
  const int64_t tight = NumbersIn(steps[1].get<std::string>()).back();
  ASSERT_LT(tight, wide);
  const auto rules = [](int64_t cap) {
    return Json{{"per_call", std::to_string(cap)}, {"payees", Json::array({kPayee1})}};
  };
  AttackedHome home(rules(wide));
  home.Allow();
  SystemRandom random;
  FailingLedger ledger(*Ledger::Open(home.home(), home.clock(), random));
  ledger.after_begin = [&] {
    home.WritePolicy(PolicyOf(rules(tight), "", R"(command = ["/usr/bin/shop"])"));
  };
  PolicyFile policy(home.home().PolicyPath());
  Wallet wallet(home.home().KeysPath());
  Authorizer authorizer(policy, wallet, random);
  const auto authorize = [&] {
    return authorizer.Authorize(home.Challenged(QuoteOf(wide)), ledger, home.clock().UnixMillis());
  };
  const Decision decision = authorize();
  EXPECT_EQ(decision.kind, DecisionKind::kDecline);
  EXPECT_EQ(decision.reason, Reason::kOverPerCall);
  EXPECT_EQ(ledger.commits, 0);
  EXPECT_EQ(home.Charges(), 0U);

  home.WritePolicy(PolicyOf(rules(wide), "", R"(command = ["/usr/bin/shop"])"));
  ledger.after_begin = [] {};
  Order pause;
  pause.kind = OrderKind::kPause;
  ASSERT_TRUE(home.GiveUnsigned(pause).ok());
  EXPECT_EQ(authorize().reason, Reason::kPaused);
  EXPECT_EQ(home.Charges(), 0U);
}

/// {"mandate": {"payload", "alg", "sig"}}: only a signature of the approval key permits.
void ForgedMandate(const Attack& attack) {
  const Json& forged = attack.input["mandate"];
  AttackedHome home(PaysOnly(kPayee1));
  const std::string signature = forged.value("sig", "");
  for (const std::string& tried :
       {signature, std::string(64, '\0'), forged.dump(), std::string(64, 'x')}) {
    const absl::Status given = home.AllowSignedBy(tried);
    EXPECT_TRUE(absl::IsPermissionDenied(given)) << given;
  }
  EXPECT_TRUE((*LedgerReader::Open(home.home()))->Mandates()->empty());
  const Decision decision = home.Start()->Authorize(home.Challenged(QuoteOf(10'000)));
  EXPECT_EQ(decision.kind, DecisionKind::kAsk);
  EXPECT_EQ(decision.reason, Reason::kNoMandate);
  EXPECT_EQ(home.Charges(), 0U);
}

/// {"mandate_id", "revoked", "file"}: giving the same mandate again brings nothing back.
void RevokedMandate(const Attack&) {
  AttackedHome home(PaysOnly(kPayee1));
  MandateTerms terms;
  const std::string id = home.Allow([&](MandateTerms& allowed) { terms = allowed; });
  Order revoke;
  revoke.kind = OrderKind::kRevoke;
  revoke.subject = id;
  ASSERT_TRUE(home.GiveUnsigned(revoke).ok());
  Order again;
  again.kind = OrderKind::kAllow;
  again.subject = id;
  again.body = EncodeMandate(terms);
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(again)));
  const Decision decision = home.Start()->Authorize(home.Challenged(QuoteOf(10'000)));
  EXPECT_EQ(decision.reason, Reason::kMandateRevoked);
  EXPECT_EQ(home.Charges(), 0U);
}

/// {"approval_for", "present_with": a quote}: a yes to other terms answers nothing.
void ApprovalReused(const Attack& attack) {
  const Json& quote = attack.input["present_with"];
  AttackedHome home;
  const auto kernel = home.Start();
  const Decision asked = kernel->Authorize(home.Challenged(QuoteOf(1)));
  ASSERT_EQ(asked.kind, DecisionKind::kAsk);
  ASSERT_TRUE(home.Approve(asked.approval_id).ok());
  const Decision other = kernel->Authorize(home.Challenged(quote));
  EXPECT_EQ(other.kind, DecisionKind::kAsk) << ReasonCode(other.reason);
  EXPECT_NE(other.approval_id, asked.approval_id);
  AuthorizeRequest other_tool = home.Challenged(QuoteOf(1));
  other_tool.call.tool = "other";
  EXPECT_EQ(kernel->Authorize(other_tool).kind, DecisionKind::kAsk);
  EXPECT_EQ(kernel->Authorize(home.Challenged(QuoteOf(1), "{\"a\":1}")).kind, DecisionKind::kAsk);
  EXPECT_EQ(home.Charges(), 0U);
  home.Pay(*kernel, home.Challenged(QuoteOf(1)));
  EXPECT_NE(kernel->Authorize(home.Challenged(QuoteOf(1))).kind, DecisionKind::kPay) << "once";
}

/// {"fs": limits raised, url replaced, decimals changed}: never beyond what was signed.
void EditedPolicy(const Attack& attack) {
  const std::vector<int64_t> numbers = NumbersIn(attack.input["fs"].get<std::string>());
  ASSERT_GE(numbers.size(), 2U);
  const auto rules = [](int64_t usd) {
    const std::string atomic = std::to_string(usd * 1'000'000);
    return Json{{"per_call", atomic}, {"per_day", atomic}, {"payees", Json::array({kPayee1})}};
  };
  const int64_t price = numbers[0] * 1'000'000;
  const std::string where = R"(url = "https://mcp.shop.example/mcp")";
  AttackedHome home(rules(numbers[0]), "", where);
  home.Allow();
  const auto kernel = home.Start();
  home.Pay(*kernel, home.Challenged(QuoteOf(price), "1"));
  home.WritePolicy(PolicyOf(rules(numbers[1]), "", where));
  EXPECT_EQ(kernel->Authorize(home.Challenged(QuoteOf(price), "2")).kind, DecisionKind::kAsk);

  const std::string elsewhere = R"(url = "https://mcp.thief.example/mcp")";
  AttackedHome replaced(rules(numbers[0]), "", where);
  replaced.Allow();
  replaced.WritePolicy(PolicyOf(rules(numbers[0]), "", elsewhere));
  AuthorizeRequest request = replaced.Challenged(QuoteOf(price));
  request.call.server_id = AttackedHome(rules(numbers[0]), "", elsewhere).server();
  EXPECT_EQ(replaced.Start()->Authorize(request).kind, DecisionKind::kAsk);

  home.WritePolicy(PolicyOf(rules(numbers[0]),
                            "[asset.USDC]\nnetwork = \"eip155:84532\"\ndecimals = 12\n"
                            "id = \"0x036CbD53842c5426634e7929541eC2318f3dCF7e\"\n"
                            "eip712 = { name = \"USDC\", version = \"2\" }\n",
                            where));
  EXPECT_EQ(kernel->Authorize(home.Challenged(QuoteOf(price), "3")).reason, Reason::kPolicyBroken);
  EXPECT_EQ(home.Charges(), 1U);
  EXPECT_EQ(replaced.Charges(), 0U);
}

}  // namespace

AttackDrivers AuthorityAttacks() {
  return {{"policy text", PolicyText},           {"expiring mandate", ExpiringMandate},
          {"tightened policy", TightenedPolicy}, {"forged mandate", ForgedMandate},
          {"revoked mandate", RevokedMandate},   {"approval reused", ApprovalReused},
          {"edited policy", EditedPolicy}};
}

}  // namespace tollpass
