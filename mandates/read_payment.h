#ifndef TOLLPASS_MANDATES_READ_PAYMENT_H_
#define TOLLPASS_MANDATES_READ_PAYMENT_H_

#include "absl/status/statusor.h"
#include "mandates/payment_record.h"
#include "mandates/sql/calls.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// As LedgerReader::Payment.
absl::StatusOr<PaymentRecord> ReadPayment(sql::Database& database, const sql::CallRow& call);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_READ_PAYMENT_H_
