#include "interceptor/transports/notes.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/os/poll.h"

namespace tollpass {
namespace {

constexpr int kStderr = 2;
constexpr size_t kAtomicWriteBytes = 4096;

}  // namespace

void PrintNote(std::string_view text) {
  std::string line = "tollpass: ";
  line.append(text.substr(0, kAtomicWriteBytes - line.size() - 1));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  line.push_back('\n');
  std::vector<os::Watched> watched = {{.fd = kStderr, .want_write = true}};
  if (!os::Wait(watched, 0).ok() || !watched[0].writable) return;
  [[maybe_unused]] const absl::StatusOr<size_t> count = os::Write(kStderr, line);
}

}  // namespace tollpass
