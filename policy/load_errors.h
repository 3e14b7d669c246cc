#ifndef TOLLPASS_POLICY_LOAD_ERRORS_H_
#define TOLLPASS_POLICY_LOAD_ERRORS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace tollpass {

/// A place in a text; both count from 1.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;

  friend auto operator<=>(const Position&, const Position&) = default;
};

struct LoadError {
  Position at;
  std::string message;
};

/// Collects everything that is wrong with one policy file, so that a user repairs it in one go.
class LoadErrors {
 public:
  explicit LoadErrors(std::string_view path) : path_(path) {}

  void Add(Position at, std::string message) { errors_.push_back({at, std::move(message)}); }

  [[nodiscard]] bool empty() const { return errors_.empty(); }
  /// InvalidArgument with one line for each error, "path:line:column: message", in the order of the
  /// file; OK if there is none.
  [[nodiscard]] absl::Status ToStatus() const;
  /// In the order of the file.
  [[nodiscard]] std::vector<LoadError> Sorted() const;

 private:
  std::string path_;
  std::vector<LoadError> errors_;
};

/// `text` in single quotes, fit for a message: printable and not endless.
std::string Quoted(std::string_view text);

/// The section of that name, fit for a message: "[server.search.tool.weather]".
std::string InBrackets(std::string_view section);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_LOAD_ERRORS_H_
