#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/json_rows.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

constexpr int64_t kQuietMs = 2'000;
constexpr int64_t kBetweenMs = 1'000;

/// Tells of a check that takes long, at most once a second.
class Progress {
 public:
  explicit Progress(const Clock& clock) : clock_(clock), next_(clock.SteadyMillis() + kQuietMs) {}
  void operator()(int64_t done, int64_t all) {
    if (const int64_t now = clock_.SteadyMillis(); now >= next_) {
      next_ = now + kBetweenMs;
      PrintMessage(absl::StrFormat("%d of %d events checked", done, all));
    }
  }

 private:
  const Clock& clock_;
  int64_t next_;
};

/// Why the ledger, though it holds by itself, is not the one that was here last; empty if it is,
/// and where a fault says more.
std::string WhyOlder(const CommandLine& line, LedgerReader& reader, const VerifyReport& report) {
  if (!report.faults.empty()) return "";
  const absl::StatusOr<LedgerStanding> standing =
      reader.Standing(NowOf(line), line.clock.SinceBoot());
  const bool stops = !standing.ok() || standing->lost;
  return stops ? std::string((standing.ok() ? standing->payable : standing.status()).message())
               : "";
}

void Print(const VerifyReport& report, const std::string& stopped, bool json) {
  if (json) {
    PrintLine(json::ObjectWriter()
                  .Bool("holds", report.faults.empty())
                  .Integer("events", report.events)
                  .String("head", report.head)
                  .Raw("faults", StringsJson(report.faults))
                  .Raw("stopped", TextOrNull(stopped))
                  .Done());
    return;
  }
  PrintLine(absl::StrFormat("%d events, head %s", report.events, report.head));
  for (const std::string& fault : report.faults) {
    PrintLine("fault: " + Printable(fault));
  }
}

absl::StatusOr<int> Verify(const CommandLine& line, bool json) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  Progress progress(line.clock);
  TOLLPASS_ASSIGN_OR_RETURN(
      const VerifyReport report,
      reader->Verify([&](int64_t done, int64_t all) { progress(done, all); }));
  const std::string stopped = WhyOlder(line, *reader, report);
  Print(report, stopped, json);
  if (!stopped.empty()) {
    return absl::FailedPreconditionError("it holds by itself, and payments stop: " + stopped);
  }
  if (!report.faults.empty()) {
    return absl::FailedPreconditionError(
        "the ledger was changed by something other than Tollpass; put back a copy that holds");
  }
  return kExitDone;
}

}  // namespace

void AddLedgerVerify(CLI::App& ledger, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = AddCommand(
      ledger, line,
      {"verify", "Recompute the chain of events and every sum", "tollpass ledger verify"},
      [&line, json] { return Verify(line, *json); });
  command->add_flag("--json", *json, "Print the outcome as JSON");
}

}  // namespace tollpass
