#ifndef TOLLPASS_WALLET_CHAIN_HTTP_POST_H_
#define TOLLPASS_WALLET_CHAIN_HTTP_POST_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace tollpass {

/// An answer is read up to this size. Bytes.
inline constexpr size_t kMaxAnswerBytes = size_t{4} * 1024 * 1024;

/// Posts `json` to exactly `url` (https, or http of this machine) and gives the body of an answer
/// with status 200. Follows no redirect, sends no cookies and no credentials, and is done after
/// `timeout_ms`. Unavailable: anything else came, or nothing, or libcurl.so.4 is not installed.
/// The message names the host at most: the rest of a URL is often a key. Thread-safe.
absl::StatusOr<std::string> PostJson(const std::string& url, std::string_view json,
                                     int64_t timeout_ms);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_CHAIN_HTTP_POST_H_
