#ifndef TOLLPASS_HOME_APPROVAL_TEXT_H_
#define TOLLPASS_HOME_APPROVAL_TEXT_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/approval.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// How often the payee of each question was paid before for its server, so that a new one stands
/// out.
class PayeeHistory {
 public:
  /// For `questions`: how much is read depends on their number alone.
  static absl::StatusOr<PayeeHistory> Read(LedgerReader& reader,
                                           std::span<const Approval> questions);
  /// Payments to the payee of `approval` for its server.
  [[nodiscard]] int64_t Count(const Approval& approval) const;
  /// "never paid before for this server", "paid 3 times before for this server".
  [[nodiscard]] std::string Words(const Approval& approval) const;

 private:
  std::map<std::string, int64_t> payments_;  // by server and payee
};

/// Several lines: what is or would be paid to whom for which call, why it is asked, until when.
/// Amounts as the question itself says, whatever the policy file says today.
std::string ApprovalText(const Approval& approval, const PayeeHistory& history);

std::string ApprovalJson(const Approval& approval, const PayeeHistory& history);

/// What a server's list says of a tool is shown up to so many bytes. It was cut when it was asked
/// already; this is for a file that was changed.
inline constexpr size_t kMostShownToolBytes = 4096;

/// "server search", or what stands for its name where it has no section.
std::string ServerWords(const Approval& approval);

/// The question that waits under `id` or a unique beginning of it, or was denied under that whole
/// id and not longer ago than that holds. NotFound; FailedPrecondition: several, or answered
/// otherwise, or expired.
absl::StatusOr<Approval> FindApprovable(LedgerReader& reader, std::string_view id, int64_t now);

/// The question that waits, or was granted and is not used yet. Errors as above.
absl::StatusOr<Approval> FindDeniable(LedgerReader& reader, std::string_view id, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_APPROVAL_TEXT_H_
