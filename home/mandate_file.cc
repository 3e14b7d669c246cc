#include "home/mandate_file.h"

#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/codec.h"

namespace tollpass {
namespace {

constexpr std::string_view kType = "tollpass-mandate/1";
constexpr int kMaxDepth = 4;
constexpr size_t kMembers = 5;

absl::Status NoMandateFile(std::string_view why) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s; a mandate is written by 'tollpass mandate export' or 'tollpass mandate child'", why));
}

/// The terms in `order`.
absl::StatusOr<MandateTerms> TermsIn(const Order& order) {
  if (order.kind != OrderKind::kAllow) {
    return NoMandateFile("it is the order for something else than a mandate");
  }
  TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, DecodeMandate(order.body));
  if (order.subject != terms.id || order.ledger_id != terms.ledger_id) {
    return NoMandateFile("its order and its mandate contradict each other");
  }
  return terms;
}

}  // namespace

absl::StatusOr<std::string> MandateFileText(std::string_view order, std::string_view signature) {
  TOLLPASS_ASSIGN_OR_RETURN(const Order decoded, DecodeOrder(order));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms, TermsIn(decoded));
  return json::ObjectWriter()
      .String("type", kType)
      .String("id", terms.id)
      .String("ledger_id", terms.ledger_id)
      .String("order", Base64Encode(order))
      .String("signature", Base64Encode(signature))
      .Done();
}

absl::StatusOr<MandateFile> ParseMandateFile(std::string_view text) {
  const absl::StatusOr<json::Value> root = json::ParseUnique(text, kMaxDepth);
  if (!root.ok() || json::FindString(*root, "type") != kType ||
      json::Members(*root).size() != kMembers) {
    return NoMandateFile("it is no exported mandate");
  }
  const std::optional<std::string> order64 = json::FindString(*root, "order");
  const std::optional<std::string> signature64 = json::FindString(*root, "signature");
  const std::optional<std::string> order = order64 ? Base64Decode(*order64) : std::nullopt;
  std::optional<std::string> signature = signature64 ? Base64Decode(*signature64) : std::nullopt;
  if (!order || !signature) {
    return NoMandateFile("its order or its signature is missing");
  }
  MandateFile file;
  TOLLPASS_ASSIGN_OR_RETURN(file.order, DecodeOrder(*order));
  TOLLPASS_ASSIGN_OR_RETURN(file.terms, TermsIn(file.order));
  // The ledger verifies the bytes that it writes the order in.
  if (OrderBytes(file.order) != *order || json::FindString(*root, "id") != file.terms.id ||
      json::FindString(*root, "ledger_id") != file.terms.ledger_id) {
    return NoMandateFile("what it says and what was signed contradict each other");
  }
  file.signature = *std::move(signature);
  return file;
}

absl::StatusOr<MandateFile> ReadMandateFile(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, os::ReadFile(path, kMaxMandateFile));
  absl::StatusOr<MandateFile> file = ParseMandateFile(text);
  TOLLPASS_RETURN_IF_ERROR(At(path, file.status()));
  return file;
}

}  // namespace tollpass
