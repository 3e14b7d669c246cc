#include "interceptor/transports/line_writer.h"

#include "core/os/poll.h"

namespace tollpass {
namespace {

constexpr size_t kIdleCapacity = 1024 * 1024;

}  // namespace

void LineWriter::Send(std::string_view message) {
  if (broken_) return;
  KeepBorrowed();
  waiting_.append(message);
  waiting_.push_back('\n');
}

void LineWriter::Pass(const Line& line) {
  if (broken_) return;
  if (!line.lf_follows) return Send(line.text);
  const std::string_view bytes(line.text.data(), line.text.size() + 1);
  // Lines that lie side by side in the reader's buffer go out in one write.
  if (!borrowed_.empty() && borrowed_.data() + borrowed_.size() == bytes.data()) {
    borrowed_ = std::string_view(borrowed_.data(), borrowed_.size() + bytes.size());
    return;
  }
  KeepBorrowed();
  borrowed_ = bytes;
}

void LineWriter::Flush() {
  if (sent_ < waiting_.size()) sent_ += WriteSome(std::string_view(waiting_).substr(sent_));
  if (sent_ == waiting_.size()) {
    waiting_.clear();
    sent_ = 0;
    if (waiting_.capacity() > kIdleCapacity) waiting_ = std::string();
    if (!borrowed_.empty()) borrowed_.remove_prefix(WriteSome(borrowed_));
  } else if (sent_ > kIdleCapacity && sent_ > waiting_.size() / 2) {
    waiting_.erase(0, sent_);
    sent_ = 0;
  }
  KeepBorrowed();
}

void LineWriter::Abandon() {
  broken_ = true;
  waiting_.clear();
  sent_ = 0;
  borrowed_ = {};
}

void LineWriter::KeepBorrowed() {
  waiting_.append(borrowed_);
  borrowed_ = {};
}

size_t LineWriter::WriteSome(std::string_view bytes) {
  const absl::StatusOr<size_t> count = os::Write(fd_, bytes);
  if (!count.ok()) {
    Abandon();
    return 0;
  }
  written_ += *count;
  return *count;
}

}  // namespace tollpass
