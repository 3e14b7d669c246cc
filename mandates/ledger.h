#ifndef TOLLPASS_MANDATES_LEDGER_H_
#define TOLLPASS_MANDATES_LEDGER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/call.h"
#include "core/chain_sighting.h"
#include "core/clock.h"
#include "core/facts.h"
#include "core/home.h"
#include "core/limit.h"
#include "core/order.h"
#include "core/proof.h"
#include "core/random.h"
#include "core/terms.h"
#include "core/verdict.h"
#include "mandates/offer_note.h"
#include "mandates/over_price.h"
#include "mandates/states.h"

namespace tollpass {

namespace os {
class Processes;
}

/// A call together with what was decided about it: one row of the log.
struct DecidedCall {
  Call call;
  std::string server_name;
  std::string dialect;
  std::optional<Terms> terms;  // the offer that was chosen, if one could be read
  Verdict verdict;
  std::vector<OfferNote> offers;      // what was said to each, in the server's order
  std::vector<RefusedPrice> refused;  // prices by whose refusal the server learns of a limit
  /// Of a call that is declined because nobody can be asked: what the user may answer later. Its id
  /// and times are given by the ledger.
  std::optional<Approval> question;
  std::string offered;       // untrusted: what the server offered, where `terms` is absent
  std::string server_text;   // the server's own words, for the user's log
  int64_t called_at_ms = 0;  // when the host's request came; Unix milliseconds
};

/// A charge whose proof may go out again for the same call.
struct OpenCharge {
  std::string id;
  Proof proof;
  MoneyState money = MoneyState::kUnknown;
  int64_t generation = 0;  // counts adoptions; who concludes names it
};

/// How a paid call ended.
struct Conclusion {
  std::string charge_id;
  int64_t generation = 0;
  MoneyState money = MoneyState::kUnknown;
  CallState call = CallState::kOpen;
  bool delivered = true;  // false: no answer, or one that brought nothing
  bool no_fault = false;  // as in Report: it ended open and the tool is not to blame
  std::vector<OfferNote> asked_again = {};  // what the server asked for when it had the proof
  std::optional<Receipt> receipt;
  Judgement judgement;
  std::string server_text;
  /// Identities of the servers whose receipts the policy trusts today. For a lower one to lower
  /// what counts, the charge's mandate must trust them too.
  std::vector<std::string> trusted_receipts = {};
};

/// A paid call that ended, and of which nobody knows for sure what became.
struct UnsettledCharge {
  std::string id;
  Terms terms;
  Proof proof;
};

/// What is known of a charge after evidence of the chain.
enum class Witnessed { kSettled, kReleased };

/// One open `BEGIN IMMEDIATE` transaction: while it lives no other process can charge. Rolled back
/// by the destructor unless one of the Commit calls returned OK; each of them ends it. One thread.
class LedgerTransaction {
 public:
  virtual ~LedgerTransaction() = default;

  [[nodiscard]] virtual const Facts& facts() const = 0;
  /// Unix seconds by which windows are computed: the clock, but never before the newest row.
  [[nodiscard]] virtual int64_t now() const = 0;
  /// Set if this call is a repeat whose first proof can still settle.
  [[nodiscard]] virtual const std::optional<OpenCharge>& repeat() const = 0;
  /// One-time value of the unanswered charge that facts().outcome_unknown_before speaks of: a new
  /// proof reuses it, so that at most one of the two can settle. Empty otherwise.
  [[nodiscard]] virtual std::string reusable_one_time() const = 0;

  /// The first of `limits` that has no room, or one of the same window and unit behind it that is
  /// tighter; std::nullopt if all have room.
  virtual absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) = 0;
  /// What counts in each of `limits` before this call.
  virtual absl::StatusOr<std::vector<Amount>> Used(const std::vector<Limit>& limits) = 0;
  /// Adds to every counter. ResourceExhausted, with nothing added, if one is full.
  virtual absl::Status Charge(const std::vector<Limit>& limits) = 0;
  /// State that a scheme keeps under `key` (channels, locked coins, quotes paid); empty if none.
  virtual absl::StatusOr<std::string> State(std::string_view key) = 0;
  /// The bytes that the user signed to permit what `verdict` pays: its mandate's, or those of the
  /// order that granted its approval. NotFound: it names neither.
  virtual absl::StatusOr<std::string> Permission(const Verdict& verdict) = 0;

  /// Makes the charge durable (synchronous=FULL) with its proof; returns its id and generation.
  /// `states` are the scheme's new (key, value) pairs. Marks the verdict's approval as used, pins
  /// the payee where the verdict says so. Unavailable or Aborted: not durable, do not pay;
  /// a commit that failed in doubt was looked up.
  virtual absl::StatusOr<OpenCharge> Commit(
      const DecidedCall& decided, const Proof& proof,
      const std::vector<std::pair<std::string, std::string>>& states) = 0;
  /// Makes repeat() live again under this process, by compare-and-set.
  virtual absl::StatusOr<OpenCharge> CommitAdoption() = 0;
  /// A row for a call that is declined or unavailable; returns its id.
  virtual absl::StatusOr<std::string> CommitDeclined(const DecidedCall& decided) = 0;
  /// The pending question equal to `question` (binding, and amount within its own) or a new one,
  /// which gets its id and times here; and a row for the call, once: one of the same called_at_ms,
  /// with no price in `refused` that was not refused since then, waits and has its row.
  virtual absl::StatusOr<Approval> CommitAsked(const DecidedCall& decided,
                                               const Approval& question) = 0;
};

/// How the message of a Begin that failed begins: FailedPrecondition because of a clock that was
/// set, or of a ledger that is older than its mirror or goes on from another row; or because that
/// cannot be told.
inline constexpr std::string_view kClockWentBackMessage = "clock went back";
inline constexpr std::string_view kClockJumpedMessage = "clock jumped forward";
inline constexpr std::string_view kLedgerBehindMessage = "the ledger is an older copy";
inline constexpr std::string_view kMirrorBrokenMessage = "the mirror of the ledger";
/// How the errors begin that say that the chain of events does not hold.
inline constexpr std::string_view kChainBrokenMessage = "ledger: event";

/// What happened to the user's money, in one SQLite file. Thread-safe; any number of processes.
/// Format and states: docs/ledger.md.
class Ledger {
 public:
  /// Makes the database, its key and its mirror; the only way the first two come into being.
  /// AlreadyExists; FailedPrecondition beginning with kMirrorBrokenMessage: there can be no mirror.
  /// `approval_key`: Ed25519 public key, 32 bytes, whose signature widens.
  static absl::Status Create(const Home& home, std::string_view approval_key, const Clock& clock,
                             Random& random);
  /// Opens and never creates. NotFound: no database. DataLoss: broken. Unavailable: its key is
  /// missing or cannot be used. FailedPrecondition: a newer format, or a network file system. Has
  /// no side effect on the rows.
  static absl::StatusOr<std::unique_ptr<Ledger>> Open(const Home& home, const Clock& clock,
                                                      Random& random);
  /// The same for a process that is `processes.Self()`; all but `home` must outlive the ledger.
  static absl::StatusOr<std::unique_ptr<Ledger>> Open(const Home& home, const Clock& clock,
                                                      Random& random,
                                                      const os::Processes& processes);
  virtual ~Ledger() = default;

  [[nodiscard]] virtual const std::string& id() const = 0;

  /// Takes the write lock (waits up to 5 s; then Unavailable) and reads the facts for `call`, whose
  /// request came at `called_at_ms`. A live call whose request came at or before `repeat_before_ms`
  /// (both Unix milliseconds) is unanswered for so long that an equal one is its repeat.
  /// DataLoss: the chain of rows does not hold. FailedPrecondition: one of the messages above; the
  /// key is missing, the file was taken away, or others may write it.
  /// While the transaction lives its thread must not call this ledger.
  virtual absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call,
                                                                   int64_t called_at_ms,
                                                                   int64_t repeat_before_ms) = 0;

  /// True if a proof for an equal call left and was never answered (repeat_before_ms as in Begin).
  /// Waits for no lock, for when Begin failed; also tells where the file can only just be read. Any
  /// error: it cannot be told.
  virtual absl::StatusOr<bool> WasLeftUnanswered(const Call& call, int64_t repeat_before_ms) = 0;

  /// True once its file was seen damaged: it takes nothing more, and a new one might not see that.
  [[nodiscard]] virtual bool closed() const { return false; }

  /// Moves live calls of dead owners to open and unknown. Returns how many.
  virtual absl::StatusOr<int64_t> Recover() = 0;

  /// Terms and proof of a charge. NotFound.
  virtual absl::StatusOr<std::pair<Terms, Proof>> Find(std::string_view charge_id) = 0;

  /// Records how a call ended. A call state from an outdated generation is ignored, its money
  /// state is not. Gives no budget back but by Conclusion::trusted_receipts.
  virtual absl::Status Settle(const Conclusion& conclusion) = 0;

  /// The charges on `network` whose budget evidence may still give back at `now` (unix seconds):
  /// refused or unknown, the call ended, the proof dead; those that died last first, at most
  /// `limit`.
  virtual absl::StatusOr<std::vector<UnsettledCharge>> FindUnsettled(std::string_view network,
                                                                     int64_t now,
                                                                     int64_t limit) = 0;

  /// Records what a chain source that the policy names saw of a charge, if the charge's mandate, as
  /// signed and not revoked, names the source. Used: it settled, with evidence `confirmed`; only
  /// the alarm about what was released needs no mandate. Not used, in a block at or after the
  /// proof's last moment: it is released. Said twice it is one event. NotFound; PermissionDenied:
  /// no mandate names it; FailedPrecondition: the call still runs, the block is too old, the chain
  /// said otherwise before, or two charges share the one-time value; or as Begin. Nothing is
  /// changed then.
  virtual absl::StatusOr<Witnessed> Witness(std::string_view charge_id,
                                            const ChainSighting& sighting) = 0;

  /// Releases the charges whose proof is dead and was refused by one of `trusted_servers`: those
  /// whose refusals the policy trusts today. The charge's mandate must trust them too. Returns the
  /// ids.
  virtual absl::StatusOr<std::vector<std::string>> ReleaseRefused(
      const std::vector<std::string>& trusted_servers) = 0;

  /// Carries out an order. PermissionDenied: it widens and `signature` is not the approval key's;
  /// NotFound: subject unknown; FailedPrecondition: already answered, revoked, expired or replayed,
  /// or it widens and the ledger is older than its mirror.
  virtual absl::Status Resolve(const Order& order, std::string_view signature) = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_LEDGER_H_
