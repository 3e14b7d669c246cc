#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/log_row_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct LogOptions {
  bool follow = false;
  bool json = false;
};

constexpr auto kBetweenLooks = std::chrono::milliseconds(500);
constexpr int64_t kFollowedRows = 200;

/// The rows that `log --follow` tells of: all that came since the last look, and the newest ones
/// anyway, because they may have changed.
absl::StatusOr<std::vector<LogRow>> Look(LedgerReader& reader, int64_t newest_shown) {
  std::vector<LogRow> rows;
  if (newest_shown != 0) {
    TOLLPASS_ASSIGN_OR_RETURN(rows, reader.Log(newest_shown, 0));
  }
  if (rows.size() < static_cast<size_t>(kFollowedRows)) {
    return reader.Log(0, kFollowedRows);
  }
  return rows;
}

/// Prints new rows and, again, rows whose state changed, until the program is stopped.
absl::Status Follow(const CommandLine& line, LedgerReader& reader) {
  std::map<std::string, std::string> shown;  // id to the line that was printed
  int64_t newest_shown = 0;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, Look(reader, newest_shown));
    std::map<std::string, std::string> current;
    for (const LogRow& row : rows) {
      std::string text = LogRowLine(row, NowOf(line));
      if (const auto before = shown.find(row.id); before == shown.end() || before->second != text) {
        PrintText(text);
      }
      current[row.id] = std::move(text);
      newest_shown = row.sequence;
    }
    shown = std::move(current);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return absl::OkStatus();  // Nobody reads any more.
    }
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

absl::StatusOr<int> Log(const CommandLine& line, const LogOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  if (options.follow) {
    TOLLPASS_RETURN_IF_ERROR(Follow(line, *reader));
    return kExitDone;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, reader->Log(0, 0));
  std::vector<std::string> texts;
  texts.reserve(rows.size());
  for (const LogRow& row : rows) {
    texts.push_back(options.json ? LogRowJson(row, NowOf(line)) : LogRowLine(row, NowOf(line)));
  }
  if (options.json) {
    PrintLine(json::Array(texts));
    return kExitDone;
  }
  for (const std::string& text : texts) {
    PrintText(text);
  }
  if (texts.empty()) {
    PrintMessage("no call was asked for money yet");
  }
  return kExitDone;
}

}  // namespace

void AddLog(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<LogOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"log", "Show what was paid, asked about and declined, and why", "tollpass log --json"},
      [&line, options] { return Log(line, *options); });
  CLI::Option* follow =
      command->add_flag("--follow", options->follow, "Go on printing as calls come and change");
  command->add_flag("--json", options->json, "Print an array")->excludes(follow);
}

}  // namespace tollpass
