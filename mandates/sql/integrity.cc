#include "mandates/sql/integrity.h"

#include <cstdint>
#include <map>
#include <string_view>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"

namespace tollpass::sql {
namespace {

constexpr int kMostFindings = 1000;

constexpr std::string_view kSound = "ok";
constexpr std::string_view kRow = "row ";
constexpr std::string_view kMissingFrom = " missing from index ";
constexpr std::string_view kOtherCount = "wrong # of entries in index ";
constexpr std::string_view kTwice = "non-unique entry in index ";

/// What was found about one index.
struct IndexFaults {
  int64_t left_out = 0;
  std::string first;  // number of the first row that is left out
  bool other_count = false;
  bool twice = false;
};

class Findings {
 public:
  /// `text`: a row of SQLite's answer.
  void Add(std::string_view text) {
    if (text == kSound) return;
    const size_t missing = text.find(kMissingFrom);
    if (text.starts_with(kRow) && missing != std::string_view::npos) {
      IndexFaults& faults = OfIndex(text.substr(missing + kMissingFrom.size()));
      if (faults.left_out++ == 0) faults.first = text.substr(kRow.size(), missing - kRow.size());
    } else if (text.starts_with(kOtherCount)) {
      OfIndex(text.substr(kOtherCount.size())).other_count = true;
    } else if (text.starts_with(kTwice)) {
      OfIndex(text.substr(kTwice.size())).twice = true;
    } else {
      others_.push_back(absl::StrFormat("the file: %s", Printable(text)));
    }
  }

  [[nodiscard]] std::vector<std::string> Sentences() const {
    std::vector<std::string> sentences;
    for (const auto& [name, faults] : indexes_) {
      const std::string index = absl::StrFormat("index %s", Printable(name));
      if (faults.left_out == 1) {
        sentences.push_back(
            absl::StrFormat("%s: leaves out row %s of its table", index, faults.first));
      } else if (faults.left_out > 1) {
        sentences.push_back(
            absl::StrFormat("%s: leaves out %d rows of its table, row %s and others", index,
                            faults.left_out, faults.first));
      } else if (faults.other_count) {
        sentences.push_back(
            absl::StrFormat("%s: has other entries than its table asks for", index));
      }
      if (faults.twice) {
        sentences.push_back(absl::StrFormat("%s: has one value twice", index));
      }
    }
    sentences.insert(sentences.end(), others_.begin(), others_.end());
    return sentences;
  }

 private:
  IndexFaults& OfIndex(std::string_view name) { return indexes_[std::string(name)]; }

  std::map<std::string, IndexFaults> indexes_;
  std::vector<std::string> others_;
};

}  // namespace

absl::StatusOr<std::vector<std::string>> FindBrokenIndexes(Database& database) {
  // What a CHECK says is compared row by row elsewhere.
  TOLLPASS_RETURN_IF_ERROR(
      database.Execute("PRAGMA ignore_check_constraints = ON; PRAGMA cache_size = -16384"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement check, database.PrepareOnce(absl::StrFormat(
                                                 "PRAGMA integrity_check(%d)", kMostFindings)));
  Findings findings;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool found, check.Step());
    if (!found) return findings.Sentences();
    std::string text;
    check.Read(text);
    findings.Add(text);
  }
}

}  // namespace tollpass::sql
