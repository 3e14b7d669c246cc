#ifndef TOLLPASS_SAMPLES_DESKTOP_HOST_SCRIPTED_MODEL_H_
#define TOLLPASS_SAMPLES_DESKTOP_HOST_SCRIPTED_MODEL_H_

#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace desktop_host {

/// A tool that a model wants to use.
struct ToolUse {
  std::string tool;
  nlohmann::json arguments;
};

/// What is wrong with a script that was opened, for a person; std::nullopt: nothing, and it is read
/// from its beginning.
std::optional<std::string> FaultOf(std::istream& script);

/// Stands for a language model: the tools it uses are written down, one a line, "TOOL JSON".
class ScriptedModel {
 public:
  /// `script`, in which FaultOf finds nothing, must outlive this.
  explicit ScriptedModel(std::istream& script) : script_(script) {}

  /// The next one, after the result of the last; std::nullopt at the end.
  std::optional<ToolUse> Next();

 private:
  std::istream& script_;
};

}  // namespace desktop_host

#endif  // TOLLPASS_SAMPLES_DESKTOP_HOST_SCRIPTED_MODEL_H_
