#include "cli/csv.h"

namespace tollpass {

CsvRecord& CsvRecord::Field(std::string_view text) {
  text_ += empty_ ? "" : ",";
  empty_ = false;
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += text;
    return *this;
  }
  text_ += '"';
  for (const char c : text) {
    text_ += c == '"' ? "\"\"" : std::string(1, c);
  }
  text_ += '"';
  return *this;
}

CsvRecord& CsvRecord::Foreign(std::string_view text) {
  constexpr std::string_view kGuarded = "=+-@\t\r'";
  const bool guard = !text.empty() && kGuarded.find(text.front()) != std::string_view::npos;
  return guard ? Field("'" + std::string(text)) : Field(text);
}

}  // namespace tollpass
