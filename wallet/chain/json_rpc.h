#ifndef TOLLPASS_WALLET_CHAIN_JSON_RPC_H_
#define TOLLPASS_WALLET_CHAIN_JSON_RPC_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace tollpass {

/// One conversation with a JSON-RPC 2.0 server that ends at a deadline. One thread.
class JsonRpc {
 public:
  JsonRpc(std::string url, int64_t deadline_ms)
      : url_(std::move(url)),
        ends_at_(std::chrono::steady_clock::now() + std::chrono::milliseconds(deadline_ms)) {}

  /// The JSON text of the result. `parameters`: the JSON array. Unavailable: no answer in time, an
  /// error, or an answer that is not one to this question.
  absl::StatusOr<std::string> Call(std::string_view method, std::string_view parameters);

 private:
  std::string url_;
  std::chrono::steady_clock::time_point ends_at_;
  int64_t id_ = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_CHAIN_JSON_RPC_H_
