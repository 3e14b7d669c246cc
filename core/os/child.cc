#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/error.h"
#include "core/os/process.h"
#include "core/status.h"

namespace tollpass::os {
namespace {

struct Pipe {
  Fd read_end;
  Fd write_end;
};

/// Both ends above stderr, so that the child may put them at 0 and 1 in any order even where this
/// process was started with closed streams.
absl::StatusOr<Pipe> MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return ErrorOf("cannot make a pipe", errno);
  const Fd low_read(ends[0]);
  const Fd low_write(ends[1]);
  Pipe pipe;
  pipe.read_end = Fd(fcntl(low_read.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  pipe.write_end = Fd(fcntl(low_write.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!pipe.read_end.valid() || !pipe.write_end.valid()) {
    return ErrorOf("cannot make a pipe", errno);
  }
  return pipe;
}

absl::Status SetNonBlocking(const Fd& fd) {
  if (fcntl(fd.get(), F_SETFL, O_NONBLOCK) != 0) {
    return ErrorOf("cannot make a pipe non-blocking", errno);
  }
  return absl::OkStatus();
}

bool IsWithheld(std::string_view name, const std::vector<std::string>& withheld) {
  return std::any_of(withheld.begin(), withheld.end(), [name](std::string_view rule) {
    return rule.ends_with('*') ? name.starts_with(rule.substr(0, rule.size() - 1)) : name == rule;
  });
}

std::vector<std::string> ChildEnvironment(const ChildOptions& options) {
  std::map<std::string, std::string> variables = options.env;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    // Keeps what `options` set.
    variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) {
    if (!IsWithheld(name, options.withheld)) entries.push_back(name + "=" + value);
  }
  return entries;
}

/// A null-terminated array into `strings`.
std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// What the child needs after fork, made before it: there, only async-signal-safe calls are
/// allowed.
struct Launch {
  const char* program;
  char* const* argv;
  char* const* env;
  const char* cwd;  // empty: stay
  int stdin_fd;
  int stdout_fd;
  int failure_fd;
  pid_t parent;
};

/// Why a child could not be started, through a pipe that closes by itself when the program runs.
struct Failure {
  bool in_cwd = false;
  int error = 0;
};

void RestoreSignals() {
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void CloseOnExecFrom(int first) {
  if (close_range(static_cast<unsigned>(first), ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  // Before Linux 5.11.
  const int end = static_cast<int>(sysconf(_SC_OPEN_MAX));
  for (int fd = first; fd < end; ++fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
}

[[noreturn]] void Fail(const Launch& launch, bool in_cwd) {
  const Failure failure = {.in_cwd = in_cwd, .error = errno};
  [[maybe_unused]] const ssize_t count = write(launch.failure_fd, &failure, sizeof(failure));
  _exit(127);
}

[[noreturn]] void RunInChild(const Launch& launch) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have died before the line above.
  if (getppid() != launch.parent) _exit(127);
  dup2(launch.stdin_fd, STDIN_FILENO);
  dup2(launch.stdout_fd, STDOUT_FILENO);
  CloseOnExecFrom(STDERR_FILENO + 1);
  RestoreSignals();
  if (*launch.cwd != '\0' && chdir(launch.cwd) != 0) Fail(launch, true);
  execve(launch.program, launch.argv, launch.env);
  Fail(launch, false);
}

absl::Status StartFailure(const ChildOptions& options, const Failure& failure) {
  if (failure.in_cwd) {
    return ErrorOf(absl::StrFormat("cannot start %s in folder %s", options.argv[0], options.cwd),
                   failure.error);
  }
  if (failure.error == ENOENT) {
    // The program itself was found before.
    return absl::NotFoundError(absl::StrFormat(
        "cannot start %s: the interpreter that it names (its #! line or loader) is missing",
        options.argv[0]));
  }
  return ErrorOf(absl::StrFormat("cannot start %s", options.argv[0]), failure.error);
}

/// Waits until the child runs its program or says why not.
absl::Status AwaitExec(const ChildOptions& options, const Fd& failure_end, pid_t pid) {
  Failure failure;
  ssize_t count = 0;
  do {
    count = read(failure_end.get(), &failure, sizeof(failure));
  } while (count < 0 && errno == EINTR);
  if (count == 0) return absl::OkStatus();
  waitpid(pid, nullptr, 0);
  return StartFailure(options, failure);
}

int ExitCode(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

}  // namespace

absl::StatusOr<Child> Child::Start(const ChildOptions& options) {
  if (options.argv.empty()) return absl::InvalidArgumentError("there is no program to start");
  TOLLPASS_ASSIGN_OR_RETURN(const std::string program, ResolveProgram(options.argv[0]));
  TOLLPASS_ASSIGN_OR_RETURN(Pipe input, MakePipe());
  TOLLPASS_ASSIGN_OR_RETURN(Pipe output, MakePipe());
  TOLLPASS_ASSIGN_OR_RETURN(Pipe failure, MakePipe());
  TOLLPASS_RETURN_IF_ERROR(SetNonBlocking(input.write_end));
  TOLLPASS_RETURN_IF_ERROR(SetNonBlocking(output.read_end));

  std::vector<std::string> arguments = options.argv;
  std::vector<std::string> environment = ChildEnvironment(options);
  const std::vector<char*> argv = Pointers(arguments);
  const std::vector<char*> env = Pointers(environment);
  const Launch launch = {.program = program.c_str(),
                         .argv = argv.data(),
                         .env = env.data(),
                         .cwd = options.cwd.c_str(),
                         .stdin_fd = input.read_end.get(),
                         .stdout_fd = output.write_end.get(),
                         .failure_fd = failure.write_end.get(),
                         .parent = getpid()};
  const pid_t pid = fork();
  if (pid < 0) return ErrorOf(absl::StrFormat("cannot start %s", options.argv[0]), errno);
  if (pid == 0) RunInChild(launch);
  failure.write_end.Close();
  TOLLPASS_RETURN_IF_ERROR(AwaitExec(options, failure.read_end, pid));

  Child child;
  child.pid_ = pid;
  child.to_child_ = std::move(input.write_end);
  child.from_child_ = std::move(output.read_end);
  child.pid_fd_ = Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!child.pid_fd_.valid()) {
    const absl::Status status = ErrorOf("cannot watch the started program", errno);
    child.SignalGroup(SIGKILL);
    child.Wait();
    return status;
  }
  return child;
}

bool Child::SignalGroup(int signal) const {
  return kill(-static_cast<pid_t>(pid_), signal) == 0 || errno != ESRCH;
}

std::optional<int> Child::TryWait() {
  int status = 0;
  if (!exit_code_.has_value() && waitpid(static_cast<pid_t>(pid_), &status, WNOHANG) == pid_) {
    exit_code_ = ExitCode(status);
  }
  return exit_code_;
}

int Child::Wait() {
  int status = 0;
  while (!exit_code_.has_value()) {
    if (waitpid(static_cast<pid_t>(pid_), &status, 0) == pid_) {
      exit_code_ = ExitCode(status);
    } else if (errno != EINTR) {
      exit_code_ = -1;
    }
  }
  return *exit_code_;
}

}  // namespace tollpass::os
