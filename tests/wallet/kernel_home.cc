#include "tests/wallet/kernel_home.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "core/server_identity.h"
#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "policy/policy.h"
#include "tests/wallet/known_keys.h"
#include "wallet/kernel/local_kernel.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

constexpr int64_t kDay = int64_t{24} * 60 * 60;

Policy ShopPolicy(const Home& home) {
  std::ifstream file(home.PolicyPath());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto policy = Policy::Parse(text, "policy.toml");
  EXPECT_TRUE(policy.ok()) << policy.status();
  return *std::move(policy);
}

}  // namespace

void SeededRandom::Fill(std::span<uint8_t> bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8_t>(engine_()); });
}

KernelHome::KernelHome() : home_{folder_.path(), folder_.path() + "/state"} {
  WritePolicy(kFiveADay);
  folder_.Put("keys/eip155.testnet.key",
              "tollpass-key 1 secp256k1 eip155 testnet hot\n" + std::string(kSecret0) + "\n");
  folder_.Put("keys/approval.key",
              "tollpass-key 1 ed25519 approval testnet hot\n" + std::string(kSecret1) + "\n");
  const auto approval = ApprovalKey::Open(home_.KeysPath());
  EXPECT_TRUE(approval.ok()) << approval.status();
  const absl::Status created = Ledger::Create(home_, approval->public_key(), clock_, random_);
  EXPECT_TRUE(created.ok()) << created;
}

std::unique_ptr<Kernel> KernelHome::Start(std::shared_ptr<ChainSource> host_chain) {
  return MakeLocalKernel(home_, clock_, random_, std::move(host_chain));
}

std::unique_ptr<Kernel> KernelHome::StartSeeded() {
  seeded_.push_back(std::make_unique<SeededRandom>(1));
  return MakeLocalKernel(home_, clock_, *seeded_.back());
}

Order KernelHome::AllowOrderFor(std::string_view name,
                                const std::function<void(MandateTerms&)>& narrow) {
  auto terms = ShopPolicy(home_).MandateFor(name);
  EXPECT_TRUE(terms.ok()) << terms.status();
  terms->id = RandomId(random_, "m_", 12);
  terms->ledger_id = (*LedgerReader::Open(home_))->ledger_id();
  terms->wallet_keys = {std::string(kAccount0)};
  terms->not_before = clock_.UnixMillis() / 1000;
  terms->not_after = terms->not_before + 30 * kDay;
  narrow(*terms);
  Order order;
  order.kind = OrderKind::kAllow;
  order.subject = terms->id;
  order.body = EncodeMandate(*terms);
  return order;
}

std::string KernelHome::Allow(const std::function<void(MandateTerms&)>& narrow) {
  return AllowServer("shop", narrow);
}

std::string KernelHome::AllowServer(std::string_view name,
                                    const std::function<void(MandateTerms&)>& narrow) {
  const Order order = AllowOrderFor(name, narrow);
  const absl::Status given = Give(order);
  EXPECT_TRUE(given.ok()) << given;
  return order.subject;
}

absl::Status KernelHome::AllowSignedBy(std::string_view signature) {
  Order order = AllowOrderFor("shop", [](MandateTerms&) {});
  Complete(order);
  return Start()->Resolve(order, signature);
}

void KernelHome::Complete(Order& order) {
  order.ledger_id = (*LedgerReader::Open(home_))->ledger_id();
  order.issued_at = clock_.UnixMillis() / 1000;
  order.nonce = RandomId(random_, "", 32);
}

absl::Status KernelHome::Give(Order order) {
  Complete(order);
  return Start()->Resolve(order, ApprovalKey::Open(home_.KeysPath())->Sign(OrderBytes(order)));
}

absl::Status KernelHome::GiveUnsigned(Order order) {
  Complete(order);
  return Start()->Resolve(order, "");
}

absl::Status KernelHome::Approve(const std::string& id) {
  const auto question = (*LedgerReader::Open(home_))->FindApproval(id);
  if (!question.ok()) {
    return question.status();
  }
  Order order;
  order.kind = OrderKind::kApprove;
  order.subject = id;
  order.binding = ApprovalBinding(*question);
  order.ceiling = question->amount;
  order.expires_at = clock_.UnixMillis() / 1000 + kDay;
  return Give(order);
}

std::string IdentityOf(const std::string& program) {
  ServerEndpoint endpoint;
  endpoint.command = {program};
  return ServerIdentity(endpoint);
}

Challenge ChallengeOf(const std::string& atomic) {
  Offer offer;
  offer.scheme = "exact";
  offer.network = "eip155:84532";
  offer.amount = atomic;
  offer.asset = kTestUsdc;
  offer.pay_to = kTestPayee;
  offer.timeout_seconds = 60;
  offer.extra = R"({"name":"USDC","version":"2"})";
  offer.verbatim = R"({"scheme": "exact", "amount": ")" + atomic + R"("})";
  Challenge challenge;
  challenge.dialect = "x402-v2";
  challenge.resource = R"({"url":"mcp://tool/search"})";
  challenge.resource_url = "mcp://tool/search";
  challenge.extensions = R"({"payment-identifier":{"info":{"required":false}}})";
  challenge.server_text = "Payment required";
  challenge.offers.push_back(offer);
  return challenge;
}

AuthorizeRequest KernelHome::Request(const std::string& arguments, const std::string& atomic) {
  AuthorizeRequest request;
  request.call.server_id = IdentityOf("/usr/bin/shop");
  request.call.principal = "tester";
  request.call.method = "tools/call";
  request.call.tool = "search";
  request.call.arguments = arguments;
  request.challenge = ChallengeOf(atomic);
  request.called_at_ms = clock_.UnixMillis();
  return request;
}

std::vector<LogRow> KernelHome::Log() const {
  auto reader = LedgerReader::Open(home_);
  EXPECT_TRUE(reader.ok()) << reader.status();
  auto rows = (*reader)->Log(0, 0);
  EXPECT_TRUE(rows.ok()) << rows.status();
  return rows.ok() ? *std::move(rows) : std::vector<LogRow>();
}

LogRow KernelHome::Show(const std::string& id) const {
  auto row = (*LedgerReader::Open(home_))->Show(id);
  EXPECT_TRUE(row.ok()) << row.status();
  return row.ok() ? *std::move(row) : LogRow();
}

size_t KernelHome::Charges() const {
  const std::vector<LogRow> rows = Log();
  return static_cast<size_t>(std::count_if(
      rows.begin(), rows.end(), [](const LogRow& row) { return row.money.has_value(); }));
}

std::string KernelHome::SpentToday() const {
  const auto counters = (*LedgerReader::Open(home_))->Counters();
  EXPECT_TRUE(counters.ok()) << counters.status();
  const int64_t midnight = clock_.UnixMillis() / 1000 / kDay * kDay;
  Amount sum;
  for (const CounterRow& row : *counters) {
    if (row.counter == "budget.all" && row.window == "day" && row.bucket == midnight) {
      sum = *row.sum.Rescale(kSumDecimals, 6);
    }
  }
  return sum.ToAtomic();
}

}  // namespace tollpass
