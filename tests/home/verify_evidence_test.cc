#include "home/verify_evidence.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/approval.h"
#include "core/encoding.h"
#include "core/order.h"
#include "home/evidence.h"
#include "mandates/codec.h"
#include "mandates/payment_record.h"
#include "tests/wallet/known_keys.h"

/// Bundles that the paying account signed, and that still say what was not permitted.
namespace tollpass {
namespace {

using nlohmann::json;

constexpr int64_t kNow = 1'800'000'000;
constexpr char kLedger[] = "ledger-of-the-test";
constexpr char kPayee[] = "0x209693bc6afc0c5328ba36faf03c514ef312287c";

const Asset& Coin() {
  static const Asset coin = {.symbol = "USDC",
                             .network = "eip155:84532",
                             .id = "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
                             .decimals = 6,
                             .eip712_name = "USDC",
                             .eip712_version = "2"};
  return coin;
}

/// The same key in every run: a failure can be looked at again.
class ApprovalKey {
 public:
  explicit ApprovalKey(uint8_t number)
      : public_(crypto_sign_PUBLICKEYBYTES, '\0'), secret_(crypto_sign_SECRETKEYBYTES, '\0') {
    EXPECT_GE(sodium_init(), 0);
    const std::vector<uint8_t> seed(crypto_sign_SEEDBYTES, number);
    crypto_sign_seed_keypair(Bytes(public_), Bytes(secret_), seed.data());
  }
  [[nodiscard]] const std::string& public_key() const { return public_; }
  [[nodiscard]] SignedOrder Sign(const Order& order) const {
    std::string bytes = OrderBytes(order);
    std::string secret = secret_;
    std::string signature(crypto_sign_BYTES, '\0');
    crypto_sign_detached(Bytes(signature), nullptr, Bytes(bytes), bytes.size(), Bytes(secret));
    return {bytes, signature};
  }

 private:
  static uint8_t* Bytes(std::string& text) { return reinterpret_cast<uint8_t*>(text.data()); }

  std::string public_;
  std::string secret_;
};

/// `money` in the unit of the asset, in limits: at kSumDecimals.
LimitSpec AtMost(WindowKind window, const std::string& money) {
  LimitSpec spec;
  spec.window = window;
  spec.unit = "USDC";
  spec.assets = {AssetKey(Coin().network, Coin().id)};
  spec.maximum = ParseDecimal(money, kSumDecimals).value();
  return spec;
}

MandateTerms Mandate(const std::string& id) {
  MandateTerms terms;
  terms.id = id;
  terms.ledger_id = kLedger;
  terms.server_id = "server-one";
  terms.server_name = "sample";
  terms.assets = {Coin()};
  terms.limits = {AtMost(WindowKind::kCall, "0.05"), AtMost(WindowKind::kDay, "1")};
  terms.tools.emplace_back().tool = "paid_*";
  terms.only_tools = {"*"};
  terms.payees = {kPayee};
  terms.wallet_keys = {std::string(kAccount0)};
  terms.schemes = {"exact"};
  terms.max_validity = 300;
  terms.not_before = kNow - 1000;
  terms.not_after = kNow + 1000;
  return terms;
}

/// A payment with what permits it; a test changes one thing, and all is signed anew.
struct Case {
  Case() {
    record.story.row.id = "c1";
    record.story.row.server_id = "server-one";
    record.story.row.tool = "paid_echo";
    record.story.method = "tools/call";
    record.story.called_at_ms = kNow * 1000;
    record.story.signed_at = kNow;
    record.call_key = std::string(64, 'c');
    record.section_digest = std::string(64, 'd');
    record.event_time = kNow;
    record.terms.scheme = "exact";
    record.terms.network = Coin().network;
    record.terms.asset = Coin();
    record.terms.charge = Amount(10'000);
    record.terms.payee = kPayee;
    record.terms.payer = kAccount0;
    record.terms.offer = R"({"scheme":"exact"})";
    record.story.receipt = R"({"success":true})";
    record.proof.payload = "{}";
    record.proof.dead_after = kNow + 300 + 60;
    mandates = {Mandate("leaf")};
    pins = {std::string(kAccount0), HexEncode(user.public_key()), kLedger};
  }

  /// By an answer in place of a mandate.
  void Approve() {
    mandates.clear();
    Approval question;
    question.id = "a1";
    question.call_key = record.call_key;
    question.server_id = record.story.row.server_id;
    question.tool = record.story.row.tool;
    question.arguments = R"({"text":"one"})";
    question.payer = record.terms.payer;
    question.scheme = record.terms.scheme;
    question.network = record.terms.network;
    question.asset = record.terms.asset;
    question.payee = record.terms.payee;
    question.reason = "above_ask_above";
    question.section_digest = record.section_digest;
    record.story.approval = question;
    answer.kind = OrderKind::kApprove;
    answer.ledger_id = kLedger;
    answer.subject = question.id;
    answer.binding = ApprovalBinding(question);
    answer.ceiling = record.terms.charge;
    answer.issued_at = kNow - 10;
    answer.expires_at = kNow + 10;
  }

  [[nodiscard]] json Document() {
    record.mandates.clear();
    for (const MandateTerms& terms : mandates) {
      Order order;
      order.kind = OrderKind::kAllow;
      order.ledger_id = kLedger;
      order.subject = terms.id;
      order.body = EncodeMandate(terms);
      order.issued_at = kNow - 1000;
      record.mandates.push_back(user.Sign(order));
    }
    if (record.story.approval) record.approval = user.Sign(answer);
    return json::parse(EvidenceDocument(record, {kLedger, user.public_key()}, kNow, arguments));
  }
  [[nodiscard]] EvidenceReport Report() {
    json document = Document();
    if (edit) edit(document);
    const auto bundle = SignEvidence(document.dump(), *account);
    EXPECT_TRUE(bundle.ok()) << bundle.status();
    return VerifyEvidence(bundle.value_or(""), pins);
  }

  PaymentRecord record;
  std::vector<MandateTerms> mandates;  // that paid, then those above it
  Order answer;
  bool arguments = true;
  std::function<void(json&)> edit;  // of the document, before the account signs it
  ApprovalKey user = ApprovalKey(1);
  std::unique_ptr<Secp256k1Key> account = KeyFromHex(kSecret0);
  EvidencePins pins;
};

struct Change {
  std::string name;
  std::function<void(Case&)> make;
  std::string fault;  // how the only one begins; empty: none
};

void ExpectFaults(const std::vector<Change>& changes, bool approved) {
  for (const Change& change : changes) {
    SCOPED_TRACE(change.name);
    Case of;
    if (approved) of.Approve();
    change.make(of);
    const EvidenceReport report = of.Report();
    EXPECT_EQ(report.Holds(), change.fault.empty()) << ::testing::PrintToString(report.faults);
    if (change.fault.empty()) continue;
    EXPECT_EQ(report.faults.size(), 1U) << ::testing::PrintToString(report.faults);
    if (report.faults.empty()) continue;
    EXPECT_EQ(report.faults[0].rfind(change.fault, 0), 0U) << report.faults[0];
  }
}

std::function<void(Case&)> Leaf(const std::function<void(MandateTerms&)>& change) {
  return [change](Case& of) { change(of.mandates[0]); };
}
std::function<void(Case&)> Edit(const std::string& path, const json& value) {
  return [=](Case& of) {
    of.edit = [=](json& document) { document[json::json_pointer(path)] = value; };
  };
}

TEST(VerifyEvidence, NamesWhatTheMandateDoesNotCoverThoughTheAccountSignedIt) {
  const std::string lacks = "mandate leaf does not cover ";
  ExpectFaults(
      {
          {"nothing", [](Case&) {}, ""},
          {"server", Edit("/call/server_id", "server-two"), lacks + "this server"},
          {"tool of no rule", Edit("/call/tool", "other"), lacks + "this tool"},
          {"tool not among", Leaf([](auto& m) { m.only_tools = {"x"}; }), lacks + "this tool"},
          {"tool forbidden", Leaf([](auto& m) { m.tools[0].pay = false; }), lacks + "this tool"},
          {"asset", Edit("/terms/asset/eip712_version", "3"), lacks + "this asset"},
          {"account", Leaf([](auto& m) { m.wallet_keys = {std::string(kAccount1)}; }),
           lacks + "the account that paid"},
          {"scheme", Edit("/terms/scheme", "upto"), lacks + "this scheme"},
          {"payee", Edit("/terms/payee", std::string(kAccount1)), lacks + "the payee"},
          {"too early", Leaf([](auto& m) { m.not_before = kNow + 1; }), lacks + "the time"},
          {"too late", Leaf([](auto& m) { m.not_after = kNow; }), lacks + "the time"},
          {"just in time", Leaf([](auto& m) { m.not_before = kNow; }), ""},
          {"asked about", Leaf([](auto& m) { m.ask_always = true; }), lacks + "an amount about"},
          {"asked above", Leaf([](auto& m) { m.ask_above = {AtMost(WindowKind::kCall, "0.009")}; }),
           lacks + "an amount about"},
      },
      false);
}

TEST(VerifyEvidence, NamesAnAmountAboveALimitOfTheMandate) {
  const std::string above =
      "mandate leaf does not cover the amount: it is above the limit of kind ";
  const auto with = [](WindowKind window, const std::string& money) {
    return Leaf([=](MandateTerms& m) { m.limits.push_back(AtMost(window, money)); });
  };
  ExpectFaults(
      {
          {"as much as a call may", Edit("/terms/amount", "50000"), ""},
          {"more than a call may", Edit("/terms/amount", "50001"), above + "'call'"},
          {"more than an hour may", with(WindowKind::kHour, "0.009999"), above + "'hour'"},
          {"more than a week may", with(WindowKind::kWeek, "0.009999"), above + "'week'"},
          {"more than in total", with(WindowKind::kTotal, "0.009999"), above + "'total'"},
          {"as much as in total", with(WindowKind::kTotal, "0.01"), ""},
          {"more than the tool may",
           Leaf([](auto& m) { m.tools[0].limits = {AtMost(WindowKind::kCall, "0.009")}; }),
           above + "'call'"},
          {"the tool may more",
           [](Case& of) {
             of.mandates[0].limits[0] = AtMost(WindowKind::kCall, "0.001");
             of.mandates[0].tools[0].limits = {AtMost(WindowKind::kCall, "0.02")};
           },
           ""},
          {"no limit by call", Leaf([](auto& m) { m.limits.erase(m.limits.begin()); }),
           "mandate leaf does not cover an asset that it does not limit"},
          {"no limit over time", Leaf([](auto& m) { m.limits.pop_back(); }),
           "mandate leaf does not cover an asset that it does not limit"},
          {"by uses instead",
           [](Case& of) {
             of.mandates[0].limits.pop_back();
             of.mandates[0].uses = 3;
           },
           ""},
          {"unreadable", Edit("/terms/amount", "1.5"), "the amount that was paid cannot be read"},
      },
      false);
}

TEST(VerifyEvidence, NamesAProofThatLivesLongerThanTheMandateLets) {
  const std::string longer = "mandate leaf does not cover a proof that could settle for so long";
  ExpectFaults(
      {
          {"a second more", [](Case& of) { ++of.record.proof.dead_after; }, longer},
          {"for ever", [](Case& of) { of.record.proof.dead_after = 0; }, longer},
          {"less is let", Leaf([](auto& m) { m.max_validity = 299; }), longer},
          {"no bound", Leaf([](auto& m) { m.max_validity = 0; }), ""},
      },
      false);
}

TEST(VerifyEvidence, NamesEachTimeThatCannotBeRead) {
  ExpectFaults(
      {
          {"made", Edit("/made_at", "soon"), "the time when it was made"},
          {"event", Edit("/ledger/time", ""), "the time of the event"},
          {"call", Edit("/call/called_at", json()), "the time of the call"},
          {"dead", Edit("/proof/dead_after", "never"), "the time after which the proof"},
      },
      false);
  Case of;
  Edit("/proof/signed_at", "yesterday")(of);
  const EvidenceReport report = of.Report();
  EXPECT_FALSE(report.Holds());
  EXPECT_EQ(report.faults.at(0), "the time of the signature cannot be read");
}

TEST(VerifyEvidence, ChecksEachMandateOfTheChain) {
  const auto under = [](const std::function<void(MandateTerms&, MandateTerms&)>& change) {
    return [change](Case& of) {
      of.mandates = {Mandate("leaf"), Mandate("root")};
      of.mandates[0].parent = "root";
      change(of.mandates[0], of.mandates[1]);
    };
  };
  const std::string not_held = "the mandate that paid does not hold: ";
  ExpectFaults(
      {
          {"a child", under([](auto&, auto&) {}), ""},
          {"wider child", under([](auto& leaf, auto&) { leaf.not_after += 1; }), not_held},
          {"child of a higher limit",
           under([](auto& leaf, auto&) { leaf.limits[0] = AtMost(WindowKind::kCall, "0.06"); }),
           not_held},
          {"missing parent", [](Case& of) { of.mandates[0].parent = "root"; },
           not_held + "mandate root, which is above it, is missing"},
          {"both narrower", under([](auto& leaf, auto& root) {
             root.limits[0] = leaf.limits[0] = AtMost(WindowKind::kCall, "0.02");
           }),
           ""},
          {"another's mandate",
           [](Case& of) {
             of.edit = [](json& document) {
               Case others;
               others.user = ApprovalKey(2);
               document["permission"]["mandates"] = others.Document()["permission"]["mandates"];
             };
           },
           not_held + "it was not signed by the approval key"},
          {"none", [](Case& of) { of.mandates.clear(); },
           "nothing in it that the user signed permits the payment"},
      },
      false);
}

TEST(VerifyEvidence, TiesAnApprovalToThePayment) {
  const std::string foreign = "the approval is for another payment";
  ExpectFaults(
      {
          {"nothing", [](Case&) {}, ""},
          {"another call", Edit("/call/key", std::string(64, 'e')), foreign},
          {"another server", Edit("/call/server_id", "server-two"), foreign},
          {"another tool", Edit("/call/tool", "paid_other"), foreign},
          {"other arguments", Edit("/permission/question/arguments", "{}"), foreign},
          {"another reason", Edit("/permission/question/reason", "ask_always"), foreign},
          {"another danger", Edit("/permission/question/also", "payee_new"), foreign},
          {"another question", Edit("/permission/question/id", "a2"), foreign},
          {"another section", Edit("/decision/section_digest", std::string(64, 'e')), foreign},
          {"another scheme", Edit("/terms/scheme", "upto"), foreign},
          {"another network", Edit("/terms/network", "eip155:8453"), foreign},
          {"another asset", Edit("/terms/asset/id", std::string(kAccount1)), foreign},
          {"another payee", Edit("/terms/payee", std::string(kAccount1)), foreign},
          {"no arguments", [](Case& of) { of.arguments = false; },
           "the approval cannot be tied to this payment"},
          {"no question", Edit("/permission/question", json()),
           "the approval cannot be tied to this payment"},
      },
      true);
}

TEST(VerifyEvidence, HoldsAnApprovalToItsAmountAndTimes) {
  const auto by = [](const std::function<void(Order&)>& change) {
    return [change](Case& of) { change(of.answer); };
  };
  const std::string not_signed = "the approval does not hold: it was not signed";
  ExpectFaults(
      {
          {"more", Edit("/terms/amount", "10001"), "the approval does not reach as far"},
          {"less", Edit("/terms/amount", "9999"), ""},
          {"expired", by([](Order& o) { o.expires_at = kNow; }), "the approval had expired"},
          {"last second", by([](Order& o) { o.expires_at = kNow + 1; }), ""},
          {"given later", by([](Order& o) { o.issued_at = kNow + 1; }),
           "the approval was given after"},
          {"same second", by([](Order& o) { o.issued_at = kNow; }), ""},
          {"other ledger", by([](Order& o) { o.ledger_id = "other"; }), not_signed},
          {"a denial", by([](Order& o) { o.kind = OrderKind::kDeny; }), not_signed},
          {"another's signature",
           [](Case& of) {
             of.edit = [](json& document) {
               Case others;
               others.user = ApprovalKey(2);
               others.Approve();
               document["permission"]["approval"] = others.Document()["permission"]["approval"];
             };
           },
           not_signed},
      },
      true);
}

TEST(VerifyEvidence, ChecksDigestsAndWhoSigned) {
  ExpectFaults(
      {
          {"offer", Edit("/demand/offer", "{}"), "the digest of the offer"},
          {"offer digest", Edit("/demand/offer_digest", "sha256:00"), "the digest of the offer"},
          {"receipt", Edit("/receipt/text", "{}"), "the digest of the receipt"},
          {"receipt digest", Edit("/receipt/digest", ""), "the digest of the receipt"},
      },
      false);
  Case of;
  of.account = KeyFromHex(kSecret1);
  of.pins.account = kAccount1;
  const EvidenceReport report = of.Report();
  ASSERT_EQ(report.faults.size(), 1U) << ::testing::PrintToString(report.faults);
  EXPECT_EQ(report.faults[0].rfind("it was signed for account 0x7099", 0), 0U) << report.faults[0];
}

// The signature is not over `sig`: nothing may be said there.
TEST(VerifyEvidence, TakesNothingInSigBesideTheSignature) {
  const struct {
    const char* name;
    std::function<void(json&)> edit;
    const char* fault;
  } cases[] = {
      {"more", [](json& sig) { sig["settled"] = "no: the payee refunded it"; },
       "it has members in sig that no bundle has"},
      {"less", [](json& sig) { sig.erase("account"); }, "its member sig.account is missing"},
      {"another", [](json& sig) { sig = "0x00"; }, "its member sig.form is missing"},
  };
  for (const auto& item : cases) {
    Case of;
    json bundle = json::parse(*SignEvidence(of.Document().dump(), *of.account));
    EXPECT_TRUE(VerifyEvidence(bundle.dump(), of.pins).Holds());
    item.edit(bundle["sig"]);
    const EvidenceReport report = VerifyEvidence(bundle.dump(), of.pins);
    EXPECT_FALSE(report.Holds()) << item.name;
    ASSERT_FALSE(report.faults.empty()) << item.name;
    EXPECT_EQ(report.faults[0], item.fault);
  }
}

TEST(VerifyEvidence, HoldsOnlyForAPinnedAccountAndApprovalKey) {
  ExpectFaults(
      {
          {"account", [](Case& of) { of.pins.account = kAccount1; },
           "the account that signed it is 0xf39f"},
          {"key", [](Case& of) { of.pins.approval_key = std::string(64, '0'); },
           "the approval key is "},
          {"ledger", [](Case& of) { of.pins.ledger_id = "other"; },
           "the ledger is ledger-of-the-test"},
          {"ledger left out", [](Case& of) { of.pins.ledger_id = ""; }, ""},
      },
      false);
  const std::vector<std::function<void(Case&)>> unpinned = {
      [](Case& of) { of.pins = {}; },
      [](Case& of) { of.pins.account = ""; },
      [](Case& of) { of.pins.approval_key = ""; },
  };
  for (const auto& unpin : unpinned) {
    Case of;
    unpin(of);
    const EvidenceReport report = of.Report();
    EXPECT_TRUE(report.faults.empty()) << ::testing::PrintToString(report.faults);
    EXPECT_FALSE(report.IsPinned());
    EXPECT_FALSE(report.Holds());
  }
}

}  // namespace
}  // namespace tollpass
