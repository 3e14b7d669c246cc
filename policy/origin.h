#ifndef TOLLPASS_POLICY_ORIGIN_H_
#define TOLLPASS_POLICY_ORIGIN_H_

#include <optional>
#include <string>
#include <string_view>

namespace tollpass {

/// Where a URL leads: scheme and host in lower case, port always given.
struct Origin {
  std::string scheme;
  std::string host;  // without brackets for IPv6
  std::string port;

  /// "https://host:443".
  [[nodiscard]] std::string Text() const;
  /// True for this machine: localhost, 127.0.0.0/8, ::1.
  [[nodiscard]] bool IsLoopback() const;
};

/// The origin of an absolute http or https URL; std::nullopt for any other text. What stands before
/// an `@` never counts as host. Source: RFC 3986.
std::optional<Origin> OriginOf(std::string_view url);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_ORIGIN_H_
