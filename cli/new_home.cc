#include "cli/new_home.h"

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/ledger.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kFolderMode = 0700;
constexpr unsigned kFileMode = 0600;

constexpr std::string_view kFirstPolicy =
    R"(# What Tollpass may pay. Every key is explained in docs/policy.md.
version  = 1
networks = ["testnet"]                  # "testnet", "mainnet", or CAIP-2 ids

[unit]
USD = ["USDC"]                          # assets that you count as the same money, at par

[budget.all]                            # over everything
per_call = "0.05 USD"
per_day  = "1 USD"
)";

absl::Status InTheWay(const std::string& path) {
  return absl::AlreadyExistsError(absl::StrFormat(
      "%s exists already; nothing was changed. Choose another folder with --home", path));
}

/// A home goes into a new or an empty folder: a file that is there belongs to somebody.
absl::Status RequireRoom(const Home& home) {
  std::error_code error;
  const fs::file_status status = fs::status(home.path, error);
  if (status.type() == fs::file_type::not_found) {
    return absl::OkStatus();
  }
  if (status.type() != fs::file_type::directory) {
    return InTheWay(home.path);
  }
  for (const std::string& path :
       {home.PolicyPath(), home.LedgerPath(), home.LedgerKeyPath(), home.KeysPath()}) {
    if (os::Exists(path)) {
      return InTheWay(path);
    }
  }
  const fs::directory_iterator first(home.path, error);
  if (error) {
    return absl::PermissionDeniedError(
        absl::StrFormat("%s cannot be read: %s", home.path, error.message()));
  }
  return first == fs::directory_iterator() ? absl::OkStatus() : InTheWay(first->path().string());
}

/// Removes what was recorded unless Keep was called.
class Undo {
 public:
  Undo() = default;
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    for (auto path = made_.rbegin(); path != made_.rend(); ++path) {
      std::error_code ignored;
      fs::remove_all(*path, ignored);
    }
  }
  void Add(std::string path) { made_.push_back(std::move(path)); }
  void Keep() { made_.clear(); }

 private:
  std::vector<std::string> made_;
};

struct Step {
  std::vector<std::string> makes;
  std::function<absl::Status()> run;
};

/// What a step left behind when it failed half-way goes too, but not what somebody else put there
/// at the same moment: then the step made nothing.
absl::Status Run(const Step& step, Undo& undo) {
  const absl::Status done = step.run();
  if (done.code() != absl::StatusCode::kAlreadyExists) {
    for (const std::string& path : step.makes) {
      undo.Add(path);
    }
  }
  return done;
}

absl::Status MakeHomeFolder(const Home& home) {
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(home.path, kFolderMode));
  std::error_code error;  // The folder may have been there, empty, with a wider mode.
  fs::permissions(home.path, fs::perms::owner_all, error);
  return error ? absl::PermissionDeniedError(
                     absl::StrFormat("%s cannot be made private: %s", home.path, error.message()))
               : absl::OkStatus();
}

absl::Status MakeLedger(const Home& home, const Clock& clock, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const ApprovalKey key, ApprovalKey::Open(home.KeysPath()));
  return Ledger::Create(home, key.public_key(), clock, random);
}

}  // namespace

absl::Status MakeTestHome(const Home& home, const Clock& clock, Random& random) {
  TOLLPASS_RETURN_IF_ERROR(RequireRoom(home));
  const bool folder_is_new = !os::Exists(home.path);
  const std::array<Step, 4> steps = {{
      {folder_is_new ? std::vector{home.path} : std::vector<std::string>(),
       [&] { return MakeHomeFolder(home); }},
      {{home.KeysPath()}, [&] { return CreateTestKeys(home.KeysPath(), random); }},
      {{home.PolicyPath()},
       [&] {
         return os::CreateFile(
             home.PolicyPath(),
             {reinterpret_cast<const uint8_t*>(kFirstPolicy.data()), kFirstPolicy.size()},
             kFileMode);
       }},
      {{home.LedgerPath(), home.LedgerPath() + "-wal", home.LedgerPath() + "-shm",
        home.LedgerKeyPath()},
       [&] { return MakeLedger(home, clock, random); }},
  }};
  Undo undo;
  for (const Step& step : steps) {
    TOLLPASS_RETURN_IF_ERROR(Run(step, undo));
  }
  undo.Keep();
  return absl::OkStatus();
}

}  // namespace tollpass
