#include "tests/simulation/user.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "mandates/codec.h"
#include "policy/policy.h"
#include "tests/wallet/known_keys.h"

namespace tollpass::simulation {
namespace {

constexpr int64_t kDay = int64_t{24} * 3600;

Order OrderTo(OrderKind kind, std::string subject = "") {
  Order order;
  order.kind = kind;
  order.subject = std::move(subject);
  return order;
}

}  // namespace

User::User(Machine& machine, Chain& chain, Dice& dice, Witness& witness, Rules rules)
    : machine_(machine), chain_(chain), dice_(dice), witness_(witness), rules_(std::move(rules)) {
  machine_.home().WritePolicy(rules_.Text());
}

void User::Edit(const Rules& rules) {
  rules_ = rules;
  witness_.PolicyEdited(rules);
  machine_.home().WritePolicy(rules.Text());
}

void User::Give(Order order, std::function<void()> may_be, std::function<void()> taken) {
  if (busy()) return;
  order.ledger_id = machine_.home().ledger_id();
  order.issued_at = machine_.clock().UnixMillis() / 1000;
  order.nonce = RandomId(random_, "", 32);
  const std::string signature = machine_.home().Sign(OrderBytes(order));
  Process& process = machine_.Start();
  busy_with_ = process.pid();
  may_be();
  const auto status = std::make_shared<absl::Status>();
  process.Run([&process, order, signature,
               status] { *status = process.kernel().Resolve(order, signature); },
              [this, &process, status, taken = std::move(taken)] {
                if (status->ok()) taken();
                machine_.End(process);
              });
}

void User::Allow(const std::string& section, int64_t uses) {
  const absl::StatusOr<Policy> policy = Policy::Parse(rules_.Text(), "policy.toml");
  absl::StatusOr<MandateTerms> terms = policy->MandateFor(section);
  terms->id = RandomId(random_, "m_", 12);
  terms->ledger_id = machine_.home().ledger_id();
  terms->wallet_keys = {std::string(kAccount0)};
  terms->not_before = machine_.clock().UnixMillis() / 1000;
  terms->not_after = terms->not_before + 30 * kDay;
  terms->uses = uses;
  Order order = OrderTo(OrderKind::kAllow, terms->id);
  order.body = EncodeMandate(*terms);
  Give(
      order, [&] { witness_.MandateSigned(*terms); },
      [this, id = terms->id] { mandates_.push_back(id); });
}

void User::Pause() {
  Give(
      OrderTo(OrderKind::kPause), [] {}, [this] { witness_.Paused(); });
}

void User::Resume() {
  Give(
      OrderTo(OrderKind::kResume), [this] { witness_.MayBeResumed(); }, [] {});
}

void User::RevokeOne() {
  if (mandates_.empty()) return;
  const std::string id = dice_.Pick(mandates_);
  Give(
      OrderTo(OrderKind::kRevoke, id), [] {}, [this, id] { witness_.Revoked(id); });
}

void User::AnswerOne(bool yes) {
  LedgerReader* reader = witness_.Reader();
  if (reader == nullptr) return;
  const int64_t now = machine_.clock().UnixMillis() / 1000;
  const auto pending = reader->Pending(now);
  if (!pending.ok() || pending->empty()) return;
  Approval question = dice_.Pick(*pending);
  Order order = OrderTo(yes ? OrderKind::kApprove : OrderKind::kDeny, question.id);
  if (yes) {
    order.binding = ApprovalBinding(question);
    order.ceiling = question.ceiling = question.amount;
    order.expires_at = now + dice_.Between(1, 3600);
  }
  Give(
      order,
      [&] {
        if (yes) witness_.Approved(question);
      },
      [] {});
}

void User::ReconcileOne() {
  LedgerReader* reader = witness_.Reader();
  if (reader == nullptr) return;
  for (const Payment& payment : witness_.payments()) {
    const Transfer* transfer = chain_.Find(payment.payload);
    const bool cannot_settle =
        transfer != nullptr && transfer->transaction.empty() && !chain_.CanSettle(*transfer);
    if (!cannot_settle || payment.given_back || dice_.OneIn(2)) continue;
    const absl::StatusOr<LogRow> row = reader->Show(payment.charge);
    if (!row.ok()) return;
    const std::string charge = payment.charge;
    Order order = OrderTo(OrderKind::kReconcile, charge);
    order.binding = kNotSettledWord;
    order.ceiling = row->amount;
    Give(
        order, [this, charge] { witness_.GivenBack(charge); }, [] {});
    return;
  }
}

}  // namespace tollpass::simulation
