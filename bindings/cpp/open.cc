#include "bindings/cpp/open.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "bindings/cpp/parts.h"
#include "core/os/file.h"
#include "core/os/scratch_folder.h"
#include "core/status.h"
#include "home/new_home.h"
#include "home/open_home.h"
#include "policy/policy.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

/// A folder of mode 0700 where temporary files go. Unavailable: it cannot be made.
absl::StatusOr<os::ScratchFolder> MakeTestFolder(Random& random) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path temporary = fs::temp_directory_path(error);
  if (!error) temporary = fs::absolute(temporary, error);
  if (error) {
    return absl::UnavailableError("there is no folder for temporary files: " + error.message());
  }
  std::string path = (temporary / RandomId(random, "tollpass-", 16)).string();
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(path, 0700));
  return os::ScratchFolder(std::move(path));
}

/// Keys of a TOML file come before its first table, and a policy has some.
bool IsWholePolicy(std::string_view policy) {
  while (!policy.empty()) {
    const size_t at = policy.find_first_not_of(" \t\r\n");
    if (at == std::string_view::npos) {
      return false;
    }
    policy.remove_prefix(at);
    if (policy.front() != '#') {
      return policy.front() != '[';
    }
    policy.remove_prefix(std::min(policy.find('\n'), policy.size()));
  }
  return false;
}

absl::Status WritePolicy(const Home& home, std::string_view policy) {
  std::string text(policy);
  if (!IsWholePolicy(policy)) {
    TOLLPASS_ASSIGN_OR_RETURN(text, ReadPolicyText(home));
    text += "\n" + std::string(policy);
  }
  TOLLPASS_RETURN_IF_ERROR(Policy::Parse(text, home.PolicyPath()).status());
  return os::WriteFile(home.PolicyPath(), text, 0600);
}

absl::Status AllowAll(OpenedHome& opened, const Home& home) {
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  for (const ServerSection& section : policy.servers()) {
    const absl::Status allowed = opened.Allow({.server = section.name}).status();
    // A section that lets nothing be paid needs no mandate.
    if (!absl::IsFailedPrecondition(allowed)) {
      TOLLPASS_RETURN_IF_ERROR(allowed);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<OpenedHome>> Open(std::string_view home,
                                                 std::shared_ptr<ChainSource> chain) {
  Home resolved = FindHome(home);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(resolved));
  auto parts =
      std::make_unique<OpenedHome::Parts>(std::move(resolved), std::nullopt, std::move(chain));
  return std::unique_ptr<OpenedHome>(new OpenedHome(std::move(parts)));
}

absl::StatusOr<std::unique_ptr<OpenedHome>> Open(std::string_view home) {
  return Open(home, nullptr);
}

absl::StatusOr<std::unique_ptr<OpenedHome>> OpenTest(std::string_view policy) {
  SystemClock clock;
  SystemRandom random;
  TOLLPASS_ASSIGN_OR_RETURN(os::ScratchFolder folder, MakeTestFolder(random));
  const Home home{folder.path() + "/home", folder.path() + "/state"};
  TOLLPASS_RETURN_IF_ERROR(MakeHome(
      home, [&](const std::string& keys) { return CreateTestKeys(keys, random); }, clock, random));
  TOLLPASS_RETURN_IF_ERROR(WritePolicy(home, policy));
  auto parts = std::make_unique<OpenedHome::Parts>(home, std::move(folder));
  std::unique_ptr<OpenedHome> opened(new OpenedHome(std::move(parts)));
  TOLLPASS_RETURN_IF_ERROR(AllowAll(*opened, home));
  return opened;
}

}  // namespace tollpass
