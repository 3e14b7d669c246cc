#ifndef TOLLPASS_SAMPLES_PAID_SERVER_PAYMENT_LOG_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_PAYMENT_LOG_H_

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace tollpass::samples {

/// What this server asked, verified and settled, as it really was: one JSON object a line, added to
/// a file. Every line has `event`:
///   challenged              tool, error, requirements (x402 v2 words), and the quote if it was one
///   verified, delivered,    tool, payment_sha256 (of the payment's bytes as they came), from,
///   not_delivered, replayed   value, nonce, signature
///   settled                 from, value, nonce, signature, transaction: the money moved
/// Without a path nothing is written.
class PaymentLog {
 public:
  /// Unavailable: `path` cannot be opened for writing.
  static absl::StatusOr<PaymentLog> Open(const std::string& path);

  void Challenged(const std::string& tool, const nlohmann::json& requirements,
                  std::string_view error, const nlohmann::json& quote = nullptr);
  /// `payment_text` is the payment as it came.
  void Paid(std::string_view event, const std::string& tool, std::string_view payment_text,
            const nlohmann::json& payload);
  void Settled(const nlohmann::json& payload, const std::string& transaction);

 private:
  void Write(const nlohmann::json& record);

  std::ofstream out_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_PAYMENT_LOG_H_
