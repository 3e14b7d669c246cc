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
  std::string line = "tollpass: " + Printable(text, kAtomicWriteBytes);
  line.resize(std::min(line.size(), kAtomicWriteBytes - 1));
  line.push_back('\n');
  std::vector<os::Watched> watched = {{.fd = kStderr, .want_write = true}};
  if (!os::Wait(watched, 0).ok() || !watched[0].writable) return;
  [[maybe_unused]] const absl::StatusOr<size_t> count = os::Write(kStderr, line);
}

}  // namespace tollpass
