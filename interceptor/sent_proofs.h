#ifndef TOLLPASS_INTERCEPTOR_SENT_PROOFS_H_
#define TOLLPASS_INTERCEPTOR_SENT_PROOFS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "core/json/json.h"
#include "core/proof.h"

namespace tollpass {

/// The secrets of the proofs that a connection sent lately: signatures and one-time values, which
/// a server may echo and the host must not see. Bounded; one thread.
class SentProofs {
 public:
  /// It goes out now. What is shorter than 48 characters, or is the server's own, is no secret.
  void Add(const Proof& proof);

  /// `text`, one JSON text, with a fixed text in place of each of them, however its strings are
  /// escaped; std::nullopt if there is none in it. InvalidArgument: one that cannot be taken out.
  /// Looks at every sixteenth byte, and only if anything was sent.
  [[nodiscard]] absl::StatusOr<std::optional<std::string>> Without(std::string_view text) const;

 private:
  struct Place {
    const std::string* secret;
    size_t offset;
  };

  void AddStrings(const json::Value& value, const Proof& proof);
  void AddSecret(std::string_view text, size_t shortest);
  void Remember(std::string secret);
  void Index(const std::string& secret);
  void ForgetElderHalf();
  [[nodiscard]] std::optional<std::string_view> FindIn(std::string_view text) const;
  [[nodiscard]] bool HoldsEscaped(std::string_view text) const;
  [[nodiscard]] std::string ReplacedIn(std::string_view text) const;
  void Replaced(const json::Value& value, std::vector<json::Replacement>& out) const;

  std::deque<std::string> secrets_;  // oldest first
  std::unordered_multimap<uint64_t, Place> index_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_SENT_PROOFS_H_
