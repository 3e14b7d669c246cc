#include "tests/cli/running.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/os/poll.h"

namespace tollpass {
namespace {

constexpr size_t kChunk = 64 * 1024;
constexpr int kPatienceMs = 60'000;

}  // namespace

Running::Running(Sandbox& sandbox, const Words& command, const Variables& variables)
    : sandbox_(sandbox), error_path_(sandbox.NewErrorPath()) {
  os::IgnoreWriteSignals();
  os::ChildOptions options;
  options.argv = {"/bin/sh", "-c", "exec 2>\"$1\"; shift; exec \"$@\"", "sh", error_path_};
  options.argv.insert(options.argv.end(), command.begin(), command.end());
  options.cwd = sandbox.Path("");
  options.env = sandbox.variables();
  for (const auto& [name, value] : variables) {
    options.env[name] = value;
  }
  options.withheld = {"XDG_*"};
  absl::StatusOr<os::Child> child = os::Child::Start(options);
  if (!child.ok()) {
    ADD_FAILURE() << child.status();
    std::abort();
  }
  child_.emplace(*std::move(child));
}

Running::~Running() {
  if (!child_->TryWait().has_value()) {
    child_->SignalGroup(9);
    child_->Wait();
  }
}

void Running::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const absl::StatusOr<size_t> taken = os::Write(child_->to_child().get(), bytes);
    if (!taken.ok()) return;  // it has ended: what it answered, and its exit code, say the rest
    bytes.remove_prefix(*taken);
    if (!bytes.empty()) {
      std::vector<os::Watched> watched(1);
      watched[0].fd = child_->to_child().get();
      watched[0].want_write = true;
      ASSERT_TRUE(os::Wait(watched, kPatienceMs).ok());
    }
  }
}

void Running::CloseInput() { child_->to_child().Close(); }

bool Running::ReadMore(int timeout_ms) {
  std::vector<os::Watched> watched(1);
  watched[0].fd = child_->from_child().get();
  watched[0].want_read = true;
  if (!os::Wait(watched, timeout_ms).ok() || !watched[0].readable) {
    return false;
  }
  const auto read = os::Read(child_->from_child().get(), buffer_, kChunk);
  return read.ok() && read->value_or(1) > 0;
}

std::optional<std::string> Running::ReadLine(int timeout_ms) {
  size_t end = buffer_.find('\n');
  while (end == std::string::npos) {
    if (!ReadMore(timeout_ms)) {
      return std::nullopt;
    }
    end = buffer_.find('\n');
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return line;
}

std::string Running::ReadAll() {
  while (ReadMore(kPatienceMs)) {
  }
  return std::exchange(buffer_, {});
}

int Running::Wait() {
  std::vector<os::Watched> watched(1);
  watched[0].fd = child_->exit_fd();
  watched[0].want_read = true;
  if (!os::Wait(watched, kPatienceMs).ok() || !watched[0].readable) {
    ADD_FAILURE() << "it does not end; stderr: " << Errors();
    child_->SignalGroup(9);
  }
  return child_->Wait();
}

std::string Running::Errors() const { return sandbox_.Read(error_path_); }

}  // namespace tollpass
