#include "interceptor/dialects/x402_unpaid.h"

#include <algorithm>
#include <memory>

namespace tollpass {
namespace {

struct Row {
  X402Form form;
  DialectTraits traits;
};

std::vector<Row> Rows() {
  std::vector<Row> rows;
  // cloudflare/agents packages/agents/src/mcp/x402.ts: takes a base64 string for the payment, and
  // an object for none.
  rows.push_back({X402Form::kCloudflare, {"x402-cloudflare", {}, {"x402/error"}}});
  rows.back().traits.price_meta_keys = {"agents-x402/"};
  // x402 pull request 3106, and the "transport v3" draft before it.
  rows.push_back(
      {X402Form::kExtension, {"x402-extension", {"org.x402/payment"}, {"org.x402/payment"}}});
  rows.back().traits.capabilities = {"org.x402/payment"};
  // The npm package x402-mcp 0.0.5: a base64 string under a key with a dot.
  rows.push_back({X402Form::kDotted, {"x402-dotted", {"x402.payment"}, {"x402.payment-response"}}});
  // Errors 402, -32042, -402, -40200, -40201 and others; the keys of x402 proposal 376.
  rows.push_back({X402Form::kError, {"x402-error", {"x402.org/"}, {"x402.org/"}}});
  return rows;
}

}  // namespace

bool X402Unpaid::Recognises(const Part& part) const {
  return form_ == X402Form::kExtension &&
         std::ranges::any_of(part.members, [](const json::Member& member) {
           return member.key == "resultType" && json::AsString(member.value) == "payment_required";
         });
}

Reading X402Unpaid::Read(const Answer& answer, bool paid) const {
  return paid ? Reading() : ReadX402Challenge(answer, form_, traits_.name);
}

std::vector<json::Edit> X402Unpaid::Attach(const Proof&) const { return {}; }

std::vector<std::unique_ptr<const Dialect>> UnpaidX402Forms() {
  std::vector<std::unique_ptr<const Dialect>> forms;
  std::vector<Row> rows = Rows();
  for (Row& row : rows) {
    forms.push_back(std::make_unique<X402Unpaid>(row.form, std::move(row.traits)));
  }
  return forms;
}

}  // namespace tollpass
