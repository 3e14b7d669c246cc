#ifndef TOLLPASS_SAMPLES_PAID_SERVER_FAULTS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_FAULTS_H_

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "samples/paid_server/facilitator.h"

namespace tollpass::samples {

/// Ways in which this server misbehaves on request, so that a payer can be tried against them.
enum class Fault {
  kSettleFails,            // the settlement fails after the tool ran
  kSettlesButSaysRefused,  // the money is taken, the caller is told that it was not
  kVerifyUnreachable,      // nobody can say whether a payment is good
  kSettleUnreachable,      // the money is taken, and nobody can say so
  kReplyLost,              // the first answer to each payment is never written
  kPriceBump,              // from the second challenge on the price is doubled
  kPayeeSwap,              // from the second challenge on another account is to be paid
  kCrashAfterPayment,      // the process dies between settlement and answer
  kToolBreaks,             // every paid tool breaks instead of answering
  kWrongKey,               // quotes are signed by another key, and name it
  kForgedQuote,            // quotes name the right key, and are not signed by it
  kExpiredQuote,           // quotes are over when they are made
  kLongQuote,              // quotes live for an hour
  kArgsSwap,               // quotes are for other arguments
  kToolSwap,               // quotes are for another tool
  kForgedReceipt,          // receipts name the right key, and are not signed by it
};

using Faults = std::set<Fault>;

/// The names by which the command line knows them.
std::map<std::string, Fault> FaultNames();

/// Lies about settlements as `faults` says, and is honest otherwise. Keeps `honest` by reference.
class FaultyFacilitator final : public Facilitator {
 public:
  FaultyFacilitator(Facilitator& honest, const Faults& faults) : honest_(honest), faults_(faults) {}

  absl::StatusOr<Verification> Verify(const nlohmann::json& payload,
                                      const nlohmann::json& requirements) override;
  absl::StatusOr<Settlement> Settle(const nlohmann::json& payload,
                                    const nlohmann::json& requirements) override;

 private:
  Facilitator& honest_;
  Faults faults_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_FAULTS_H_
