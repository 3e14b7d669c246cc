#ifndef TOLLPASS_CLI_EXPLAIN_PAYMENT_H_
#define TOLLPASS_CLI_EXPLAIN_PAYMENT_H_

#include <string>

#include "absl/status/statusor.h"
#include "cli/command_line.h"

namespace tollpass {

/// A payment that nobody asked for, as the user writes it.
struct SupposedPayment {
  std::string server;   // section name
  std::string tool;     // may be empty
  std::string network;  // CAIP-2
  std::string asset;    // symbol or id
  std::string pay_to;
  std::string amount;  // "0.01", or "0.01 USDC"
};

/// What the policy and the mandates say to it today, for people or as an object. InvalidArgument
/// names the part that cannot be read; NotFound: no such server.
absl::StatusOr<std::string> ExplainSupposed(const CommandLine& line, const SupposedPayment& payment,
                                            bool json);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_EXPLAIN_PAYMENT_H_
