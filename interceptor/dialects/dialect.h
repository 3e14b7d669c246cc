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

/// A server's answer to one request, scanned once.
struct Answer {
  std::string_view method;            // of the request that it answers
  std::optional<json::Value> result;  // exactly one of the two
  std::optional<json::Value> error;
};

/// What an answer to a paid attempt says about the payment.
struct Settlement {
  bool refused = false;  // challenged again, or settlement said to have failed
  std::optional<Receipt> receipt;
  std::string server_text;  // for the user's log only
};

/// Nothing of this dialect; an unpaid call is challenged; a paid one is settled or refused.
using Reading = std::variant<std::monostate, Challenge, Settlement>;

/// Names and keys of a dialect.
struct DialectTraits {
  std::string_view name;
  std::vector<std::string_view> request_meta_keys;  // params._meta: removed if the host sent them
  std::vector<std::string_view> result_meta_keys;   // result._meta: removed on the way up
};

/// One wire form of a challenge: owns everything outside one offer and one payload.
/// Pure and thread-safe.
class Dialect {
 public:
  virtual ~Dialect() = default;
  [[nodiscard]] virtual const DialectTraits& traits() const = 0;

  /// True if `value` is a payment message of this dialect by itself, wherever it stands.
  [[nodiscard]] virtual bool Recognises(const json::Value& value) const = 0;

  /// `paid`: the request carried a proof of ours.
  [[nodiscard]] virtual Reading Read(const Answer& answer, bool paid) const = 0;

  /// Changes to the request's text that put `proof` where this dialect wants it. The same proof
  /// gives the same bytes; no clock, no random.
  [[nodiscard]] virtual std::vector<json::Edit> Attach(const Proof& proof) const = 0;
};

/// Every dialect of this build. The one place to add one: interceptor/dialects/list.cc.
using Dialects = std::vector<std::unique_ptr<const Dialect>>;
Dialects MakeDialects();

/// Keys in _meta that carry payments in forms that no dialect of this build reads: removed both
/// ways like the dialects' own.
std::vector<std::string_view> ForeignPaymentKeys();

/// What the dialects make of `answer`. Two that recognise one message make it ambiguous: a
/// Challenge with that defect (unpaid) or a refused Settlement (paid).
Reading ReadAnswer(const Dialects& dialects, const Answer& answer, bool paid);

/// True if a dialect recognises a value anywhere inside `value`, JSON inside of strings included.
bool ContainsPayment(const Dialects& dialects, const json::Value& value);

/// The dialect of that name, or nullptr.
const Dialect* FindDialect(const Dialects& dialects, std::string_view name);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_DIALECT_H_
