#include "core/json/json.h"
#include "core/json/strings.h"

namespace tollpass::json {

std::string Quote(std::string_view text) {
  std::string quoted;
  AppendQuoted(quoted, text);
  return quoted;
}

void ObjectWriter::Key(std::string_view key) {
  if (text_.size() > 1) text_.push_back(',');
  AppendQuoted(text_, key);
  text_.push_back(':');
}

ObjectWriter& ObjectWriter::String(std::string_view key, std::string_view text) {
  Key(key);
  AppendQuoted(text_, text);
  return *this;
}

ObjectWriter& ObjectWriter::Integer(std::string_view key, int64_t value) {
  return Raw(key, std::to_string(value));
}

ObjectWriter& ObjectWriter::Bool(std::string_view key, bool value) {
  return Raw(key, value ? "true" : "false");
}

ObjectWriter& ObjectWriter::Raw(std::string_view key, std::string_view json) {
  Key(key);
  text_.append(json);
  return *this;
}

std::string OneLine(std::string_view text) {
  if (text.find_first_of("\r\n") == std::string_view::npos) return std::string(text);
  std::string line;
  line.reserve(text.size());
  bool in_string = false;
  bool escaped = false;
  for (const char byte : text) {
    const bool is_space = byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
    if (in_string || !is_space) line.push_back(byte);
    if (byte == '"' && !escaped) in_string = !in_string;
    escaped = in_string && byte == '\\' && !escaped;
  }
  return line;
}

std::string Array(const std::vector<std::string>& elements) {
  std::string text = "[";
  for (const std::string& element : elements) {
    if (text.size() > 1) text.push_back(',');
    text.append(element);
  }
  return text + "]";
}

}  // namespace tollpass::json
