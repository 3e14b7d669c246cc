#include "core/nearest_word.h"

#include <algorithm>

namespace tollpass {
namespace {

constexpr size_t kTooFar = 3;
constexpr size_t kLongestWord = 40;  // The distance costs the product of both lengths.

/// Insertions, deletions and replacements between two words.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string> NearestWord(std::string_view word,
                                       const std::vector<std::string>& words) {
  if (word.size() > kLongestWord) return std::nullopt;
  std::optional<std::string> nearest;
  size_t best = kTooFar;
  for (const std::string& candidate : words) {
    if (const size_t distance = Distance(word, candidate); distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace tollpass
