#include "tests/mandates/ledger_home.h"

#include <sodium.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "mandates/codec.h"
#include "mandates/sql/database.h"

namespace tollpass {
namespace {

std::string MakeFolder() {
  std::string pattern = ::testing::TempDir() + "/ledger_XXXXXX";
  return mkdtemp(pattern.data());
}

uint8_t* Bytes(std::string& text) { return reinterpret_cast<uint8_t*>(text.data()); }
const uint8_t* Bytes(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

/// Proofs are told apart by their number.
std::string NextNumber() {
  static std::atomic<int> count = 0;
  return std::to_string(++count);
}

}  // namespace

TestApprovalKey::TestApprovalKey()
    : public_key_(crypto_sign_PUBLICKEYBYTES, '\0'), secret_key_(crypto_sign_SECRETKEYBYTES, '\0') {
  EXPECT_GE(sodium_init(), 0);
  crypto_sign_keypair(Bytes(public_key_), Bytes(secret_key_));
}

std::string TestApprovalKey::Sign(std::string_view message) const {
  std::string signature(crypto_sign_BYTES, '\0');
  crypto_sign_detached(Bytes(signature), nullptr, Bytes(message), message.size(),
                       Bytes(std::string_view(secret_key_)));
  return signature;
}

LedgerHome::LedgerHome() : home_{MakeFolder()} {
  home_.state_path = home_.path + "/state";
  EXPECT_TRUE(Ledger::Create(home_, key_.public_key(), clock_, random_).ok());
}

LedgerHome::~LedgerHome() { std::filesystem::remove_all(home_.path); }

absl::StatusOr<std::unique_ptr<Ledger>> LedgerHome::TryOpen() {
  return Ledger::Open(home_, clock_, random_);
}

std::unique_ptr<Ledger> LedgerHome::Open() { return TryOpen().value(); }

std::unique_ptr<LedgerReader> LedgerHome::Read() const { return LedgerReader::Open(home_).value(); }

std::string LedgerHome::Sum(std::string_view counter) const {
  Amount sum;
  const std::vector<CounterRow> rows = Read()->Counters().value();
  for (const CounterRow& row : rows) {
    if (row.counter == counter) {
      sum = sum.Plus(row.sum).value();
    }
  }
  return sum.ToAtomic();
}

void LedgerHome::Tamper(const std::string& script) const {
  auto database = sql::Database::Open(home_.LedgerPath(), sql::Database::Mode::kReadWrite).value();
  const absl::Status done = database.Execute(script);
  ASSERT_TRUE(done.ok()) << done;
}

void LedgerHome::MakeOlder() const {
  Tamper(
      "DROP INDEX charges_refused; DROP INDEX charges_unsettled;"
      "ALTER TABLE charges DROP COLUMN lowered;"
      "ALTER TABLE meta DROP COLUMN clock_boot; ALTER TABLE meta DROP COLUMN clock_offset_ms;"
      "DROP TABLE tool_prices; DROP TABLE refused_prices; DROP TABLE undelivered;"
      "DROP TABLE tool_pins; ALTER TABLE approvals DROP COLUMN tool_definition;"
      "ALTER TABLE approvals DROP COLUMN tool_text; ALTER TABLE charges DROP COLUMN asked_again;"
      "DROP TABLE payees_paid; DROP INDEX charges_alarmed; DROP INDEX approvals_waiting;"
      "DROP INDEX approvals_unused; PRAGMA user_version = 1");
}

Order LedgerHome::NewOrder(OrderKind kind, std::string subject) {
  Order order;
  order.kind = kind;
  order.ledger_id = Read()->ledger_id();
  order.subject = std::move(subject);
  order.issued_at = clock_.seconds();
  order.nonce = RandomId(random_, "", 32);
  return order;
}

Order LedgerHome::NotSettled(std::string charge) {
  Order order = NewOrder(OrderKind::kReconcile, std::move(charge));
  order.binding = kNotSettledWord;
  order.ceiling = TestTerms().charge;
  return order;
}

Order LedgerHome::Accept() {
  const LedgerStanding standing = Read()->Standing(clock_.seconds()).value();
  Acceptance acceptance;
  acceptance.epoch = standing.next_epoch;
  acceptance.events = standing.head.events;
  acceptance.head = standing.head.hash;
  acceptance.lost = standing.lost;
  Order order = NewOrder(OrderKind::kAcceptLedger, "");
  order.body = EncodeAcceptance(acceptance);
  return order;
}

absl::Status LedgerHome::Give(Ledger& ledger, const Order& order) const {
  return ledger.Resolve(order, Widens(order.kind) ? key_.Sign(OrderBytes(order)) : "");
}

Call TestCall(std::string arguments) {
  return {.server_id = std::string(kServer),
          .principal = "anna",
          .method = "tools/call",
          .tool = "search",
          .arguments = std::move(arguments),
          .resource_url = "mcp://tool/search"};
}

Terms TestTerms(uint64_t atomic) {
  return {.scheme = "exact",
          .network = "eip155:84532",
          .asset = {.symbol = "USDC",
                    .network = "eip155:84532",
                    .id = "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
                    .decimals = 6,
                    .eip712_name = "USDC",
                    .eip712_version = "2"},
          .charge = Amount(atomic),
          .lock = Amount(7),
          .payee = "0x209693bc6afc0c5328ba36faf03c514ef312287c",
          .payer = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
          .parties = {"0x1111111111111111111111111111111111111111"},
          .timeout_seconds = 60,
          .binding = "b1",
          .offer = R"({"scheme":"exact"})"};
}

Limit TotalLimit(uint64_t amount, uint64_t maximum) {
  return {.counter = "all",
          .unit = "USD/testnet",
          .window = WindowKind::kTotal,
          .seconds = 0,
          .from = 0,
          .bucket = 0,
          .amount = Amount(amount),
          .maximum = Amount(maximum),
          .section = "budget.all",
          .mandate = {}};
}

DecidedCall Payable(const Call& call, std::vector<Limit> limits) {
  DecidedCall decided;
  decided.call = call;
  decided.server_name = "search";
  decided.dialect = "x402-v2";
  decided.terms = TestTerms();
  decided.verdict.kind = VerdictKind::kPay;
  decided.verdict.reason = Reason::kInBounds;
  decided.verdict.section = "server.search";
  decided.verdict.section_digest = "d1";
  decided.verdict.limits = std::move(limits);
  decided.server_text = "please pay";
  return decided;
}

DecidedCall Askable(const Call& call) {
  DecidedCall decided = Payable(call);
  decided.verdict.kind = VerdictKind::kAsk;
  decided.verdict.reason = Reason::kAskAlways;
  return decided;
}

Proof TestProof(int64_t now, int64_t lifetime) {
  const std::string number = NextNumber();
  return {.dialect = "x402-v2",
          .payload = R"({"signature":"0x)" + number + R"("})",
          .offer = R"({"scheme":"exact"})",
          .resource = R"({"url":"mcp://tool/search"})",
          .extensions = R"({"payment-identifier":{}})",
          .payment_id = "payment_id_" + number,
          .one_time = "nonce_" + number,
          .dead_after = lifetime == 0 ? 0 : now + lifetime};
}

absl::StatusOr<OpenCharge> TryPay(Ledger& ledger, const DecidedCall& decided, int64_t lifetime) {
  absl::StatusOr<std::unique_ptr<LedgerTransaction>> transaction =
      ledger.Begin(decided.call, decided.called_at_ms, decided.called_at_ms - 60'000);
  if (!transaction.ok()) {
    return transaction.status();
  }
  if (absl::Status charged = (*transaction)->Charge(decided.verdict.limits); !charged.ok()) {
    return charged;
  }
  return (*transaction)->Commit(decided, TestProof((*transaction)->now(), lifetime), {});
}

OpenCharge Pay(Ledger& ledger, const DecidedCall& decided, int64_t lifetime) {
  absl::StatusOr<OpenCharge> charge = TryPay(ledger, decided, lifetime);
  EXPECT_TRUE(charge.ok()) << charge.status();
  return charge.value_or(OpenCharge());
}

std::unique_ptr<LedgerTransaction> Begin(Ledger& ledger, const Clock& clock, const Call& call) {
  const int64_t now_ms = clock.UnixMillis();
  return ledger.Begin(call, now_ms, now_ms - 60'000).value();
}

Conclusion Concluded(const OpenCharge& charge, MoneyState money, CallState call) {
  Conclusion conclusion;
  conclusion.charge_id = charge.id;
  conclusion.generation = charge.generation;
  conclusion.money = money;
  conclusion.call = call;
  conclusion.delivered = call == CallState::kAnswered;
  return conclusion;
}

Approval QuestionOf(const DecidedCall& decided) {
  Approval question = ApprovalFor(decided.call, *decided.terms);
  question.server_name = decided.server_name;
  question.reason = std::string(ReasonCode(decided.verdict.reason));
  question.section = decided.verdict.section;
  question.section_digest = decided.verdict.section_digest;
  return question;
}

MandateTerms TestMandate(const Ledger& ledger, std::string id, int64_t now) {
  const Terms terms = TestTerms();
  const LimitSpec limit = {.window = WindowKind::kDay,
                           .seconds = 0,
                           .unit = "USD",
                           .assets = {AssetKey(terms.network, terms.asset.id)},
                           .maximum = Amount(50'000'000'000'000'000)};
  MandateTerms mandate;
  mandate.id = std::move(id);
  mandate.ledger_id = ledger.id();
  mandate.server_id = std::string(kServer);
  mandate.server_name = "search";
  mandate.assets = {terms.asset};
  mandate.limits = {limit};
  mandate.tools.emplace_back().tool = "*";
  mandate.tools.back().limits = {limit};
  mandate.only_tools = {"*"};
  mandate.payees = {terms.payee};
  mandate.wallet_keys = {terms.payer};
  mandate.schemes = {"exact"};
  mandate.max_validity = 300;
  mandate.not_before = now;
  mandate.not_after = now + 3600;
  return mandate;
}

}  // namespace tollpass
