#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/narrowing_flags.h"
#include "core/status.h"
#include "home/allow_order.h"
#include "home/child_terms.h"
#include "home/mandate_file.h"
#include "home/mandate_text.h"
#include "mandates/codec.h"
#include "wallet/keys/delegate_key.h"

namespace tollpass {
namespace {

struct MandateChildOptions {
  std::string parent;
  std::string key;
  NarrowingFlags flags;
  bool json = false;  // as it is in any case
};

absl::StatusOr<int> SignChild(const CommandLine& line, const MandateChildOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const Permission permission, PermissionOf(options.flags));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateFile parent, ReadMandateFile(options.parent));
  TOLLPASS_ASSIGN_OR_RETURN(const DelegateKey key, DelegateKey::Open(options.key));
  if (key.public_key() != parent.terms.delegate_key) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s names %s as its delegate key, and %s is %s", parent.terms.id,
                        parent.terms.delegate_key.empty() ? "none" : parent.terms.delegate_key,
                        options.key, key.public_key()));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms,
                            ChildTerms(parent.terms, permission, line.clock, line.random));
  const std::string order = OrderBytes(AllowOrder(terms, line.clock, line.random));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string signature, key.Sign(order));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, MandateFileText(order, signature));
  PrintLine(text);
  PrintMessage(MandateText(terms, {.now = NowOf(line)}));
  return kExitDone;
}

}  // namespace

void AddMandateChild(CLI::App& mandate, CommandLine& line) {
  auto options = std::make_shared<MandateChildOptions>();
  CLI::App* command = AddCommand(
      mandate, line,
      {"child", "Sign a mandate under one that names your key as its delegate; needs no home",
       "tollpass mandate child parent.json --key delegate.key --total \"0.05 USD\" > child.json"},
      [&line, options] { return SignChild(line, *options); });
  command->add_option("PARENT", options->parent, "File of `tollpass mandate export`, or of `child`")
      ->required();
  command->add_option("--key", options->key, "Key file of `tollpass mandate key`")
      ->required()
      ->type_name("FILE");
  AddNarrowingFlags(*command, options->flags, "the parent's");
  command->add_flag("--json", options->json, "Nothing else: a mandate's file is JSON");
}

}  // namespace tollpass
