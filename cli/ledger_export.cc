#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/log_row_csv.h"
#include "cli/since_flag.h"
#include "core/status.h"
#include "home/log_row_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct LedgerExportOptions {
  std::string format = "csv";
  std::string since;
};

// Rows that are in memory at once; each page is one state of the ledger, and nobody waits for us.
constexpr int64_t kPage = 500;

absl::StatusOr<int> Export(const CommandLine& line, const LedgerExportOptions& options) {
  const bool csv = options.format == "csv";
  if (!csv && options.format != "jsonl") {
    return absl::InvalidArgumentError("--format is csv or jsonl");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t since, SinceOf(options.since, NowOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  if (csv) {
    PrintLine(LogCsvHeader() + "\r");
  }
  int64_t after = 0;
  while (std::ferror(stdout) == 0) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, reader->Page(after, kPage));
    if (rows.empty()) {
      break;
    }
    after = rows.back().sequence;
    for (const LogRow& row : rows) {
      if (row.time >= since) {
        PrintLine(csv ? LogRowCsv(row, NowOf(line)) + "\r" : LogRowJson(row, NowOf(line)));
      }
    }
  }
  return kExitDone;
}

}  // namespace

void AddLedgerExport(CLI::App& ledger, CommandLine& line) {
  auto options = std::make_shared<LedgerExportOptions>();
  CLI::App* command =
      AddCommand(ledger, line,
                 {"export", "Print every decided call for a spreadsheet or a program, oldest first",
                  "tollpass ledger export --format csv --since 30d"},
                 [&line, options] { return Export(line, *options); });
  command
      ->add_option("--format", options->format, "csv, or jsonl: an object of `log --json` a line")
      ->type_name("FORMAT")
      ->capture_default_str();
  AddSinceFlag(*command, options->since, "Only calls");
}

}  // namespace tollpass
