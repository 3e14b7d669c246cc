#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"
#include "wallet/keys/delegate_key.h"

namespace tollpass {
namespace {

struct MandateKeyOptions {
  std::string file;
  bool json = false;
};

absl::StatusOr<int> MakeOrShow(const CommandLine& line, const MandateKeyOptions& options) {
  const bool make = !os::Exists(options.file);
  if (make) {
    TOLLPASS_RETURN_IF_ERROR(DelegateKey::Make(options.file, line.random));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const DelegateKey key, DelegateKey::Open(options.file));
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("file", options.file)
                  .String("public_key", key.public_key())
                  .Bool("made", make)
                  .Done());
    return kExitDone;
  }
  PrintLine(key.public_key());
  if (make) {
    PrintMessage(absl::StrFormat(
        "made the key %s; who owns the home names it with: tollpass allow NAME --delegate %s",
        options.file, key.public_key()));
  }
  return kExitDone;
}

}  // namespace

void AddMandateKey(CLI::App& mandate, CommandLine& line) {
  auto options = std::make_shared<MandateKeyOptions>();
  CLI::App* command =
      AddCommand(mandate, line,
                 {"key", "Print the public key of a delegate; makes its file if there is none",
                  "tollpass mandate key delegate.key"},
                 [&line, options] { return MakeOrShow(line, *options); });
  command
      ->add_option("FILE", options->file,
                   "64 hex digits of an Ed25519 seed, mode 0600; needs no home")
      ->required();
  command->add_flag("--json", options->json, "Print an object");
}

}  // namespace tollpass
