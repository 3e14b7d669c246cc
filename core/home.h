#ifndef TOLLPASS_CORE_HOME_H_
#define TOLLPASS_CORE_HOME_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tollpass {

/// Paths of a home. A plain value; touches no file.
struct Home {
  std::string path;             // absolute
  std::string state_path = {};  // absolute, outside the home; empty: none is known

  [[nodiscard]] std::string PolicyPath() const { return path + "/policy.toml"; }
  [[nodiscard]] std::string LedgerPath() const { return path + "/ledger.db"; }
  [[nodiscard]] std::string LedgerKeyPath() const { return path + "/ledger.key"; }
  [[nodiscard]] std::string KeysPath() const { return path + "/keys"; }
  /// Of the ledger with this id; empty where state_path is.
  [[nodiscard]] std::string MirrorPath(std::string_view ledger_id) const {
    return state_path.empty() ? std::string() : state_path + "/" + std::string(ledger_id);
  }
};

/// Where a home, or a part of it, is not there: what to do, for the end of a message. The commands
/// in them work as they stand.
std::string NewPolicyAdvice(std::string_view policy_path);
std::string NewHomeAdvice(const Home& home);
std::string StartOverAdvice(const Home& home);

/// The home to use: `flag` if not empty, else `$TOLLPASS_HOME`, else `$XDG_DATA_HOME/tollpass`,
/// else `~/.local/share/tollpass`. A relative path counts from the working folder. Its state lies
/// in
/// `$XDG_STATE_HOME/tollpass`, else `~/.local/state/tollpass`; nowhere if HOME is not absolute
/// either. `env` reads one environment variable.
Home ResolveHome(std::string_view flag,
                 const std::function<std::optional<std::string>(std::string_view)>& env);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_HOME_H_
