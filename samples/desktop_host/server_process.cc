#include "server_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

extern char** environ;

namespace desktop_host {
namespace {

std::vector<std::string> Environment(const std::map<std::string, std::string>& added) {
  std::vector<std::string> variables;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string variable = *one;
    const std::string name = variable.substr(0, variable.find('='));
    if (!name.starts_with("TOLLPASS_") && added.count(name) == 0) variables.push_back(variable);
  }
  for (const auto& [name, value] : added) variables.push_back(name + "=" + value);
  return variables;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::optional<ServerProcess> ServerProcess::Start(const std::vector<std::string>& command,
                                                  const std::string& cwd,
                                                  const std::map<std::string, std::string>& env) {
  std::vector<std::string> words = command;
  std::vector<std::string> variables = Environment(env);
  const std::vector<char*> argv = Pointers(words);
  const std::vector<char*> envp = Pointers(variables);
  int in[2];
  int out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return std::nullopt;
  if (pipe2(out, O_CLOEXEC) != 0) {
    close(in[0]);
    close(in[1]);
    return std::nullopt;
  }
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    if (cwd.empty() || chdir(cwd.c_str()) == 0) execve(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  if (pid < 0) {
    close(in[1]);
    close(out[0]);
    return std::nullopt;
  }
  return ServerProcess(pid, fdopen(in[1], "w"), fdopen(out[0], "r"));
}

ServerProcess::ServerProcess(ServerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      to_(std::exchange(other.to_, nullptr)),
      from_(std::exchange(other.from_, nullptr)) {}

ServerProcess::~ServerProcess() {
  if (pid_ < 0) return;
  fclose(to_);
  fclose(from_);
  waitpid(pid_, nullptr, 0);
}

bool ServerProcess::Write(const std::string& message) {
  return fputs(message.c_str(), to_) >= 0 && fputc('\n', to_) != EOF && fflush(to_) == 0;
}

std::optional<std::string> ServerProcess::Read() {
  char* line = nullptr;
  size_t capacity = 0;
  const ssize_t size = getline(&line, &capacity, from_);
  std::optional<std::string> read;
  if (size > 0) read = std::string(line, static_cast<size_t>(size) - (line[size - 1] == '\n'));
  free(line);
  return read;
}

}  // namespace desktop_host
