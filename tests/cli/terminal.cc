#include "tests/cli/terminal.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <vector>

namespace tollpass {
namespace {

constexpr int kPatienceMs = 60'000;

std::vector<char*> Pointers(Words& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Terminal::Terminal(Sandbox& sandbox, const Words& arguments, const Variables& variables) {
  Words command = {TOLLPASS_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Variables all = sandbox.variables();
  for (const auto& [name, value] : variables) {
    all[name] = value;
  }
  Words environment;
  for (const auto& [name, value] : all) {
    environment.push_back(name + "=" + value);
  }
  const std::vector<char*> argv = Pointers(command);
  const std::vector<char*> envp = Pointers(environment);
  const std::string folder = sandbox.Path("");
  int terminal = -1;
  pid_ = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (pid_ == 0) {
    // Signals that whoever runs the tests ignores must still end the program.
    for (const int number : {SIGINT, SIGQUIT, SIGHUP, SIGTERM}) {
      signal(number, SIG_DFL);
    }
    if (chdir(folder.c_str()) == 0) {
      execve(argv[0], argv.data(), envp.data());
    }
    _exit(127);
  }
  EXPECT_GT(pid_, 0);
  terminal_ = os::Fd(terminal);
}

Terminal::~Terminal() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

bool Terminal::ReadMore() {
  pollfd polled = {.fd = terminal_.get(), .events = POLLIN, .revents = 0};
  std::array<char, 4096> chunk;
  if (poll(&polled, 1, kPatienceMs) <= 0) {
    ADD_FAILURE() << "nothing more is shown:\n" << screen_;
    return false;
  }
  // Linux gives EIO once the program has let go of the terminal.
  const ssize_t count = read(terminal_.get(), chunk.data(), chunk.size());
  if (count > 0) {
    screen_.append(chunk.data(), static_cast<size_t>(count));
  }
  return count > 0;
}

void Terminal::Await(std::string_view text) {
  size_t place = screen_.find(text, seen_);
  while (place == std::string::npos) {
    if (!ReadMore()) {
      FAIL() << "\"" << text << "\" is not shown:\n" << screen_;
    }
    place = screen_.find(text, seen_);
  }
  seen_ = place + text.size();
}

void Terminal::Type(std::string_view keys) {
  EXPECT_EQ(write(terminal_.get(), keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

void Terminal::Answer(std::string_view question, std::string_view answer) {
  Await(question);
  Type(std::string(answer) + "\n");
}

bool Terminal::Echoes() const {
  termios settings = {};
  EXPECT_EQ(tcgetattr(terminal_.get(), &settings), 0);
  return (settings.c_lflag & ECHO) != 0;
}

int Terminal::Wait() {
  while (ReadMore()) {
  }
  int status = 0;
  EXPECT_EQ(waitpid(pid_, &status, 0), pid_);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace tollpass
