#include "interceptor/transports/stdio_relay.h"

#include <algorithm>

#include "core/status.h"
#include "interceptor/transports/notes.h"

namespace tollpass {
namespace {

constexpr int kStdin = 0;
constexpr int kStdout = 1;

/// A side is not read while this much waits for the other one. Bytes.
constexpr size_t kQueueLimit = 4 * 1024 * 1024;

/// How long output for the host may take after the host ended (its own patience is 2 s) or, without
/// progress, after the server ended; and then the kernel's last reports.
constexpr int64_t kHostEndedMs = 1800;
constexpr int64_t kServerEndedMs = 2000;
constexpr int64_t kReportsMs = 2000;

enum Source { kHostInput, kHostOutput, kServerInput, kServerOutput, kServerExit, kSignal, kKernel };
constexpr size_t kSources = kKernel + 1;

}  // namespace

StdioRelay::StdioRelay(Interceptor& interceptor, KernelWorker& kernel, ServerProcess& server,
                       const os::SignalSource& signals, const Clock& clock)
    : interceptor_(interceptor),
      kernel_(kernel),
      server_(server),
      signals_(signals),
      clock_(clock),
      from_host_(kMaxMessageBytes),
      from_server_(kMaxMessageBytes),
      to_host_(kStdout),
      to_server_(server.input().get()),
      delivery_(to_host_, to_server_, kernel),
      watched_(kSources) {}

absl::StatusOr<int> StdioRelay::Run() {
  TOLLPASS_ASSIGN_OR_RETURN(os::Waiter waiter, os::Waiter::Make());
  while (!Finished()) {
    now_ms_ = clock_.SteadyMillis();
    Watch();
    TOLLPASS_RETURN_IF_ERROR(waiter.Wait(watched_, Timeout()));
    now_ms_ = clock_.SteadyMillis();
    if (watched_[kSignal].readable) ReadSignals();
    if (watched_[kKernel].readable || delivery_.HasRefused()) ReadKernel();
    if (watched_[kHostInput].readable) ReadHost();
    if (watched_[kServerOutput].readable || ServerOutputIsLast()) ReadServer();
    Tick();
    Flush();
    AdvanceEnding();
  }
  return *server_.exit_code();
}

void StdioRelay::Watch() {
  const bool host_may_speak = !host_ended_ && !server_ended_ && to_server_.queued() < kQueueLimit;
  const bool server_may_speak = !server_ended_ && to_host_.queued() < kQueueLimit;
  watched_[kHostInput] = {.fd = kStdin, .want_read = host_may_speak};
  watched_[kHostOutput] = {.fd = kStdout, .want_write = to_host_.queued() > 0};
  watched_[kServerInput] = {.fd = server_.input().get(), .want_write = to_server_.queued() > 0};
  watched_[kServerOutput] = {.fd = server_.output().get(), .want_read = server_may_speak};
  watched_[kServerExit] = {.fd = server_.exit_fd(), .want_read = true};
  watched_[kSignal] = {.fd = signals_.fd(), .want_read = true};
  watched_[kKernel] = {.fd = kernel_.fd(), .want_read = true};
}

int64_t StdioRelay::Timeout() const {
  if (delivery_.HasRefused() || ServerOutputIsLast()) return 0;
  int64_t next = std::numeric_limits<int64_t>::max();
  if (const auto wake = delivery_.NextWake()) next = std::min(next, *wake);
  if (const auto step = server_.NextStep()) next = std::min(next, *step);
  if (!server_ended_ || to_host_.queued() > 0) next = std::min(next, flush_deadline_);
  if (server_ended_ && server_.gone()) next = std::min(next, flush_deadline_ + kReportsMs);
  if (next == std::numeric_limits<int64_t>::max()) return -1;
  return std::max<int64_t>(0, next - now_ms_);
}

/// The server's process is gone: what its output holds now is all that will come, even where a
/// process that it left behind keeps the pipe open.
bool StdioRelay::ServerOutputIsLast() const {
  return server_.exit_code().has_value() && !server_ended_ && to_host_.queued() < kQueueLimit;
}

void StdioRelay::ReadSignals() {
  while (signals_.Next().has_value()) {
    if (host_ended_) server_.Hurry(now_ms_);
    EndHost();
  }
}

void StdioRelay::ReadKernel() {
  const KernelWorker::Replies replies = kernel_.Take();
  for (const KernelWorker::Decided& one : replies.decided) {
    delivery_.Carry(interceptor_.FromKernel(one.ticket, one.decision));
  }
  for (const std::string& failure : replies.failures) PrintNote(failure);
  for (const uint64_t ticket : delivery_.TakeRefused()) {
    delivery_.Carry(interceptor_.FromKernel(ticket, Decision()));
  }
}

void StdioRelay::ReadHost() {
  const LineReader::Filled filled = from_host_.Fill(kStdin);
  while (const std::optional<Line> line = from_host_.Next()) {
    delivery_.Carry(line->too_long ? interceptor_.HostLineTooLong(line->text, line->tail)
                                   : interceptor_.FromHost(line->text),
                    *line, to_server_);
  }
  to_server_.Flush();
  if (filled == LineReader::Filled::kEnd) EndHost();
}

void StdioRelay::ReadServer() {
  const LineReader::Filled filled = from_server_.Fill(server_.output().get());
  while (const std::optional<Line> line = from_server_.Next()) {
    delivery_.Carry(line->too_long ? interceptor_.ServerLineTooLong(line->text, line->tail)
                                   : interceptor_.FromServer(line->text),
                    *line, to_host_);
  }
  to_host_.Flush();
  const bool dry = filled == LineReader::Filled::kNothing && server_.exit_code().has_value();
  if (filled == LineReader::Filled::kEnd || dry) EndServer();
}

void StdioRelay::Tick() {
  if (delivery_.TakeDue(now_ms_)) delivery_.Carry(interceptor_.Tick());
}

void StdioRelay::Flush() {
  const uint64_t before = to_host_.written();
  if (to_host_.queued() > 0) to_host_.Flush();
  if (to_server_.queued() > 0) to_server_.Flush();
  // A host that is still there and reads slowly gets its answers.
  if (server_ended_ && !host_ended_ && to_host_.written() > before) {
    flush_deadline_ = now_ms_ + kServerEndedMs;
  }
  delivery_.ReleaseReports();
}

void StdioRelay::EndHost() {
  if (host_ended_) return;
  host_ended_ = true;
  delivery_.StopPaying();
  server_.End(now_ms_);
  flush_deadline_ = std::min(flush_deadline_, now_ms_ + kHostEndedMs);
}

void StdioRelay::EndServer() {
  if (server_ended_) return;
  server_ended_ = true;
  server_.output().Close();
  server_.input().Close();
  to_server_.Abandon();
  server_.End(now_ms_);
  delivery_.StopPaying();
  delivery_.Carry(interceptor_.ServerClosed());
  delivery_.Carry(interceptor_.HostClosed());
  flush_deadline_ = std::min(flush_deadline_, now_ms_ + kServerEndedMs);
}

void StdioRelay::AdvanceEnding() {
  if (to_host_.broken()) EndHost();
  // A proof that is being made still goes out: it counts either way.
  const bool all_sent = host_ended_ && to_server_.queued() == 0;
  if (all_sent && !kernel_.authorizing() && !delivery_.HasRefused()) {
    server_.input().Close();
    to_server_.Abandon();
  }
  if (to_server_.broken()) server_.End(now_ms_);
  // Asking the system for the exit each time would cost every message.
  const auto step = server_.NextStep();
  if (watched_[kServerExit].readable || (step && now_ms_ >= *step)) server_.Advance(now_ms_);
  if (now_ms_ >= flush_deadline_) {
    EndServer();
    to_host_.Abandon();
  }
  Flush();
}

bool StdioRelay::Finished() const {
  if (!server_ended_ || !server_.gone()) return false;
  const bool quiet = to_host_.queued() == 0 && kernel_.idle() && !delivery_.HoldsReports() &&
                     !delivery_.HasRefused();
  return quiet || now_ms_ - kReportsMs >= flush_deadline_;
}

}  // namespace tollpass
