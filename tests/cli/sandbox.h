#ifndef TOLLPASS_TESTS_CLI_SANDBOX_H_
#define TOLLPASS_TESTS_CLI_SANDBOX_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tollpass {

using Words = std::vector<std::string>;
using Variables = std::map<std::string, std::string>;

/// How a program ended and what it wrote.
struct Outcome {
  int code = -1;
  std::string out;
  std::string err;

  /// `out` as one JSON document; null, with a failure of the test, if it is none.
  [[nodiscard]] nlohmann::json Json() const;
};

/// A folder that plays a user's machine: programs run there with its HOME and TOLLPASS_HOME.
class Sandbox {
 public:
  Sandbox();
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  [[nodiscard]] std::string Path(std::string_view name) const;
  [[nodiscard]] std::string home() const { return Path("home"); }
  [[nodiscard]] std::string PolicyPath() const { return home() + "/policy.toml"; }
  [[nodiscard]] const Variables& variables() const { return variables_; }

  [[nodiscard]] std::string Read(const std::string& path) const;
  void Write(const std::string& path, std::string_view content) const;
  /// Replaces the one place where `old_text` stands in the policy file.
  void EditPolicy(std::string_view old_text, std::string_view new_text) const;

  /// Runs a program to its end. `input` is its stdin.
  Outcome RunProgram(const Words& command, const Variables& variables = {},
                     std::string_view input = {});
  /// Runs `tollpass` with `arguments`.
  Outcome Run(const Words& arguments, const Variables& variables = {}, std::string_view input = {});
  /// Run, with a failure of the test unless it exits with 0.
  Outcome Do(const Words& arguments);

  /// `init --test`.
  void MakeHome();
  /// `add` for the sample server with `server_flags`, as `sample`; it is paid at its usual account.
  /// `add_flags` come before.
  void AddSample(const Words& server_flags = {}, const Words& add_flags = {});
  /// MakeHome, AddSample and `allow sample`.
  void MakeReady(const Words& server_flags = {});

  /// Keeps a copy of the ledger beside the home, and puts it back as a user restores a backup.
  void KeepLedger();
  void RestoreLedger();

  /// Lines of the sample server's payment log with this event.
  [[nodiscard]] std::vector<nlohmann::json> ServerSaw(std::string_view event) const;

  /// A path for one more file of what a program says on stderr.
  std::string NewErrorPath();

 private:
  std::string path_;
  Variables variables_;
  int error_files_ = 0;
};

/// The account at which the sample server is paid.
inline constexpr char kPayee[] = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CLI_SANDBOX_H_
