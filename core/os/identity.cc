#include <malloc.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>

#include "absl/strings/str_format.h"
#include "core/os/boot.h"
#include "core/os/process.h"

namespace tollpass::os {
namespace {

constexpr size_t kProcFileLimit = 16 * 1024;

/// The fields of /proc/PID/stat that tell processes apart. proc(5).
struct ProcStat {
  char state = '?';         // field 3
  uint64_t threads = 0;     // field 20
  uint64_t start_time = 0;  // field 22
};

uint64_t ToNumber(std::string_view text) {
  uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::optional<ProcStat> ReadProcStat(const std::string& pid) {
  const absl::StatusOr<std::string> text =
      ReadFile(absl::StrFormat("/proc/%s/stat", pid), kProcFileLimit);
  if (!text.ok()) return std::nullopt;
  // Field 2 is the program's name, which may itself hold spaces and parentheses.
  const size_t name_end = text->rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  ProcStat stat;
  std::string_view rest = std::string_view(*text).substr(name_end + 1);
  for (int field = 3; field <= 22; ++field) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word.empty()) return std::nullopt;
    rest.remove_prefix(word.size());
    if (field == 3) stat.state = word.front();
    if (field == 20) stat.threads = ToNumber(word);
    if (field == 22) stat.start_time = ToNumber(word);
  }
  return stat;
}

ProcessIdentity ReadThisProcess() {
  ProcessIdentity self;
  self.boot_id = BootId();
  struct stat name_space = {};
  if (stat("/proc/self/ns/pid", &name_space) == 0) self.pid_namespace = name_space.st_ino;
  self.pid = getpid();
  if (const std::optional<ProcStat> stat = ReadProcStat("self")) self.start_time = stat->start_time;
  return self;
}

}  // namespace

ProcessIdentity ThisProcess() {
  static const auto& kFirst = *new ProcessIdentity(ReadThisProcess());
  const bool is_whole = !kFirst.boot_id.empty() && kFirst.start_time != 0;
  // What was forked since is another process.
  return is_whole && kFirst.pid == getpid() ? kFirst : ReadThisProcess();
}

int64_t ProcessNumber() { return getpid(); }

bool IsAlive(const ProcessIdentity& process) {
  const ProcessIdentity self = ThisProcess();
  if (self.boot_id.empty() || process.boot_id.empty()) return true;
  if (process.boot_id != self.boot_id) return false;
  if (process.pid_namespace != self.pid_namespace) return true;
  const std::optional<ProcStat> stat = ReadProcStat(absl::StrFormat("%d", process.pid));
  if (!stat.has_value()) {
    // /proc may hide processes of others; the kernel knows.
    return kill(static_cast<pid_t>(process.pid), 0) == 0 || errno != ESRCH;
  }
  if (stat->start_time != process.start_time) return false;
  return stat->state != 'Z' || stat->threads > 1;
}

std::string UserName() {
  passwd entry = {};
  passwd* found = nullptr;
  std::array<char, 4096> buffer;
  getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr ? found->pw_name : absl::StrFormat("uid:%d", geteuid());
}

std::optional<std::string> Environment(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

std::string HomeFolder() {
  if (const char* value = std::getenv("HOME"); value != nullptr && *value != '\0') return value;
  passwd entry = {};
  passwd* found = nullptr;
  std::array<char, 4096> buffer;
  getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr ? found->pw_dir : "";
}

void KeepFreedMemory() {
#ifdef __GLIBC__
  constexpr int kKept = 2 * 1024 * 1024;
  // Setting one of them ends the adapting of both: the largest that glibc takes.
  constexpr int kLargestInHeap = 32 * 1024 * 1024;
  mallopt(M_TRIM_THRESHOLD, kKept);
  mallopt(M_MMAP_THRESHOLD, kLargestInHeap);
#endif
}

void ForbidDumps() {
  prctl(PR_SET_DUMPABLE, 0);
  rlimit limit = {};
  getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_CORE, &limit);
}

}  // namespace tollpass::os
