#include "mandates/chain.h"

#include <optional>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/ledger.h"
#include "mandates/sql/meta.h"

namespace tollpass {
namespace {

constexpr std::string_view kDomainTag = "tollpass-event/1\n";

void AppendNumber(std::string& bytes, uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>((number >> shift) & 0xff));
  }
}

void AppendText(std::string& bytes, std::string_view text) {
  AppendNumber(bytes, text.size());
  bytes += text;
}

absl::Status Broken(int64_t sequence, std::string_view what) {
  return absl::DataLossError(
      absl::StrFormat("%s %d %s; nothing is paid until this is cleared up: run 'tollpass ledger "
                      "verify', or put a backup in place",
                      kChainBrokenMessage, sequence, what));
}

}  // namespace

absl::Status NoChainKey(const Home& home) {
  return absl::UnavailableError(
      absl::StrFormat("there is no ledger key at %s, and without it nothing can be recorded; %s",
                      home.LedgerKeyPath(), StartOverAdvice(home)));
}

absl::StatusOr<ChainKey> ReadChainKey(const Home& home) {
  const std::string path = home.LedgerKeyPath();
  // One byte more than a key, so that a longer file is noticed.
  std::array<uint8_t, std::tuple_size_v<ChainKey> + 1> buffer = {};
  const absl::StatusOr<size_t> size = os::ReadSecretFile(path, buffer);
  if (absl::IsNotFound(size.status())) {
    return NoChainKey(home);
  }
  if (!size.ok()) {
    return absl::UnavailableError(absl::StrFormat("the ledger cannot be used without its key: %s",
                                                  std::string(size.status().message())));
  }
  ChainKey key = {};
  if (*size != key.size()) {
    return absl::UnavailableError(
        absl::StrFormat("%s does not hold 32 bytes; put a backup of it in place", path));
  }
  std::copy_n(buffer.begin(), key.size(), key.begin());
  return key;
}

std::string ChainStart() { return std::string(32, '\0'); }

sql::Blob EventHash(const ChainKey& key, std::string_view previous, const sql::EventRow& event) {
  std::string bytes(kDomainTag);
  bytes += previous;
  AppendNumber(bytes, static_cast<uint64_t>(event.sequence));
  AppendNumber(bytes, static_cast<uint64_t>(event.time));
  AppendText(bytes, event.kind);
  AppendText(bytes, event.subject);
  AppendText(bytes, event.body);
  const Digest digest = Blake2b(bytes, key);
  return {std::string(digest.begin(), digest.end())};
}

absl::StatusOr<sql::EventRow> CheckHead(sql::Database& database, const ChainKey& key) {
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::EventRow> newest, sql::FindNewestEvent(database));
  if (!newest) {
    return Broken(1, "is missing");
  }
  if (newest->sequence != meta.head_sequence || newest->hash != meta.head_hash) {
    return Broken(newest->sequence, "is the newest, but the ledger ended with another one");
  }
  std::string previous = ChainStart();
  if (newest->sequence > 1) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::Blob> before,
                              sql::FindEventHash(database, newest->sequence - 1));
    if (!before) {
      return Broken(newest->sequence - 1, "is missing");
    }
    previous = before->bytes;
  }
  if (EventHash(key, previous, *newest) != newest->hash) {
    return Broken(newest->sequence, "does not follow from the one before it");
  }
  return *std::move(newest);
}

}  // namespace tollpass
