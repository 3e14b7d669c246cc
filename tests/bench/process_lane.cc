#include "tests/bench/process_lane.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "tests/bench/messages.h"

namespace tollpass::bench {
namespace {

constexpr char kInitialize[] =
    R"({"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
    R"("clientInfo":{"name":"bench","version":"1"}},"jsonrpc":"2.0","id":0})";
constexpr char kInitialized[] = R"({"method":"notifications/initialized","jsonrpc":"2.0"})";

[[noreturn]] void Fail(const std::string& why) {
  std::fprintf(stderr, "round_trips: %s\n", why.c_str());
  std::exit(1);
}

std::array<int, 2> MakePipe() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) Fail("no pipe");
  return ends;
}

/// Of the process whose folder in /proc is `process`, its threads and its descendants.
int64_t CpuOfTree(const std::string& process) {
  int64_t sum = 0;
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator(process + "/task", gone)) {
    int64_t on_cpu_ns = 0;
    std::ifstream(thread.path() / "schedstat") >> on_cpu_ns;
    sum += on_cpu_ns;
    std::ifstream children(thread.path() / "children");
    std::string child;
    while (children >> child) sum += CpuOfTree("/proc/" + child);
  }
  return sum;
}

}  // namespace

int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

ProcessLane::ProcessLane(std::string job, std::vector<std::string> command)
    : job_(std::move(job)), command_(std::move(command)) {
  if (command_.empty()) Fail("the job " + job_ + " needs a program");
}

ProcessLane::~ProcessLane() {
  if (child_ > 0) Stop();
}

int64_t ProcessLane::Start() {
  const std::array<int, 2> input = MakePipe();
  const std::array<int, 2> output = MakePipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  std::vector<char*> arguments;
  for (std::string& argument : command_) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const int64_t begin = NowNs();
  const int failure =
      posix_spawnp(&child_, arguments[0], &actions, nullptr, arguments.data(), environ);
  if (failure != 0) Fail("cannot start " + command_[0]);
  posix_spawn_file_actions_destroy(&actions);
  close(input[0]);
  close(output[1]);
  to_child_ = input[1];
  from_child_ = output[0];
  if (job_ == "client") {
    Expect(Receive(), "ready");
    return NowNs() - begin;
  }
  Expect(Exchange(kInitialize), "toll_server");
  const int64_t time = NowNs() - begin;
  Send(kInitialized);
  return time;
}

int64_t ProcessLane::Once() {
  const uint64_t id = ++last_id_;
  if (job_ == "client") return std::strtoll(Exchange(std::to_string(id)).c_str(), nullptr, 10);
  const int64_t begin = NowNs();
  if (job_ == "free") {
    Expect(Exchange(ToolCall(id, "free")), "done");
  } else if (job_ == "paid") {
    Expect(Exchange(ToolCall(id, "paid")), "done");
  } else if (job_ == "twice") {
    Expect(Exchange(ToolCall(id, "paid")), "x402Version");
    Expect(Exchange(PaidToolCall(id, "paid")), "done");
  } else {
    Fail("no such job: " + job_);
  }
  return NowNs() - begin;
}

Usage ProcessLane::Used() const {
  const std::string self = "/proc/" + std::to_string(child_);
  Usage usage;
  usage.cpu_ns = CpuOfTree(self);
  std::ifstream rollup(self + "/smaps_rollup");
  std::string word;
  while (rollup >> word) {
    if (word == "Rss:") rollup >> usage.rss_kib;
    if (word == "Pss:") rollup >> usage.pss_kib;
  }
  return usage;
}

void ProcessLane::Stop() {
  close(to_child_);
  int status = 0;
  waitpid(child_, &status, 0);
  close(from_child_);
  child_ = -1;
  received_.clear();
}

void ProcessLane::Send(const std::string& line) const {
  const std::string bytes = line + "\n";
  if (write(to_child_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
    Fail(command_[0] + " takes no input any more");
  }
}

std::string ProcessLane::Receive() {
  size_t end = received_.find('\n');
  while (end == std::string::npos) {
    std::array<char, 65536> chunk;
    const ssize_t count = read(from_child_, chunk.data(), chunk.size());
    if (count <= 0) Fail(command_[0] + " ended");
    received_.append(chunk.data(), static_cast<size_t>(count));
    end = received_.find('\n');
  }
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

std::string ProcessLane::Exchange(const std::string& line) {
  Send(line);
  return Receive();
}

void ProcessLane::Expect(const std::string& answer, std::string_view words) const {
  if (answer.find(words) != std::string::npos) return;
  Fail(command_[0] + " (" + job_ + ") answered " + answer);
}

}  // namespace tollpass::bench
