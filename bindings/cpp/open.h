#ifndef TOLLPASS_BINDINGS_CPP_OPEN_H_
#define TOLLPASS_BINDINGS_CPP_OPEN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/export.h"
#include "core/server_identity.h"
#include "home/permission.h"
#include "home/supposed_payment.h"
#include "interceptor/interceptor.h"
#include "wallet/chain/chain_source.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// A payment that waits for the user's answer, or was approved and not used yet, as `tollpass
/// pending --json` prints it (docs/json.md, `question`). Texts of the server and the model are made
/// printable; show them to the user as what they are, and never to a model.
struct Question {
  std::string id;
  std::string state;         // "pending", or "granted"
  std::string server;        // section name; empty: the server has none and cannot be approved
  std::string tool;          // the server's word
  std::string arguments;     // JSON, shortened if long; the model's words
  std::string amount;        // for people: "0.01 USDC"
  std::string atomic;        // the same in atomic units of the asset, decimal digits
  int decimals = 0;          // how many of these digits stand behind the point
  std::string up_to;         // granted: the most that may be paid, "0.02 USDC"; else empty
  std::string up_to_atomic;  // the same in atomic units, decimal digits
  std::string scheme;
  std::string network;            // CAIP-2
  std::string asset;              // id on the network
  std::string payee;              // account that would be paid
  int64_t payee_paid_before = 0;  // payments to it for this server
  std::string reason;             // code of docs/policy.md
  std::string why;                // its sentence, for a dialog: names no command that answers
  std::string also;               // code of what else a yes says yes to; or empty
  // Where the question is whether a tool may be paid that is said to do other things now
  // (`tool_changed`, as reason or also); else empty:
  std::string definition;           // digest of what the server's list says of it now, hex
  std::string server_says_of_tool;  // the same to read, cut at 4 KiB: the server's words
  std::string section;              // of the policy file, which asks
  int64_t asked_at = 0;             // unix seconds
  int64_t expires_at = 0;           // unix seconds, exclusive
};

/// How far a yes to a question goes.
struct Approving {
  /// Of the approval key; empty for a home without passphrases, as `tollpass init --test` makes it.
  std::string_view passphrase = {};
  /// The most that may be paid, "0.02 USDC"; empty: what is asked for.
  std::string_view up_to = {};
  /// How long it holds, at most 30 days.
  int64_t seconds = 3600;
};

/// A home in use: its kernel for connections, the user's answers, and what the command line tells
/// of it. Thread-safe. Must outlive every Interceptor and Session that was made with it. It belongs
/// to the process that opened it: a child made by fork is refused with FailedPrecondition, by the
/// kernel too, and opens the home anew.
///
/// Errors, here and below: NotFound and InvalidArgument name what is wrong with an argument;
/// FailedPrecondition: the rules, or the state of what is named, forbid it; Unavailable and
/// DataLoss: a part of the home is missing, busy or broken, and the way out. Messages are for the
/// user and never for a model. What is wrong with an argument is named by the field it stands
/// in: "per_day", "up_to".
class TOLLPASS_EXPORT OpenedHome {
 public:
  ~OpenedHome();
  OpenedHome(const OpenedHome&) = delete;
  OpenedHome& operator=(const OpenedHome&) = delete;

  /// The folder, absolute.
  [[nodiscard]] const std::string& path() const;
  /// Authorises and signs. Any call may take seconds: never on a thread that must not wait.
  [[nodiscard]] Kernel& kernel();
  [[nodiscard]] const Clock& clock() const;

  /// Where the server of the policy section `server` is: what a host spawns or connects to. Its
  /// identity counts nothing else, so start exactly that. Errors elsewhere in the policy file stop
  /// payments, not this.
  [[nodiscard]] absl::StatusOr<ServerEndpoint> EndpointOf(std::string_view server) const;

  /// Options for one connection to the server of the policy section `server`. `label` sets the
  /// calls of one host or agent apart, as `tollpass proxy --as` does; no two connections share an
  /// `id_prefix`.
  [[nodiscard]] absl::StatusOr<InterceptorOptions> ConnectionTo(std::string_view server,
                                                                std::string_view label = {});
  /// The same for a server that the host knows itself: its command or its URL. A program without a
  /// slash is looked up along PATH, a relative path starts at the working folder: start that one.
  /// If a section of the policy file says the same, its rules hold; else a demand for payment asks
  /// the user to add it.
  [[nodiscard]] absl::StatusOr<InterceptorOptions> ConnectionTo(const ServerEndpoint& endpoint,
                                                                std::string_view label = {});

  /// The questions that wait for the user, oldest first.
  [[nodiscard]] absl::StatusOr<std::vector<Question>> Pending();
  /// Those that were approved and not used yet: Deny takes such a yes back.
  [[nodiscard]] absl::StatusOr<std::vector<Question>> Granted();
  /// Says yes to a question, once: the same call pays when it is made again, as far as limits over
  /// time have room. `id` or a unique beginning. Unauthenticated: the wrong passphrase.
  absl::Status Approve(std::string_view id, const Approving& approving = {});
  /// Says no, or takes back a yes that was not used.
  absl::Status Deny(std::string_view id);
  /// Stops every payment of this home, in all processes. Free calls go on.
  absl::Status Pause();
  /// Pays again after Pause.
  absl::Status Resume(std::string_view passphrase = {});
  /// Signs a mandate: lets a server be paid within its section. Returns the mandate's id.
  absl::StatusOr<std::string> Allow(const Permission& permission, std::string_view passphrase = {});

  // What the command line prints with --json; format: docs/json.md.

  /// List of `row`: those after the row of number `after_sequence`, newest last; at most `limit` of
  /// the newest (0: all).
  [[nodiscard]] absl::StatusOr<std::string> Log(int64_t after_sequence = 0, int64_t limit = 0);
  /// `row` of the call with `id` or a unique beginning of it.
  [[nodiscard]] absl::StatusOr<std::string> Show(std::string_view id);
  /// `status`. It tries what a payment needs; broken parts are told in it.
  [[nodiscard]] absl::StatusOr<std::string> Status();
  /// `check` of a policy text that need not be the home's.
  [[nodiscard]] std::string CheckPolicy(std::string_view text) const;
  /// `story` of the call, or of the newest call of the question, with `id` or a unique beginning.
  [[nodiscard]] absl::StatusOr<std::string> Explain(std::string_view id);
  /// `supposition`: how `payment` would be decided now.
  [[nodiscard]] absl::StatusOr<std::string> Explain(const SupposedPayment& payment);

 private:
  struct TOLLPASS_HIDDEN Parts;
  TOLLPASS_HIDDEN explicit OpenedHome(std::unique_ptr<Parts> parts);
  friend absl::StatusOr<std::unique_ptr<OpenedHome>> Open(std::string_view home,
                                                          std::shared_ptr<ChainSource> chain);
  friend absl::StatusOr<std::unique_ptr<OpenedHome>> OpenTest(std::string_view policy);

  std::unique_ptr<Parts> parts_;
};

/// Opens the home at `home`; if empty, at $TOLLPASS_HOME, else $XDG_DATA_HOME/tollpass, else
/// ~/.local/share/tollpass. Reads nothing yet: policy, ledger and keys are read when they are
/// needed, and the policy again whenever it changes. NotFound, with the way out: no home was made
/// there.
TOLLPASS_EXPORT absl::StatusOr<std::unique_ptr<OpenedHome>> Open(std::string_view home = {});
/// The same with a source that is asked what became of payments, on the networks of which the
/// policy says host = true in [chain."..."]; what it says gives budget back as far as you signed
/// it.
TOLLPASS_EXPORT absl::StatusOr<std::unique_ptr<OpenedHome>> Open(
    std::string_view home, std::shared_ptr<ChainSource> chain);

/// Makes a home for tests, in a folder of mode 0700 under $TMPDIR (/tmp) that goes with the object:
/// test networks only, keys without a passphrase, and a mandate for every server section of its
/// policy. `policy` is a whole policy file (docs/policy.md), or begins with a table and is added to
/// the first one that `tollpass init` writes. InvalidArgument: errors in it, with line and column.
TOLLPASS_EXPORT absl::StatusOr<std::unique_ptr<OpenedHome>> OpenTest(std::string_view policy = {});

}  // namespace tollpass

#endif  // TOLLPASS_BINDINGS_CPP_OPEN_H_
