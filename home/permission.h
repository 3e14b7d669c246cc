#ifndef TOLLPASS_HOME_PERMISSION_H_
#define TOLLPASS_HOME_PERMISSION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollpass {

/// The most payments that a limit on their number may name.
inline constexpr int64_t kMostUses = 1'000'000'000;

/// What the user allows: all that the section `server` says today, or less. An amount is a decimal
/// with the unit of the policy file, "0.01 USD"; an empty one leaves what the policy says. With a
/// `parent`, all that this mandate says, or less.
struct Permission {
  std::string server = {};              // section name
  std::vector<std::string> tools = {};  // names or globs; empty: all
  std::string per_call = {};
  std::string per_day = {};
  std::string total = {};  // in all, under this permission
  // Payments at most, 1 to kMostUses; 1 also answers what is asked. Absent: any number, within the
  // other limits.
  std::optional<int64_t> uses = {};
  int64_t seconds =
      int64_t{30} * 86400;        // how long it holds, at least 1; no longer than its parent
  std::string parent = {};        // id of the mandate above it, or a unique beginning; empty: none
  std::string delegate_key = {};  // Ed25519 public key, 64 hex digits: may sign mandates below it
  bool by_flags = false;  // errors name flags of the command line ("--per-call"), not these fields
};

}  // namespace tollpass

#endif  // TOLLPASS_HOME_PERMISSION_H_
