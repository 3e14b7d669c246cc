#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_DIALECT_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_DIALECT_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/challenge.h"
#include "core/json/json.h"
#include "core/proof.h"

namespace tollpass {

/// A value and what is in it: read once, however many dialects look.
struct Part {
  explicit Part(const json::Value& of);

  json::Value value;
  std::vector<json::Member> members;  // of an object
  std::string text;                   // of a string, for a lenient reader (loose_text.h)
};

/// True if a result with this isError is an error for some reader: official SDKs turn words and
/// numbers into a truth value, so only false and null are none.
bool MarksError(const json::Value& is_error);

/// A server's answer to one request: exactly one of result and error, and the parts of it that a
/// demand can be in, found in one pass. Views into the message, and into this.
struct Answer {
  Answer(std::string_view method, std::optional<json::Value> result,
         std::optional<json::Value> error);
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;

  std::string_view method;  // of the request that it answers
  std::optional<json::Value> result;
  std::optional<json::Value> error;

  // Of the result.
  bool is_error = false;
  bool odd_error = false;          // by an isError that is not `true`: recognised, never paid
  std::optional<Part> structured;  // structuredContent
  std::optional<json::Value> content;
  std::optional<Part> meta;  // _meta
  std::optional<json::Value> result_type;
  std::optional<Part> payment_required;    // paymentRequired
  std::optional<json::Value> task_result;  // of a task that is polled: result, error
  std::optional<json::Value> task_error;
  std::string first_text;               // of an isError result: content[0].text
  std::optional<Part> first_text_json;  // if it is JSON
  // Of the error.
  std::optional<json::Value> code;
  std::optional<Part> data;
  // Two readers could see two different answers: one of these is there twice, or its text is no
  // Unicode.
  bool twice = false;
  // It answers a payment with a good receipt: what it brings without an error is no demand.
  bool receipted = false;

 private:
  void ReadResult();
  void ReadError();
  void ReadFirstText();
};

/// What an answer to a paid attempt says about the payment.
struct Settlement {
  bool refused = false;  // challenged again, or settlement said to have failed
  std::optional<Receipt> receipt;
  std::string server_text;              // for the user's log only
  std::vector<Offer> asked_again = {};  // of the challenge that refused it
};

/// Nothing of this dialect; an unpaid call is challenged; a paid one is settled or refused.
using Reading = std::variant<std::monostate, Challenge, Settlement>;

/// Names and keys of a dialect. A key that ends in '/' stands for every key that begins with it.
struct DialectTraits {
  std::string_view name;
  std::vector<std::string_view> request_meta_keys;  // params._meta: removed if the host sent them
  std::vector<std::string_view> result_meta_keys;   // result._meta: removed on the way up
  // What tools/list and its like say about prices, removed on the way up: in an entry's _meta, and
  // beside it.
  std::vector<std::string_view> price_meta_keys = {};
  std::vector<std::string_view> price_members = {};
  // Arguments of a tool that carry a payment: removed from calls and from the tool's inputSchema.
  std::vector<std::string_view> arguments = {};
  // Members of the server's capabilities, and of `experimental` and `extensions` in them.
  std::vector<std::string_view> capabilities = {};
};

/// One wire form of a challenge: owns everything outside one offer and one payload.
/// Pure and thread-safe.
class Dialect {
 public:
  virtual ~Dialect() = default;
  [[nodiscard]] virtual const DialectTraits& traits() const = 0;

  /// True if `part` is a payment message of this dialect by itself, wherever it stands. The keys
  /// of traits() need not be looked for. A part without a marker (mcp/markers.h) is none.
  [[nodiscard]] virtual bool Recognises(const Part& part) const = 0;

  /// The same for a demand alone; payments and receipts are none.
  [[nodiscard]] virtual bool Demands(const Part& part) const { return Recognises(part); }

  /// Unpaid: a Challenge or nothing. `paid`: the request carried a proof of this dialect; a
  /// Settlement or nothing.
  [[nodiscard]] virtual Reading Read(const Answer& answer, bool paid) const = 0;

  /// Changes to the request's text that put `proof` where this dialect wants it. The same proof
  /// gives the same bytes; no clock, no random.
  [[nodiscard]] virtual std::vector<json::Edit> Attach(const Proof& proof) const = 0;
};

/// Every dialect of this build. The one place to add one: interceptor/dialects/list.cc.
using Dialects = std::vector<std::unique_ptr<const Dialect>>;
Dialects MakeDialects();

/// Names of payments in forms that no dialect of this build knows: removed like the dialects' own.
DialectTraits ForeignNames();

/// What the dialects find in the answer to an unpaid call: std::nullopt, or a demand for money.
/// Ambiguous, and so never paid, where two of them find one, or where the message also asks the
/// user for something (URL elicitation). A demand that an error carries anywhere else than where
/// its dialect reads it is one that cannot be paid.
std::optional<Challenge> ReadChallenge(const Dialects& dialects, const Answer& answer);

/// The names of the members of a response, beside those of JSON-RPC, in which there is a demand.
std::vector<std::string> DemandsBeside(const Dialects& dialects, const json::Value& response);

/// A demand that was found where no dialect reads one.
Challenge UnpayableChallenge();

/// What they find in the answer to an attempt that carried a proof of the dialect `paid_by`. Any
/// demand is a refusal; beside a good receipt, only one that is marked as a demand or an error.
Settlement ReadSettlement(const Dialects& dialects, const Answer& answer, std::string_view paid_by);

/// The dialect of that name, or nullptr.
const Dialect* FindDialect(const Dialects& dialects, std::string_view name);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_DIALECT_H_
