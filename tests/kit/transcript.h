#ifndef TOLLPASS_TESTS_KIT_TRANSCRIPT_H_
#define TOLLPASS_TESTS_KIT_TRANSCRIPT_H_

#include <string>
#include <string_view>

namespace tollpass::kit {

/// What a model saw, in whatever form its host wrote it down: JSON-RPC lines, messages of a chat in
/// JSON, plain text. Texts are found through JSON's escapes, however deep they are nested.
class Transcript {
 public:
  explicit Transcript(std::string_view text);

  /// How often `text` stands in it, word for word.
  [[nodiscard]] int Count(std::string_view text) const;

  /// Whether the lower-case `text` stands in it in any letter case, not as a part of a longer word.
  [[nodiscard]] bool HasWord(std::string_view text) const;

 private:
  std::string plain_;
  std::string lower_;
};

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_TRANSCRIPT_H_
