#include "home/evidence.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/passphrases.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"
#include "home/account_key.h"
#include "home/json_rows.h"
#include "home/open_home.h"
#include "home/verify_evidence.h"

namespace tollpass {
namespace {

struct EvidenceOptions {
  std::string id;
  bool json = false;  // as it is in any case
};

struct EvidenceVerifyOptions {
  std::string file;
  bool json = false;
};

absl::StatusOr<int> Make(const CommandLine& line, const EvidenceOptions& options) {
  if (options.id.empty()) {
    return absl::InvalidArgumentError("name a payment of 'tollpass log', or use: verify FILE");
  }
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const PaymentRecord record, reader->Payment(options.id));
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  TOLLPASS_ASSIGN_OR_RETURN(
      const auto key, OpenAccountKey(home, record.terms.payer,
                                     [&](std::string_view of) { return passphrases.Ask(of); }));
  const std::string document =
      EvidenceDocument(record, {reader->ledger_id(), reader->approval_key()}, NowOf(line));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string bundle, SignEvidence(document, *key));
  PrintLine(bundle);
  return kExitDone;
}

std::string Json(const EvidenceReport& report) {
  return json::ObjectWriter()
      .Bool("holds", report.faults.empty())
      .Raw("payment", TextOrNull(report.payment))
      .Raw("account", TextOrNull(report.account))
      .Raw("approval_key", TextOrNull(report.approval_key))
      .Raw("ledger", TextOrNull(report.ledger_id))
      .Raw("summary", TextOrNull(report.summary))
      .Raw("faults", StringsJson(report.faults))
      .Done();
}

absl::StatusOr<int> Verify(const EvidenceVerifyOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, os::ReadFile(options.file, kMaxEvidence));
  const EvidenceReport report = VerifyEvidence(text);
  if (options.json) {
    PrintLine(Json(report));
  } else {
    for (const std::string& fault : report.faults) PrintLine(fault);
  }
  if (!report.faults.empty()) {
    PrintMessage("the bundle does not hold");
    return kExitRefused;
  }
  if (!options.json) {
    PrintLine(absl::StrFormat("holds: payment %s, %s", Printable(report.payment), report.summary));
    PrintLine(absl::StrFormat("signed by account  %s", Printable(report.account)));
    PrintLine(absl::StrFormat("permitted by key   %s of ledger %s", Printable(report.approval_key),
                              Printable(report.ledger_id)));
  }
  return kExitDone;
}

}  // namespace

void AddEvidence(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<EvidenceOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"evidence", "Write a bundle about one payment, signed by the account that paid",
       "tollpass evidence c41d0c8e2b7 > bundle.json\n  tollpass evidence verify bundle.json"},
      [&line, options] { return Make(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass log`, or a unique beginning");
  command->add_flag("--json", options->json, "Nothing else: a bundle is JSON");
  AddPassphraseFlags(*command, line);
  auto verify = std::make_shared<EvidenceVerifyOptions>();
  CLI::App* verifying =
      AddCommand(*command, line,
                 {"verify", "Verify a bundle; needs no home, no key and no network",
                  "tollpass evidence verify bundle.json"},
                 [verify] { return Verify(*verify); });
  verifying->add_option("FILE", verify->file, "Written by `tollpass evidence`")->required();
  verifying->add_flag("--json", verify->json, "Print an object");
}

}  // namespace tollpass
