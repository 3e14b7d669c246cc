#ifndef TOLLPASS_CLI_APPROVAL_TEXT_H_
#define TOLLPASS_CLI_APPROVAL_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/approval.h"
#include "core/asset.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// How often each payee was paid before, so that a new one stands out.
class PayeeHistory {
 public:
  static absl::StatusOr<PayeeHistory> Read(LedgerReader& reader);
  [[nodiscard]] int64_t Count(std::string_view network, std::string_view payee) const;
  /// "never paid before", "paid 3 times before".
  [[nodiscard]] std::string Words(std::string_view network, std::string_view payee) const;

 private:
  std::vector<std::string> paid_;  // AssetKey(network, payee), sorted, one for each charge
};

/// Several lines: what would be paid to whom for which tool, why it is asked, until when.
std::string ApprovalText(const Approval& approval, const AssetTable& assets,
                         const PayeeHistory& history);

std::string ApprovalJson(const Approval& approval, const AssetTable& assets,
                         const PayeeHistory& history);

/// The question that waits under `id` or a unique beginning of it. NotFound; InvalidArgument
/// (several); FailedPrecondition: answered or expired.
absl::StatusOr<Approval> FindPending(LedgerReader& reader, std::string_view id, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_APPROVAL_TEXT_H_
