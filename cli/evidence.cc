#include "home/evidence.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

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
#include "policy/account.h"

namespace tollpass {
namespace {

struct EvidenceOptions {
  std::string id;
  bool with_arguments = false;
  bool json = false;  // as it is in any case
};

struct EvidenceVerifyOptions {
  std::string file;
  std::string account;
  std::string approval_key;
  std::string ledger;
  bool json = false;
};

/// True if there is none. Says each on stderr else.
bool ReportFaults(const EvidenceReport& report) {
  for (const std::string& fault : report.faults) PrintMessage(fault);
  return report.faults.empty();
}

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
  const std::string document = EvidenceDocument(
      record, {reader->ledger_id(), reader->approval_key()}, NowOf(line), options.with_arguments);
  TOLLPASS_ASSIGN_OR_RETURN(const std::string bundle, SignEvidence(document, *key));
  const EvidencePins own{.account = record.terms.payer,
                         .approval_key = HexEncode(reader->approval_key()),
                         .ledger_id = reader->ledger_id()};
  if (!ReportFaults(VerifyEvidence(bundle, own))) {
    return absl::FailedPreconditionError(
        "the bundle about this payment would not hold, so it was not written");
  }
  PrintLine(bundle);
  return kExitDone;
}

std::string Json(const EvidenceReport& report) {
  return json::ObjectWriter()
      .Bool("holds", report.Holds())
      .Bool("pinned", report.IsPinned())
      .Raw("payment", TextOrNull(report.payment))
      .Raw("account", TextOrNull(report.account))
      .Raw("approval_key", TextOrNull(report.approval_key))
      .Raw("ledger", TextOrNull(report.ledger_id))
      .Raw("summary", TextOrNull(report.summary))
      .Raw("faults", StringsJson(report.faults))
      .Done();
}

absl::StatusOr<EvidencePins> PinsOf(const EvidenceVerifyOptions& options) {
  constexpr size_t kKeySize = 32;
  EvidencePins pins{.ledger_id = options.ledger};
  if (!options.account.empty()) {
    if (const auto fault = FaultOfAccount(options.account)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("--account: %s %s", Printable(options.account), *fault));
    }
    pins.account = CanonicalAccount(options.account);
  }
  if (!options.approval_key.empty()) {
    const std::optional<std::string> key = HexDecode(options.approval_key);
    if (!key || key->size() != kKeySize) {
      return absl::InvalidArgumentError(
          "--approval-key is 64 hex digits, as 'tollpass wallet list' prints them");
    }
    pins.approval_key = HexEncode(*key);
  }
  return pins;
}

/// What keeps a bundle without faults from holding; empty if nothing does.
std::string_view Unpinned(const EvidenceReport& report) {
  if (report.IsPinned()) return "";
  if (report.account_pinned) return "the approval key was not pinned";
  return report.approval_key_pinned ? "the account was not pinned" : "nobody was pinned";
}

void PrintReport(const EvidenceReport& report) {
  const std::string_view unpinned = Unpinned(report);
  const std::string verdict =
      unpinned.empty() ? "holds" : absl::StrFormat("consistent; %s", unpinned);
  PrintText(
      absl::StrFormat("%s: payment %s, %s", verdict, Printable(report.payment), report.summary));
  PrintText(absl::StrFormat("signed by account  %s", Printable(report.account)));
  PrintText(absl::StrFormat("permitted by key   %s of ledger %s", Printable(report.approval_key),
                            Printable(report.ledger_id)));
}

absl::StatusOr<int> Verify(const EvidenceVerifyOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const EvidencePins pins, PinsOf(options));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, os::ReadFile(options.file, kMaxEvidence));
  const EvidenceReport report = VerifyEvidence(text, pins);
  if (options.json) {
    PrintLine(Json(report));
  } else if (report.faults.empty()) {
    PrintReport(report);
  } else {
    for (const std::string& fault : report.faults) PrintText(fault);
  }
  if (!report.faults.empty()) {
    PrintMessage("the bundle does not hold");
  } else if (!report.IsPinned()) {
    PrintMessage(
        "anybody can make a consistent bundle under keys of their own: give --account and "
        "--approval-key as you know them by other ways");
  }
  return report.Holds() ? kExitDone : kExitRefused;
}

}  // namespace

void AddEvidence(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<EvidenceOptions>();
  CLI::App* command =
      AddCommand(parent, line,
                 {"evidence", "Write a bundle about one payment, signed by the account that paid",
                  "tollpass evidence c41d0c8e2b7 > bundle.json\n"
                  "  tollpass evidence verify bundle.json --account 0x... --approval-key 9f3c..."},
                 [&line, options] { return Make(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass log`, or a unique beginning");
  command->add_flag("--with-arguments", options->with_arguments,
                    "With the call's arguments, where you approved it: your answer binds them");
  command->add_flag("--json", options->json, "Nothing else: a bundle is JSON");
  AddPassphraseFlags(*command, line);
  auto verify = std::make_shared<EvidenceVerifyOptions>();
  CLI::App* verifying =
      AddCommand(*command, line,
                 {"verify",
                  "Verify a bundle; needs no home, no key and no network. It holds (exit code 0) "
                  "only if --account and --approval-key say whose it is",
                  "tollpass evidence verify bundle.json --account 0x... --approval-key 9f3c..."},
                 [verify] { return Verify(*verify); });
  verifying->add_option("FILE", verify->file, "Written by `tollpass evidence`")->required();
  verifying->add_option("--account", verify->account, "The account that paid, as you know it");
  verifying->add_option("--approval-key", verify->approval_key,
                        "The key that permitted it, as you know it (64 hex digits)");
  verifying->add_option("--ledger", verify->ledger, "The id of the ledger, as you know it");
  verifying->add_flag("--json", verify->json, "Print an object");
}

}  // namespace tollpass
