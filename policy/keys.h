#ifndef TOLLPASS_POLICY_KEYS_H_
#define TOLLPASS_POLICY_KEYS_H_

#include <string_view>

#include "policy/document.h"
#include "policy/load_errors.h"

namespace tollpass {

/// The kinds of table in which a key may stand; values are bits.
enum class Place : unsigned {
  kTop = 1,
  kBudget = 2,
  kServer = 4,
  kTool = 8,
  kAsset = 16,
  kChain = 32
};

/// Adds an error for every member of `table` that does not belong into a table of kind `place`:
/// unknown, known elsewhere, or known but not built. `where` names the table: "[server.search]".
void CheckKeys(const Node& table, Place place, std::string_view where, LoadErrors& errors);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_KEYS_H_
