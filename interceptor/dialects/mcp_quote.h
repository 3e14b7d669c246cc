#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_MCP_QUOTE_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_MCP_QUOTE_H_

#include "interceptor/dialects/dialect.h"

namespace tollpass {

/// The -32402 envelope with a quote (draft of the Stipendex project, "payments" in MCP): a JSON-RPC
/// error of that code, however the number is written, whose data has a member "quote"; the proof
/// goes in params._meta["payments/payment"], the receipt comes in result._meta["payments/receipt"],
/// or under the same key in an error's data or in data._meta.
///
/// What a quote says, and whether it can be paid at all, is for scheme "quote" to judge from its
/// verbatim text; the other fields of the offer are there to be shown. Recognised
/// and never paid here: a quote that is no object, an envelope with a member twice, the same error
/// inside an isError result or deeper in an error, and a quote of ours under another code. An error
/// of this code without a quote is not of this dialect.
class McpQuote final : public Dialect {
 public:
  [[nodiscard]] const DialectTraits& traits() const override { return traits_; }
  [[nodiscard]] bool Recognises(const Part& part) const override;
  [[nodiscard]] bool Demands(const Part& part) const override;
  [[nodiscard]] Reading Read(const Answer& answer, bool paid) const override;
  [[nodiscard]] std::vector<json::Edit> Attach(const Proof& proof) const override;

 private:
  const DialectTraits traits_ = {
      "mcp-quote",
      {"payments/payment", "payments/receipt"},
      {"payments/receipt", "payments/payment"},
      {"payments/"},
      {},
      {},
      {"payments", "stipendex/payments"},
  };
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_MCP_QUOTE_H_
