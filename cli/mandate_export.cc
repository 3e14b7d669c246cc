#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/ap2_mandate.h"
#include "home/find_mandate.h"
#include "home/json_rows.h"
#include "home/mandate_file.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

constexpr std::string_view kOwnFormat = "tollpass";
constexpr std::string_view kAp2Format = "ap2";

struct MandateExportOptions {
  std::string id;
  std::string format = std::string(kOwnFormat);
  bool json = false;
};

absl::StatusOr<int> Export(const CommandLine& line, const MandateExportOptions& options) {
  const bool ap2 = options.format == kAp2Format;
  if (!ap2 && options.format != kOwnFormat) {
    return absl::InvalidArgumentError("--format is tollpass or ap2");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateRow row, FindMandate(*reader, options.id));
  Ap2Mandate exported;
  if (ap2) {
    exported = Ap2MandateOf(row);
  } else {
    TOLLPASS_ASSIGN_OR_RETURN(exported.document, MandateFileText(row.order, row.signature));
  }
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("id", row.terms.id)
                  .String("format", options.format)
                  .String("document", exported.document)
                  .Raw("losses", StringsJson(exported.losses))
                  .Done());
    return kExitDone;
  }
  PrintLine(exported.document);
  for (const std::string& loss : exported.losses) {
    PrintMessage("lost: " + loss);
  }
  return kExitDone;
}

}  // namespace

void AddMandateExport(CLI::App& mandate, CommandLine& line) {
  auto options = std::make_shared<MandateExportOptions>();
  CLI::App* command = AddCommand(
      mandate, line,
      {"export", "Write a mandate as a file: for its delegate, or for others who speak AP2",
       "tollpass mandate export m41d0c8e2b7 > parent.json"},
      [&line, options] { return Export(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass mandate list`, or a unique beginning")
      ->required();
  command
      ->add_option("--format", options->format,
                   "tollpass: as it was signed; ap2: an AP2 open payment mandate, and what it "
                   "cannot say")
      ->type_name("FORMAT")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print an object with the document and what was lost");
}

}  // namespace tollpass
