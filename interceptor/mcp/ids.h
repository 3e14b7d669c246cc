#ifndef TOLLPASS_INTERCEPTOR_MCP_IDS_H_
#define TOLLPASS_INTERCEPTOR_MCP_IDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/json/json.h"

namespace tollpass {

/// The same text for ids of the same JSON type and value, another for any others: 1, "1" and 1.0
/// are three ids, "a" and "\u0061" are one.
std::string IdKey(const json::Value& id);
/// The same for JSON text, which was an id before; empty if it is no JSON.
std::string IdKey(std::string_view id);

/// Makes ids for messages of ours, in the type that the host uses: some servers answer the other
/// type with null or 0. Also for progress tokens.
class IdMint {
 public:
  /// `prefix`: random text for ids that are strings.
  explicit IdMint(std::string prefix);

  /// `id` is the host's: it is never minted from now on.
  void Seen(const json::Value& id);

  /// A new id as JSON text: a string for kString, else an integer from 1_000_000_000 on.
  std::string Mint(json::Type host_type);

  /// True for what was minted, and for the same digits or letters in another JSON type.
  [[nodiscard]] bool IsMinted(const json::Value& id) const;

 private:
  std::string prefix_;
  int64_t first_;
  int64_t next_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_IDS_H_
