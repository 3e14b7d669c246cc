#include "home/new_home.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/os/fault_point.h"
#include "core/os/file.h"
#include "core/os/scratch_folder.h"
#include "core/os/terminal.h"
#include "core/status.h"
#include "mandates/ledger.h"
#include "wallet/keys/key_folder.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDraftMark = ".init-";
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

absl::Status WriteFirstPolicy(const Home& home) {
  return os::CreateFile(
      home.PolicyPath(),
      {reinterpret_cast<const uint8_t*>(kFirstPolicy.data()), kFirstPolicy.size()}, kFileMode);
}

absl::Status MakeLedger(const Home& home, const Clock& clock, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const StoredKey key, StoredApprovalKey(home.KeysPath()));
  const std::optional<std::string> public_key = HexDecode(key.account);
  if (!public_key) {
    return absl::DataLossError(
        absl::StrFormat("%s does not name a public key as its account", key.path));
  }
  return Ledger::Create(home, *public_key, clock, random);
}

/// Where the home goes for good: a link to an empty folder stays a link to the home.
std::string PlaceOf(const Home& home) {
  std::error_code none;
  const fs::path place = fs::canonical(home.path, none);
  return none ? home.path : place.string();
}

absl::Status MoveIntoPlace(const os::ScratchFolder& draft, const std::string& place) {
  const absl::Status moved = os::MoveFolder(draft.path(), place);
  if (moved.ok() || absl::IsAlreadyExists(moved)) {
    return moved;
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s. Nothing was made; if a disk is mounted there, choose a folder in it: --home %s/tollpass",
      std::string(moved.message()), place));
}

}  // namespace

// A home goes into a new or an empty folder: a file that is there belongs to somebody.
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

absl::Status MakeHome(const Home& home, const MakeKeys& make_keys, const Clock& clock,
                      Random& random) {
  TOLLPASS_RETURN_IF_ERROR(RequireRoom(home));
  const std::string place = PlaceOf(home);
  TOLLPASS_ASSIGN_OR_RETURN(const os::HeldSignals held, os::HeldSignals::Hold());
  const os::ScratchFolder draft(place + RandomId(random, kDraftMark, 8));
  const Home made{draft.path(), home.state_path};
  const std::array<std::function<absl::Status()>, 5> steps = {
      [&] { return os::MakeFolder(made.path, kFolderMode); },
      [&] { return make_keys(made.KeysPath()); },
      [&] { return WriteFirstPolicy(made); },
      [&] { return MakeLedger(made, clock, random); },
      [&] { return MoveIntoPlace(draft, place); },
  };
  for (const auto& step : steps) {
    if (held.Pending()) {
      return absl::CancelledError("interrupted; nothing was made");
    }
    TOLLPASS_RETURN_IF_ERROR(step());
    TOLLPASS_FAULT_POINT("home_made_one");
  }
  return absl::OkStatus();
}

std::vector<std::string> InterruptedHomes(const Home& home) {
  const fs::path place = PlaceOf(home);
  const std::string beginning = place.filename().string() + std::string(kDraftMark);
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(place.parent_path(), ignored)) {
    if (entry.path().filename().string().starts_with(beginning)) {
      found.push_back(entry.path().string());
    }
  }
  return found;
}

}  // namespace tollpass
