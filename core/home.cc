#include "core/home.h"

#include <filesystem>
#include <system_error>

namespace tollpass {
namespace {

std::string Chosen(std::string_view flag,
                   const std::function<std::optional<std::string>(std::string_view)>& env) {
  const auto set = [&env](std::string_view name) { return env(name).value_or(""); };
  if (!flag.empty()) return std::string(flag);
  if (std::string path = set("TOLLPASS_HOME"); !path.empty()) return path;
  // The base directory specification tells to ignore a path that is not absolute.
  if (std::string path = set("XDG_DATA_HOME"); path.starts_with('/')) return path + "/tollpass";
  return set("HOME") + "/.local/share/tollpass";
}

std::string StatePath(const std::function<std::optional<std::string>(std::string_view)>& env) {
  const std::string state = env("XDG_STATE_HOME").value_or("");
  if (state.starts_with('/')) return state + "/tollpass";
  const std::string home = env("HOME").value_or("");
  return home.starts_with('/') ? home + "/.local/state/tollpass" : std::string();
}

/// For a shell, as one word.
std::string ShellWord(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

}  // namespace

std::string NewPolicyAdvice(std::string_view policy_path) {
  return "put your copy of it back, or begin with one that pays nothing: (umask 077; echo 'version "
         "= 1' > " +
         ShellWord(policy_path) + ")";
}

std::string NewHomeAdvice(const Home& home) {
  const std::string path = ShellWord(home.path);
  return "make one with: tollpass init --home " + path +
         " (for test networks only, without a passphrase: tollpass init --test --home " + path +
         ")";
}

std::string StartOverAdvice(const Home& home) {
  const std::string path = ShellWord(home.path);
  return "put your copy of it back, or start over with other keys: mv " + path + " " +
         ShellWord(home.path + ".old") + " && tollpass init --test --home " + path;
}

Home ResolveHome(std::string_view flag,
                 const std::function<std::optional<std::string>(std::string_view)>& env) {
  const std::filesystem::path chosen = Chosen(flag, env);
  std::error_code no_working_folder;  // Then a relative path stays as it is, and is not found.
  std::filesystem::path path = std::filesystem::absolute(chosen, no_working_folder);
  if (no_working_folder) path = chosen;
  path = path.lexically_normal();
  if (!path.has_filename() && path.has_relative_path()) path = path.parent_path();
  return {path.string(), StatePath(env)};
}

}  // namespace tollpass
