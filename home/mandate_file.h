#ifndef TOLLPASS_HOME_MANDATE_FILE_H_
#define TOLLPASS_HOME_MANDATE_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/mandate_terms.h"
#include "core/order.h"

namespace tollpass {

inline constexpr size_t kMaxMandateFile = size_t{2} * 1024 * 1024;

/// A mandate outside of its ledger, as it was signed: what `mandate export` and `mandate child`
/// write and `mandate import` takes. It holds no secret, and permits nothing by itself.
///
///   {"type": "tollpass-mandate/1", "id", "ledger_id", "order", "signature"}
///
/// `order` is base64 of OrderBytes (mandates/codec.h) with the mandate inside, `signature` base64
/// of the 64 bytes over it; the other two say what stands in the order, for people.
struct MandateFile {
  Order order;
  std::string signature;
  MandateTerms terms;  // of the order
};

/// `order`: OrderBytes, which must be those of an order to allow a mandate.
absl::StatusOr<std::string> MandateFileText(std::string_view order, std::string_view signature);

/// InvalidArgument: another form, or members that contradict each other. Verifies no signature:
/// that takes the ledger.
absl::StatusOr<MandateFile> ParseMandateFile(std::string_view text);

/// The same of the file at `path`; errors as os::ReadFile.
absl::StatusOr<MandateFile> ReadMandateFile(const std::string& path);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_MANDATE_FILE_H_
