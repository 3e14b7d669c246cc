// The least that a stdio proxy can do: starts a program and copies bytes both ways, without looking
// at them. The floor under the proxy's round trip.
//
//   byte_relay PROGRAM ARG...

#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace {

constexpr size_t kChunk = size_t{64} * 1024;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe MakePipe() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe(ends.data()) != 0) perror("byte_relay: pipe");
  return {ends[0], ends[1]};
}

pid_t Start(char** command, const Pipe& input, const Pipe& output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.read_end, 0);
  posix_spawn_file_actions_adddup2(&actions, output.write_end, 1);
  for (const int end : {input.read_end, input.write_end, output.read_end, output.write_end}) {
    posix_spawn_file_actions_addclose(&actions, end);
  }
  pid_t child = -1;
  if (posix_spawnp(&child, command[0], &actions, nullptr, command, environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

// False at the end of the stream.
bool Copy(int from, int to) {
  static std::array<char, kChunk> chunk;
  const ssize_t count = read(from, chunk.data(), chunk.size());
  for (ssize_t sent = 0; sent < count;) {
    const ssize_t some = write(to, chunk.data() + sent, static_cast<size_t>(count - sent));
    if (some <= 0) return false;
    sent += some;
  }
  return count > 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const Pipe input = MakePipe();
  const Pipe output = MakePipe();
  const pid_t child = Start(argv + 1, input, output);
  if (child < 0) return 1;
  close(input.read_end);
  close(output.write_end);
  std::array<pollfd, 2> watched = {{{0, POLLIN, 0}, {output.read_end, POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) > 0) {
    if (watched[0].revents != 0 && !Copy(0, input.write_end)) {
      close(input.write_end);
      watched[0].fd = -1;
    }
    if (watched[1].revents != 0 && !Copy(output.read_end, 1)) break;
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
