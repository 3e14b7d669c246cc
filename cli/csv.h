#ifndef TOLLPASS_CLI_CSV_H_
#define TOLLPASS_CLI_CSV_H_

#include <string>
#include <string_view>

namespace tollpass {

/// One record of a CSV file (RFC 4180), field by field.
class CsvRecord {
 public:
  /// A field of ours, as it is.
  CsvRecord& Field(std::string_view text);
  /// A field that somebody else wrote. What a spreadsheet would take for a formula (it begins with
  /// = + - @, a tab or a carriage return) gets an apostrophe before it, and so does what begins
  /// with one: a reader that takes one leading apostrophe away has the text as it was.
  CsvRecord& Foreign(std::string_view text);

  /// Without the line end.
  [[nodiscard]] const std::string& Done() const { return text_; }

 private:
  std::string text_;
  bool empty_ = true;
};

}  // namespace tollpass

#endif  // TOLLPASS_CLI_CSV_H_
