#include "tests/bench/paying_home.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "wallet/kernel/local_kernel.h"
#include "wallet/keys/key_ring.h"

namespace tollpass::bench {
namespace {

constexpr int64_t kDay = int64_t{24} * 60 * 60;
constexpr char kPolicy[] = R"(version = 1
networks = ["testnet"]
[unit]
USD = ["USDC"]
[budget.all]
per_call = "0.05 USD"
per_day = "1000000 USD"
[server.shop]
command = ["/usr/bin/shop"]
per_call = "0.01 USD"
per_day = "1000000 USD"
pay_to = ["0x209693Bc6afc0C5328bA36FaF03C514EF312287C"]
)";

}  // namespace

PayingHome::PayingHome(std::string folder)
    : folder_(std::move(folder)), home_{folder_, folder_ + "/state"} {
  std::ofstream(home_.PolicyPath()) << kPolicy;
  if (!CreateTestKeys(home_.KeysPath(), random_).ok()) std::abort();
  const auto approval = ApprovalKey::Open(home_.KeysPath());
  if (!approval.ok() || !Ledger::Create(home_, approval->public_key(), clock_, random_).ok()) {
    std::abort();
  }
  kernel_ = MakeLocalKernel(home_, clock_, random_);
  const Policy policy = Policy::Parse(kPolicy, "policy.toml").value();
  server_id_ = policy.ServerByName("shop")->identity;
  const Order order = AllowOrder(policy);
  if (!kernel_->Resolve(order, approval->Sign(OrderBytes(order))).ok()) std::abort();
}

PayingHome::~PayingHome() {
  kernel_.reset();
  std::filesystem::remove_all(folder_);
}

AuthorizeRequest PayingHome::Next() {
  Offer offer;
  offer.scheme = "exact";
  offer.network = "eip155:84532";
  offer.amount = "10000";
  offer.asset = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
  offer.pay_to = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
  offer.timeout_seconds = 300;
  offer.extra = R"({"name":"USDC","version":"2"})";
  offer.verbatim = R"({"scheme":"exact","network":"eip155:84532","amount":"10000",)"
                   R"("asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e",)"
                   R"("payTo":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C",)"
                   R"("maxTimeoutSeconds":300,"extra":{"name":"USDC","version":"2"}})";
  AuthorizeRequest request;
  request.call.server_id = server_id_;
  request.call.principal = "anna";
  request.call.method = "tools/call";
  request.call.tool = "search";
  request.call.arguments = R"({"text":"call )" + std::to_string(++calls_) + "\"}";
  request.challenge.dialect = "x402-v2";
  request.challenge.resource = R"({"url":"mcp://tool/search","description":"Tool: search"})";
  request.challenge.resource_url = "mcp://tool/search";
  request.challenge.offers.push_back(std::move(offer));
  request.called_at_ms = clock_.UnixMillis();
  return request;
}

Decision PayingHome::Authorize(const AuthorizeRequest& request) {
  Decision decision = kernel_->Authorize(request);
  if (decision.kind != DecisionKind::kPay) std::abort();
  return decision;
}

void PayingHome::Conclude(const Decision& decision) {
  Report report;
  report.charge_id = decision.charge_id;
  report.generation = decision.generation;
  report.outcome = Report::Outcome::kDelivered;
  report.answered = true;
  if (!kernel_->Conclude(report).ok()) std::abort();
}

Order PayingHome::AllowOrder(const Policy& policy) {
  MandateTerms terms = policy.MandateFor("shop").value();
  terms.id = RandomId(random_, "m_", 12);
  terms.ledger_id = Ledger::Open(home_, clock_, random_).value()->id();
  terms.wallet_keys = {KeyRing(home_.KeysPath()).ForNetwork("eip155:84532").value()->account()};
  terms.not_before = clock_.UnixMillis() / 1000;
  terms.not_after = terms.not_before + kDay;
  Order order;
  order.kind = OrderKind::kAllow;
  order.subject = terms.id;
  order.ledger_id = terms.ledger_id;
  order.issued_at = terms.not_before;
  order.nonce = RandomId(random_, "", 32);
  order.body = EncodeMandate(terms);
  return order;
}

}  // namespace tollpass::bench
