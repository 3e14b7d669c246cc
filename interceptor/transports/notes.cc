#include "interceptor/transports/notes.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "core/os/poll.h"

namespace tollpass {
namespace {

constexpr int kStderr = 2;
constexpr size_t kAtomicWriteBytes = 4096;

}  // namespace

void PrintNote(std::string_view text) {
  std::string line = "tollpass: ";
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    if (start > 0) line += "\n  ";
    line += Printable(text.substr(start, end - start), kAtomicWriteBytes);
    start = end + 1;
  }
  line.resize(std::min(line.size(), kAtomicWriteBytes - 1));
  line.push_back('\n');
  std::vector<os::Watched> watched = {{.fd = kStderr, .want_write = true}};
  if (!os::Wait(watched, 0).ok() || !watched[0].writable) return;
  [[maybe_unused]] const absl::StatusOr<size_t> count = os::Write(kStderr, line);
}

}  // namespace tollpass
