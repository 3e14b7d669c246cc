#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_LINE_READER_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_LINE_READER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tollpass {

/// What is kept of each end of a line that is too long. Bytes.
inline constexpr size_t kKeptEndBytes = 4096;

/// One line of a stream, without its line end (LF or CRLF).
struct Line {
  std::string_view text = {};  // of a line that is too long: its first bytes
  std::string_view tail = {};  // of a line that is too long: its last bytes
  bool too_long = false;       // the bytes between are gone
  bool lf_follows = false;     // the byte after `text` is its LF
};

/// Cuts a byte stream into lines; skips blank ones. Memory is bounded by the limit. One thread.
class LineReader {
 public:
  /// `limit`: the longest line that is kept whole, in bytes.
  explicit LineReader(size_t limit) : limit_(limit) {}

  enum class Filled { kBytes, kNothing, kEnd };
  /// Reads `fd` once, without waiting if it is non-blocking. A stream that breaks has ended.
  /// Ends the life of the lines that were given out.
  Filled Fill(int fd);

  /// The next whole line; after the end also a last one without line end. Ends the life of a line
  /// that was too long.
  std::optional<Line> Next();

 private:
  void Compact();
  void KeepEnds(std::string_view bytes);
  void DropUnfinished();
  Line Cut(size_t end);
  Line CutDropped(size_t end);

  size_t limit_;
  std::string buffer_;
  size_t begin_ = 0;    // of the line that is being read
  size_t scanned_ = 0;  // no LF before this
  bool at_end_ = false;
  bool dropping_ = false;  // the line that is being read is too long
  std::string head_;       // of that line
  std::string tail_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_LINE_READER_H_
