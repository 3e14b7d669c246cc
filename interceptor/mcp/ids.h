#ifndef TOLLPASS_INTERCEPTOR_MCP_IDS_H_
#define TOLLPASS_INTERCEPTOR_MCP_IDS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.h"

namespace tollpass {

/// The same text for ids of the same JSON type and value, another for any others: 1, "1" and 1.0
/// are three ids, "a" and "\u0061" are one.
std::string IdKey(const json::Value& id);
/// The same for JSON text, which was an id before; empty if it is no JSON.
std::string IdKey(std::string_view id);

/// The key of `id`, then those of ids with the same digits in another JSON type: 7.0, 7, "7".
std::vector<std::string> SimilarIdKeys(const json::Value& id);

/// Makes ids for messages of ours, in the type that the host uses: some servers answer the other
/// type with null or 0. Also for progress tokens.
class IdMint {
 public:
  /// `prefix`: random text for ids that are strings.
  explicit IdMint(std::string prefix);

  /// `id` is the host's: it is never minted from now on.
  void Seen(const json::Value& id);

  /// A new id as JSON text: a string for kString, else an integer from 1_000_000_000 up to 2^53 -
  /// 1, the last that every reader holds exactly.
  std::string Mint(json::Type host_type);

  /// True for what was minted, and for the same digits or letters in another JSON type.
  [[nodiscard]] bool IsMinted(const json::Value& id) const;

 private:
  using Ranges = std::map<int64_t, int64_t>;  // first to last, both in it; none touch

  static void Add(Ranges& ranges, int64_t number);
  static std::optional<int64_t> LastOfRange(const Ranges& ranges, int64_t number);
  int64_t Next();

  std::string prefix_;
  int64_t next_;
  Ranges seen_;  // the host's, from the first that could be minted on
  Ranges minted_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_IDS_H_
