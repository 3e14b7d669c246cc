#include "home/check_approvable.h"

#include <string>

#include "absl/strings/str_format.h"
#include "core/encoding.h"

namespace tollpass {
namespace {

/// What the rules say of a payment like the one that is asked about.
Verdict VerdictOn(const Policy& policy, const Approval& question, Amount ceiling, int64_t now) {
  Call call;
  call.server_id = question.server_id;
  call.method = "tools/call";
  call.tool = question.tool;
  Terms terms;
  terms.scheme = question.scheme;
  terms.network = question.network;
  terms.asset = question.asset;
  terms.charge = ceiling;
  terms.payee = question.payee;
  terms.payer = question.payer;
  terms.timeout_seconds = 1;
  return policy.Decide(call, terms, Facts{}, now);
}

}  // namespace

absl::Status CheckApprovable(const Policy& policy, const Approval& question, Amount ceiling,
                             int64_t now) {
  const Verdict verdict = VerdictOn(policy, question, ceiling, now);
  if (verdict.reason == Reason::kServerUnknown) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s cannot be approved: its server has no section in the policy file, and only a server "
        "with one is ever paid. Add it with 'tollpass add', then call the tool again",
        question.id));
  }
  if (verdict.section_digest != question.section_digest) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the rules for %s were edited after it was asked: call the tool again, and "
                        "answer the new question",
                        question.id));
  }
  if (verdict.kind != VerdictKind::kDeny || verdict.reason == Reason::kUnattended) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrFormat("the rules would decline %s, and no approval goes beyond them: %s%s%s",
                      FormatMoney(ceiling, question.asset), ReasonSentence(verdict.reason),
                      verdict.section.empty() ? "" : " Section: ", Printable(verdict.section)));
}

}  // namespace tollpass
