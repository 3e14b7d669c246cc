#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_LINE_WRITER_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_LINE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "interceptor/transports/line_reader.h"

namespace tollpass {

/// The one writer of a stream: lines in order, without waiting. One thread.
class LineWriter {
 public:
  explicit LineWriter(int fd) : fd_(fd) {}

  /// A message of ours; gets a line end.
  void Send(std::string_view message);
  /// A line that goes on as it came. Not copied: call Flush before its reader fills again.
  void Pass(const Line& line);
  /// Writes what goes without waiting and keeps the rest. A stream that broke takes everything
  /// and keeps nothing.
  void Flush();
  /// From now on like a stream that broke.
  void Abandon();

  [[nodiscard]] bool broken() const { return broken_; }
  /// Bytes that wait.
  [[nodiscard]] size_t queued() const { return waiting_.size() - sent_ + borrowed_.size(); }
  /// Bytes ever taken in, and of these the ones written. Both stand still once broken.
  [[nodiscard]] uint64_t taken() const { return written_ + queued(); }
  [[nodiscard]] uint64_t written() const { return written_; }

 private:
  void KeepBorrowed();
  size_t WriteSome(std::string_view bytes);

  int fd_;
  bool broken_ = false;
  uint64_t written_ = 0;
  std::string waiting_;
  size_t sent_ = 0;            // of waiting_
  std::string_view borrowed_;  // comes after waiting_
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_LINE_WRITER_H_
