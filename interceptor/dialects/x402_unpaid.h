#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_X402_UNPAID_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_X402_UNPAID_H_

#include <utility>
#include <vector>

#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/x402.h"

namespace tollpass {

/// A form of x402 that is recognised and never paid.
class X402Unpaid final : public Dialect {
 public:
  X402Unpaid(X402Form form, DialectTraits traits) : form_(form), traits_(std::move(traits)) {}

  [[nodiscard]] const DialectTraits& traits() const override { return traits_; }
  [[nodiscard]] bool Recognises(const Part& part) const override;
  [[nodiscard]] Reading Read(const Answer& answer, bool paid) const override;
  [[nodiscard]] std::vector<json::Edit> Attach(const Proof& proof) const override;

 private:
  const X402Form form_;
  const DialectTraits traits_;
};

/// All of them: servers of Cloudflare's agents library, the extension binding of the 2026-07-28
/// revision, the dotted keys of the x402-mcp package, and JSON-RPC errors (early drafts, several
/// SDKs).
std::vector<std::unique_ptr<const Dialect>> UnpaidX402Forms();

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_X402_UNPAID_H_
