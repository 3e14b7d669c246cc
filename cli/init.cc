#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/passphrases.h"
#include "core/json/json.h"
#include "core/os/terminal.h"
#include "core/status.h"
#include "home/key_text.h"
#include "home/new_home.h"
#include "home/open_home.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

struct InitOptions {
  bool test = false;
  bool hot = false;
  bool sealed = false;
  bool json = false;
};

constexpr std::string_view kFirstQuestion =
    R"(A home for payments, in two questions. Nothing is made before both are answered.

1. A passphrase. It is asked when you widen what may be paid: allow, approve, resume.
   Nobody can bring it back; what you lose with it is the right to widen, and sealed keys.
)";

constexpr std::string_view kSecondQuestion = R"(
2. The key that pays on main networks: sealed or hot?
   sealed  it has the passphrase too. Safest, but today nothing can be paid with it: the proxy
           never asks, and the agent that will unlock keys is not part of this version.
   hot     it lies in a file that only you can read, and the proxy pays with it within what you
           allow. Any program that runs as you can take it: keep pocket money in it, no more.
   Test networks get a hot key of their own either way. You can change your mind later, with
   `tollpass wallet passphrase`. To pay on a main network today, choose hot.
   sealed or hot [sealed]: )";

constexpr std::string_view kAfterTest =
    "the keys lie without a passphrase and work on test networks only. Next: tollpass add NAME -- "
    "COMMAND ARG...";
constexpr std::string_view kAfterSealed =
    "the main-network key is sealed: nothing is paid with it until an agent can unlock it, or you "
    "make it hot (tollpass wallet passphrase --hot). Test networks can be paid now. Next: tollpass "
    "add NAME -- COMMAND ARG...";
constexpr std::string_view kAfterHot =
    "the main-network key is hot: keep pocket money in it, and a copy of it (tollpass wallet "
    "backup "
    "FILE). The policy allows test networks only until you write \"mainnet\" into its networks. "
    "Next: tollpass add NAME -- COMMAND ARG...";

absl::Status CheckFlags(const CommandLine& line, const InitOptions& options) {
  const bool has_passphrase = line.passphrase_fd >= 0 || !line.passphrase_file.empty();
  if (options.test && (options.hot || options.sealed || has_passphrase)) {
    return absl::InvalidArgumentError(
        "--test makes keys without a passphrase, hot ones; it goes with none of --hot, --sealed, "
        "--passphrase-fd, --passphrase-file");
  }
  return absl::OkStatus();
}

/// The second question: true for a hot key.
absl::StatusOr<bool> AskHot() {
  std::string question(kSecondQuestion);
  for (int i = 0; i < 3; ++i) {
    std::array<uint8_t, 64> line{};
    TOLLPASS_ASSIGN_OR_RETURN(const size_t size,
                              os::ReadTerminalLine(question, os::Echo::kShown, line));
    const std::string answer(line.begin(), line.begin() + size);
    if (answer.empty() || answer == "sealed" || answer == "hot") {
      return answer == "hot";
    }
    question = "   sealed or hot [sealed]: ";
  }
  return absl::FailedPreconditionError("the answer was neither sealed nor hot; nothing was made");
}

/// Asks what the flags do not answer, then makes the home.
absl::Status MakeFullHome(const CommandLine& line, const Home& home, InitOptions& options) {
  TOLLPASS_RETURN_IF_ERROR(RequireRoom(home));
  TOLLPASS_ASSIGN_OR_RETURN(Passphrases passphrases, Passphrases::From(line));
  const bool ask = passphrases.on_terminal();
  if (ask) {
    PrintMessage(kFirstQuestion);
  }
  absl::StatusOr<LockedBytes> passphrase = passphrases.AskNew("the keys");
  if (absl::IsUnavailable(passphrase.status())) {
    return absl::UnavailableError(
        absl::StrFormat("%s. Nothing was made. For test networks only, without a passphrase: "
                        "tollpass init --test",
                        std::string(passphrase.status().message())));
  }
  TOLLPASS_RETURN_IF_ERROR(passphrase.status());
  if (ask && !options.hot && !options.sealed) {
    TOLLPASS_ASSIGN_OR_RETURN(options.hot, AskHot());
  }
  return MakeHome(
      home,
      [&](const std::string& folder) {
        return CreateKeys(folder, {*passphrase}, options.hot, line.random);
      },
      line.clock, line.random);
}

absl::Status MakeTestHome(const CommandLine& line, const Home& home) {
  return MakeHome(
      home, [&](const std::string& folder) { return CreateTestKeys(folder, line.random); },
      line.clock, line.random);
}

absl::StatusOr<int> Init(const CommandLine& line, InitOptions options) {
  TOLLPASS_RETURN_IF_ERROR(CheckFlags(line, options));
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(options.test ? MakeTestHome(line, home)
                                        : MakeFullHome(line, home, options));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<KeyDescription> keys,
                            KeyRing(home.KeysPath()).List());
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("home", home.path)
                  .String("policy", home.PolicyPath())
                  .String("ledger", home.LedgerPath())
                  .String("ledger_id", reader->ledger_id())
                  .Raw("keys", KeysJson(keys))
                  .Done());
    return kExitDone;
  }
  PrintLine(absl::StrFormat("home    %s", home.path));
  PrintLine(absl::StrFormat("policy  %s", home.PolicyPath()));
  PrintLine(absl::StrFormat("ledger  %s", home.LedgerPath()));
  for (const KeyDescription& key : keys) {
    PrintLine(absl::StrFormat("pays from  %s", KeyText(key)));
  }
  PrintMessage(options.test ? kAfterTest : options.hot ? kAfterHot : kAfterSealed);
  for (const std::string& left : InterruptedHomes(home)) {
    PrintMessage(absl::StrFormat("%s is left of an init that was cut off; remove it", left));
  }
  return kExitDone;
}

}  // namespace

void AddInit(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<InitOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"init", "Make a home with policy, keys and ledger; asks two questions on a terminal",
       "tollpass init\n  tollpass init --test\n  tollpass init --hot --passphrase-fd 3 3< FILE"},
      [&line, options] { return Init(line, *options); });
  command->add_flag("--test", options->test, "Test networks, keys without a passphrase");
  CLI::Option* hot = command->add_flag("--hot", options->hot,
                                       "The main-network key without a passphrase: it pays today");
  command
      ->add_flag("--sealed", options->sealed,
                 "The main-network key with the passphrase (default): it pays once an agent is "
                 "there to unlock it")
      ->excludes(hot);
  AddPassphraseFlags(*command, line);
  command->add_flag("--json", options->json, "Print what was made as JSON");
}

}  // namespace tollpass
