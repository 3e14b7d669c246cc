#include "mandates/mirror.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/codec_fields.h"
#include "mandates/ledger.h"

namespace tollpass {
namespace {

constexpr std::string_view kTag = "tollpass-mirror/1";
constexpr size_t kSlotBytes = 256;
// In pages of their own, so that a write which was torn spoils one of them at most.
constexpr std::array<int64_t, 2> kSlotOffsets = {0, 4096};
constexpr int kLockWaitMs = 200;
constexpr unsigned kFolderMode = 0700;
constexpr size_t kHashBytes = 32;

std::optional<int64_t> ParseNumber(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size() && number > 0;
  return whole ? std::optional(number) : std::nullopt;
}

/// The next of several words with one space between them; taken off `rest`.
std::string_view TakeWord(std::string_view& rest) {
  const size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

bool IsBlank(std::string_view slot) {
  return slot.find_first_not_of('\0') == std::string_view::npos;
}

/// Both slots as bytes.
using Slots = std::array<std::string, kSlotOffsets.size()>;

absl::StatusOr<Slots> ReadSlots(const os::Fd& file) {
  Slots slots;
  for (size_t i = 0; i < slots.size(); ++i) {
    TOLLPASS_ASSIGN_OR_RETURN(slots[i], os::ReadAt(file, kSlotOffsets[i], kSlotBytes));
  }
  return slots;
}

absl::StatusOr<os::Fd> Make(const std::string& path) {
  absl::StatusOr<os::Fd> file = os::OpenInPlace(path, true);
  if (!absl::IsNotFound(file.status())) {
    return file;
  }
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(path.substr(0, path.rfind('/')), kFolderMode));
  return os::OpenInPlace(path, true);
}

absl::Status Broken(std::string_view what) {
  return absl::FailedPreconditionError(absl::StrFormat("%s %s", kMirrorBrokenMessage, what));
}

absl::Status Unusable(const absl::Status& status) {
  return Broken(absl::StrFormat(
      "cannot be used: %s; make its folder writable for you, or name another by XDG_STATE_HOME",
      std::string(status.message())));
}

}  // namespace

Mirror::Mirror(const Home& home, std::string_view ledger_id, const ChainKey& key)
    : path_(IsId(ledger_id) ? home.MirrorPath(ledger_id) : std::string()),
      ledger_id_(ledger_id),
      key_(key) {}

std::string Mirror::Slot(const LedgerHead& head) const {
  std::string slot = absl::StrFormat("%s %s %d %d %s ", kTag, ledger_id_, head.epoch, head.events,
                                     HexEncode(head.hash));
  slot += HexEncode(Blake2b(slot, key_)) + "\n";
  slot.resize(kSlotBytes, '\0');
  return slot;
}

std::optional<LedgerHead> Mirror::ReadSlot(std::string_view slot) const {
  std::string_view rest = slot;
  TakeWord(rest);  // The tag, and then the id: looked at below, as the checksum is.
  TakeWord(rest);
  const std::optional<int64_t> epoch = ParseNumber(TakeWord(rest));
  const std::optional<int64_t> events = ParseNumber(TakeWord(rest));
  const std::optional<std::string> hash = HexDecode(TakeWord(rest));
  if (!epoch || !events || !hash || hash->size() != kHashBytes) {
    return std::nullopt;
  }
  // There is one spelling of a slot, so it is compared as a whole.
  LedgerHead head = {.epoch = *epoch, .events = *events, .hash = *hash};
  return slot == Slot(head) ? std::optional(std::move(head)) : std::nullopt;
}

absl::StatusOr<std::optional<LedgerHead>> Mirror::Read() const {
  TOLLPASS_RETURN_IF_ERROR(path_.empty() ? CheckPlace() : absl::OkStatus());
  const absl::StatusOr<os::Fd> file = os::OpenInPlace(path_, false);
  if (absl::IsNotFound(file.status())) {
    return std::nullopt;
  }
  if (!file.ok()) {
    return Unusable(file.status());
  }
  // Whoever writes leaves one slot whole; only two that write in a row could spoil both readings.
  for (const bool locked : {false, true}) {
    if (locked) {
      static_cast<void>(os::Lock(*file, kLockWaitMs));
    }
    const absl::StatusOr<Slots> slots = ReadSlots(*file);
    if (!slots.ok()) {
      return Unusable(slots.status());
    }
    const std::optional<LedgerHead> first = ReadSlot((*slots)[0]);
    const std::optional<LedgerHead> second = ReadSlot((*slots)[1]);
    if (first && second) {
      return first->IsBefore(*second) ? second : first;
    }
    if (first || second) {
      return first ? first : second;
    }
    if (IsBlank((*slots)[0]) && IsBlank((*slots)[1])) {
      return std::nullopt;
    }
  }
  return absl::DataLossError(absl::StrFormat(
      "%s, %s, holds nothing that can be read, so nobody knows whether this is the newest copy of "
      "the ledger; if it is, run 'tollpass ledger accept'",
      kMirrorBrokenMessage, path_));
}

absl::Status Mirror::CheckPlace() const {
  if (path_.empty()) {
    return Broken("has no place: neither XDG_STATE_HOME nor HOME names a folder; set one of them");
  }
  const std::string folder = path_.substr(0, path_.rfind('/'));
  return os::MayWriteIn(folder)
             ? absl::OkStatus()
             : Unusable(absl::PermissionDeniedError(absl::StrFormat("%s is read-only", folder)));
}

absl::Status Mirror::Write(const LedgerHead& head, bool whatever_it_holds) const {
  TOLLPASS_RETURN_IF_ERROR(path_.empty() ? CheckPlace() : absl::OkStatus());
  const absl::StatusOr<os::Fd> file = Make(path_);
  if (!file.ok()) {
    return Unusable(file.status());
  }
  TOLLPASS_RETURN_IF_ERROR(At(path_, os::Lock(*file, kLockWaitMs)));
  TOLLPASS_ASSIGN_OR_RETURN(const Slots slots, ReadSlots(*file));
  const std::optional<LedgerHead> first = ReadSlot(slots[0]);
  const std::optional<LedgerHead> second = ReadSlot(slots[1]);
  const auto is_newer = [&](const std::optional<LedgerHead>& seen) {
    return seen && !seen->IsBefore(head);
  };
  if (!whatever_it_holds && (is_newer(first) || is_newer(second))) {
    return absl::OkStatus();
  }
  // The newer of the slots that can be read stays as it is while the other one is written.
  const bool both = whatever_it_holds || (!first && !second);
  const bool into_first = !first || (second && first->IsBefore(*second));
  for (size_t i = 0; i < kSlotOffsets.size(); ++i) {
    if (both || into_first == (i == 0)) {
      if (const absl::Status written = os::WriteAt(*file, kSlotOffsets[i], Slot(head));
          !written.ok()) {
        return Unusable(written);
      }
    }
  }
  return absl::OkStatus();
}

absl::Status Mirror::Advance(const LedgerHead& head) const { return Write(head, false); }

absl::Status Mirror::Reset(const LedgerHead& head) const { return Write(head, true); }

}  // namespace tollpass
