#include "interceptor/transports/line_reader.h"

#include <algorithm>

#include "core/os/poll.h"

namespace tollpass {
namespace {

constexpr size_t kReadBytes = 64 * 1024;
constexpr size_t kIdleCapacity = 1024 * 1024;

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\r") == text.npos; }

std::string_view LastBytes(std::string_view text) {
  return text.substr(text.size() - std::min(text.size(), kKeptEndBytes));
}

}  // namespace

LineReader::Filled LineReader::Fill(int fd) {
  Compact();
  const absl::StatusOr<std::optional<size_t>> count = os::Read(fd, buffer_, kReadBytes);
  if (count.ok() && !count->has_value()) return Filled::kNothing;
  if (count.ok() && **count > 0) return Filled::kBytes;
  at_end_ = true;
  return Filled::kEnd;
}

std::optional<Line> LineReader::Next() {
  for (;;) {
    const size_t end = buffer_.find('\n', scanned_);
    if (end == std::string::npos) break;
    const Line line = dropping_ ? CutDropped(end) : Cut(end);
    if (line.too_long || !IsBlank(line.text)) return line;
  }
  scanned_ = buffer_.size();
  if (dropping_ || buffer_.size() - begin_ > limit_ + 1) DropUnfinished();
  if (!at_end_) return std::nullopt;
  at_end_ = false;
  if (dropping_) return CutDropped(buffer_.size());
  const Line last = Cut(buffer_.size());
  if (IsBlank(last.text)) return std::nullopt;
  return last;
}

void LineReader::Compact() {
  buffer_.erase(0, begin_);
  scanned_ -= begin_;
  begin_ = 0;
  if (buffer_.empty() && buffer_.capacity() > kIdleCapacity) buffer_ = std::string();
}

/// The line from begin_ up to `end`, where its LF or the end of the stream is.
Line LineReader::Cut(size_t end) {
  const bool has_lf = end < buffer_.size();
  std::string_view text = std::string_view(buffer_).substr(begin_, end - begin_);
  begin_ = scanned_ = std::min(end + 1, buffer_.size());
  const bool has_cr = text.ends_with('\r');
  if (has_cr) text.remove_suffix(1);
  if (text.size() > limit_) {
    return {.text = text.substr(0, kKeptEndBytes), .tail = LastBytes(text), .too_long = true};
  }
  return {.text = text, .lf_follows = has_lf && !has_cr};
}

Line LineReader::CutDropped(size_t end) {
  KeepEnds(std::string_view(buffer_).substr(begin_, end - begin_));
  begin_ = scanned_ = std::min(end + 1, buffer_.size());
  dropping_ = false;
  std::string_view tail = tail_;
  if (tail.ends_with('\r')) tail.remove_suffix(1);
  return {.text = head_, .tail = tail, .too_long = true};
}

void LineReader::KeepEnds(std::string_view bytes) {
  if (!dropping_) {
    head_ = bytes.substr(0, kKeptEndBytes);
    tail_.clear();
  }
  tail_.append(LastBytes(bytes));
  tail_.erase(0, tail_.size() - std::min(tail_.size(), kKeptEndBytes));
}

/// Forgets what was read of a line whose end has not come.
void LineReader::DropUnfinished() {
  KeepEnds(std::string_view(buffer_).substr(begin_));
  dropping_ = true;
  begin_ = scanned_ = buffer_.size();
}

}  // namespace tollpass
