#ifndef TOLLPASS_CLI_COMMANDS_H_
#define TOLLPASS_CLI_COMMANDS_H_

#include "cli/command_line.h"

namespace tollpass {

// One function for each command, in the file of its name. `line` must outlive `parent`.
void AddInit(CLI::App& parent, CommandLine& line);
void AddAdd(CLI::App& parent, CommandLine& line);
void AddAllow(CLI::App& parent, CommandLine& line);
void AddProxy(CLI::App& parent, CommandLine& line);
void AddPending(CLI::App& parent, CommandLine& line);
void AddApprove(CLI::App& parent, CommandLine& line);
void AddDeny(CLI::App& parent, CommandLine& line);
void AddLog(CLI::App& parent, CommandLine& line);
void AddShow(CLI::App& parent, CommandLine& line);
void AddStatus(CLI::App& parent, CommandLine& line);
void AddPause(CLI::App& parent, CommandLine& line);
void AddResume(CLI::App& parent, CommandLine& line);
void AddPolicyCheck(CLI::App& policy, CommandLine& line);
void AddPolicyShow(CLI::App& policy, CommandLine& line);
void AddPolicyReplay(CLI::App& policy, CommandLine& line);
void AddPinList(CLI::App& pin, CommandLine& line);
void AddPinAccept(CLI::App& pin, CommandLine& line);
void AddBreakerList(CLI::App& breaker, CommandLine& line);
void AddBreakerClose(CLI::App& breaker, CommandLine& line);
void AddMandateList(CLI::App& mandate, CommandLine& line);
void AddMandateShow(CLI::App& mandate, CommandLine& line);
void AddMandateRevoke(CLI::App& mandate, CommandLine& line);
void AddMandateExport(CLI::App& mandate, CommandLine& line);
void AddMandateImport(CLI::App& mandate, CommandLine& line);
void AddMandateKey(CLI::App& mandate, CommandLine& line);
void AddMandateChild(CLI::App& mandate, CommandLine& line);
void AddEvidence(CLI::App& parent, CommandLine& line);
void AddExplain(CLI::App& parent, CommandLine& line);
void AddReconcile(CLI::App& parent, CommandLine& line);
void AddLedgerVerify(CLI::App& ledger, CommandLine& line);
void AddLedgerAccept(CLI::App& ledger, CommandLine& line);
void AddLedgerExport(CLI::App& ledger, CommandLine& line);
void AddWalletList(CLI::App& wallet, CommandLine& line);
void AddWalletNew(CLI::App& wallet, CommandLine& line);
void AddWalletImport(CLI::App& wallet, CommandLine& line);
void AddWalletAddress(CLI::App& wallet, CommandLine& line);
void AddWalletBackup(CLI::App& wallet, CommandLine& line);
void AddWalletRestore(CLI::App& wallet, CommandLine& line);
void AddWalletPassphrase(CLI::App& wallet, CommandLine& line);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_COMMANDS_H_
