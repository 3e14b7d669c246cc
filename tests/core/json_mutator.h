#ifndef TOLLPASS_TESTS_CORE_JSON_MUTATOR_H_
#define TOLLPASS_TESTS_CORE_JSON_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>

namespace tollpass::json {

/// Makes and changes texts at random, the same for the same seed.
class Mutator {
 public:
  explicit Mutator(uint32_t seed) : random_(seed) {}

  std::string Change(std::string text) {
    const size_t changes = 1 + Below(3);
    for (size_t i = 0; i < changes && !text.empty(); ++i) ChangeOnce(text);
    return text;
  }

  /// An array or an object of at least `bytes` bytes, as programs write them: rows, short names,
  /// numbers, words, a few long texts; with or without white space.
  std::string Document(size_t bytes) {
    const bool object = Below(2) == 0;
    space_ = Below(3) == 0 ? " " : Below(6) == 0 ? "\n\t " : "";
    std::string text = object ? "{" : "[";
    for (size_t i = 0; i == 0 || text.size() < bytes; ++i) {
      if (i > 0) text += "," + space_;
      if (object) text += Name() + ":" + space_;
      text += Value(5);
    }
    return text + (object ? "}" : "]");
  }

  size_t Below(size_t limit) { return random_() % limit; }

 private:
  std::string Name() {
    static constexpr const char* kNames[] = {"\"\"", "\"id\"", "\"name\"", "\"a long name\""};
    return kNames[Below(4)];
  }

  std::string Text() {
    static constexpr const char* kParts[] = {
        "a",       "bc", ", ",   ":",        "{[]}",         "\\\"",          "\\\\",
        "\\u00e9", "12", "true", "\xC3\xA9", "\xE2\x82\xAC", "word word word"};
    const size_t kinds = Below(4) == 0 ? std::size(kParts) : 5;
    std::string text = "\"";
    for (size_t parts = Below(Below(8) == 0 ? 30 : 5); parts > 0; --parts) {
      text += kParts[Below(kinds)];
    }
    return text + "\"";
  }

  std::string Scalar() {
    static constexpr const char* kScalars[] = {"true",
                                               "false",
                                               "null",
                                               "0",
                                               "-0",
                                               "7",
                                               "-1.5",
                                               "0.25",
                                               "100.05",
                                               "1e5",
                                               "10",
                                               "-2E-3",
                                               "123456789012345678901234567890"};
    const size_t kind = Below(3);
    if (kind == 0) return Text();
    return kind == 1 ? std::to_string(random_() % 100'000) : kScalars[Below(std::size(kScalars))];
  }

  std::string Value(int levels) {
    if (levels == 0 || Below(3) > 0) return Scalar();
    const bool object = Below(2) == 0;
    std::string text = object ? "{" : "[";
    for (size_t items = Below(4), i = 0; i < items; ++i) {
      if (i > 0) text += "," + space_;
      if (object) text += Name() + ":" + space_;
      text += Value(levels - 1);
    }
    return text + (object ? "}" : "]");
  }

  void ChangeOnce(std::string& text) {
    static constexpr std::string_view kTokens =
        "{}[],:\"\\/-+.eE0123456789tfnu \n\t\x01\x7F\x80\xC3\xED\xF4";
    const size_t at = Below(text.size());
    const char token = kTokens[Below(kTokens.size())];
    switch (Below(5)) {
      case 0:
        text[at] = token;
        break;
      case 1:
        text.insert(at, 1, token);
        break;
      case 2:
        text.erase(at, 1 + Below(3));
        break;
      case 3:
        text.insert(at, text.substr(Below(text.size()), 1 + Below(8)));
        break;
      default:
        text.resize(at);
    }
  }

  std::mt19937 random_;
  std::string space_;
};

/// nlohmann refuses half a surrogate pair; this reader passes it through and refuses it where its
/// text is asked for. Numbers beyond a double are refused there and kept here.
inline bool KnownDifference(const std::string& text) {
  return !nlohmann::json::accept(text) &&
         (text.find("\\u") != std::string::npos || text.find_first_of("eE") != std::string::npos);
}

}  // namespace tollpass::json

#endif  // TOLLPASS_TESTS_CORE_JSON_MUTATOR_H_
