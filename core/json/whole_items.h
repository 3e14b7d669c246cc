#ifndef TOLLPASS_CORE_JSON_WHOLE_ITEMS_H_
#define TOLLPASS_CORE_JSON_WHOLE_ITEMS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/avx2.h"

namespace tollpass::json {

/// A place in a text before an item: an element, or a key with its value.
struct ItemPlace {
  static constexpr size_t kMostLevels = 63;
  static constexpr size_t kLeastBytes = 68;  // a block, and a literal that its last byte begins

  size_t at = 0;
  uint64_t objects = 0;   // one bit for each open container, 1 for an object; the innermost lowest
  size_t levels = 0;      // how many are open
  bool may_close = true;  // nothing stands before it in its container

  friend bool operator==(const ItemPlace&, const ItemPlace&) = default;
};

/// True if there is text enough for SkipWholeItems to take anything.
inline bool MayHoldWholeItems(std::string_view text, const ItemPlace& place) {
  return text.size() - place.at >= ItemPlace::kLeastBytes;
}

/// Moves `place` over items that are seen at once to be right, sixty-four bytes at a time, in no
/// more than `most_levels`. levels == 0: to the end of the outermost container. Where it stops, for
/// whatever reason, errors too, the text has to be read on token by token. Takes nothing that
/// tokens would not. The same on every processor.
void SkipWholeItems(std::string_view text, size_t most_levels, ItemPlace& place,
                    Processor processor = ThisProcessor());

}  // namespace tollpass::json

#endif  // TOLLPASS_CORE_JSON_WHOLE_ITEMS_H_
