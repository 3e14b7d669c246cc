#include "wallet/keys/sealed_text.h"

#include <sodium.h>

#include <charconv>
#include <optional>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr size_t kSaltSize = crypto_pwhash_argon2id_SALTBYTES;
constexpr size_t kNonceSize = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr size_t kTagSize = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr size_t kBoxKeySize = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;
constexpr uint32_t kMinKibibytes = crypto_pwhash_argon2id_MEMLIMIT_MIN / 1024;

constexpr std::string_view kArgonWord = "argon2id ";
constexpr std::string_view kNonceWord = "xchacha20poly1305 ";
constexpr std::string_view kCheckWord = "check ";

const uint8_t* Bytes(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

/// The parts of a sealed text; views point into it.
struct Parts {
  std::string_view head;
  std::string_view authenticated;  // head and parameters
  SealingCost cost;
  std::string salt;
  std::string nonce;
  std::string box;
};

absl::Status Damaged(std::string_view what) {
  return absl::DataLossError(absl::StrFormat("%s; restore the file from your backup", what));
}

/// Takes the last line, without its end, away from `text`.
std::string_view TakeLastLine(std::string_view& text) {
  if (text.empty() || text.back() != '\n') {
    return {};
  }
  text.remove_suffix(1);
  const size_t before = text.rfind('\n');
  const size_t start = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = text.substr(start);
  text = text.substr(0, start);
  return line;
}

/// `size` bytes of lower-case hex behind `word`; std::nullopt for anything else.
std::optional<std::string> HexBehind(std::string_view line, std::string_view word, size_t size) {
  if (!line.starts_with(word)) {
    return std::nullopt;
  }
  line.remove_prefix(word.size());
  std::optional<std::string> bytes = HexDecode(line);
  return bytes && bytes->size() == size && HexEncode(*bytes) == line ? bytes : std::nullopt;
}

std::optional<uint32_t> TakeNumber(std::string_view& line) {
  const size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  uint32_t number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (end == std::string_view::npos || error != std::errc() || stop != word.data() + word.size() ||
      word.starts_with('0')) {
    return std::nullopt;
  }
  line.remove_prefix(end + 1);
  return number;
}

absl::Status ReadArgonLine(std::string_view line, Parts& parts) {
  if (!line.starts_with(kArgonWord)) {
    return Damaged("it has no argon2id line where one belongs");
  }
  line.remove_prefix(kArgonWord.size());
  const std::optional<uint32_t> passes = TakeNumber(line);
  const std::optional<uint32_t> kibibytes = passes ? TakeNumber(line) : std::nullopt;
  const std::optional<std::string> salt = HexBehind(line, "", kSaltSize);
  if (!kibibytes || !salt) {
    return Damaged("its argon2id line cannot be read");
  }
  parts.cost = {*passes, *kibibytes};
  parts.salt = *salt;
  if (*passes > kMaxSealingCost.passes || *kibibytes > kMaxSealingCost.kibibytes ||
      *kibibytes < kMinKibibytes) {
    return Damaged(absl::StrFormat(
        "it asks for %d passes over %d KiB of memory, beyond the %d passes and %d to %d KiB that "
        "are allowed: it is damaged, or meant to use this machine up",
        *passes, *kibibytes, kMaxSealingCost.passes, kMinKibibytes, kMaxSealingCost.kibibytes));
  }
  return absl::OkStatus();
}

absl::StatusOr<Parts> ReadParts(std::string_view text) {
  std::string_view rest = text;
  const std::string_view check_line = TakeLastLine(rest);
  if (check_line != std::string(kCheckWord) + HexEncode(Blake2b(rest))) {
    return Damaged("its content does not fit its check line: it is damaged or cut off");
  }
  Parts parts;
  const std::string_view box_line = TakeLastLine(rest);
  parts.authenticated = rest;
  const std::string_view nonce_line = TakeLastLine(rest);
  TOLLPASS_RETURN_IF_ERROR(ReadArgonLine(TakeLastLine(rest), parts));
  const std::optional<std::string> nonce = HexBehind(nonce_line, kNonceWord, kNonceSize);
  const std::optional<std::string> box = HexBehind(box_line, "", box_line.size() / 2);
  if (!nonce || !box || box->size() < kTagSize || rest.empty()) {
    return Damaged("its sealed part cannot be read");
  }
  parts.head = rest;
  parts.nonce = *nonce;
  parts.box = *box;
  return parts;
}

absl::StatusOr<LockedBytes> BoxKey(const LockedBytes& passphrase, std::string_view salt,
                                   SealingCost cost) {
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes key, LockedBytes::Make(kBoxKeySize));
  const std::span<const uint8_t> words = passphrase.readable();
  if (crypto_pwhash(key.writable().data(), key.size(), reinterpret_cast<const char*>(words.data()),
                    words.size(), Bytes(salt), cost.passes, size_t{cost.kibibytes} * 1024,
                    crypto_pwhash_ALG_ARGON2ID13) != 0) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "not enough memory to work with a passphrase: it takes %d MiB", cost.kibibytes / 1024));
  }
  return key;
}

std::string RandomBytes(Random& random, size_t size) {
  std::string bytes(size, '\0');
  random.Fill({reinterpret_cast<uint8_t*>(bytes.data()), size});
  return bytes;
}

}  // namespace

absl::StatusOr<std::string> SealText(std::string_view head, const LockedBytes& secret,
                                     const Sealing& sealing, Random& random) {
  const std::string salt = RandomBytes(random, kSaltSize);
  const std::string nonce = RandomBytes(random, kNonceSize);
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes key, BoxKey(sealing.passphrase, salt, sealing.cost));
  std::string text =
      absl::StrFormat("%s%s%d %d %s\n%s%s\n", head, kArgonWord, sealing.cost.passes,
                      sealing.cost.kibibytes, HexEncode(salt), kNonceWord, HexEncode(nonce));
  std::string box(secret.size() + kTagSize, '\0');
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      reinterpret_cast<uint8_t*>(box.data()), nullptr, secret.readable().data(), secret.size(),
      Bytes(text), text.size(), nullptr, Bytes(nonce), key.readable().data());
  text += HexEncode(box) + "\n";
  return text + std::string(kCheckWord) + HexEncode(Blake2b(text)) + "\n";
}

absl::StatusOr<std::string_view> HeadOf(std::string_view text) {
  TOLLPASS_ASSIGN_OR_RETURN(const Parts parts, ReadParts(text));
  return parts.head;
}

absl::StatusOr<LockedBytes> OpenText(std::string_view text, const LockedBytes& passphrase) {
  TOLLPASS_ASSIGN_OR_RETURN(const Parts parts, ReadParts(text));
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes key, BoxKey(passphrase, parts.salt, parts.cost));
  TOLLPASS_ASSIGN_OR_RETURN(LockedBytes secret, LockedBytes::Make(parts.box.size() - kTagSize));
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
          secret.writable().data(), nullptr, nullptr, Bytes(parts.box), parts.box.size(),
          Bytes(parts.authenticated), parts.authenticated.size(), Bytes(parts.nonce),
          key.readable().data()) != 0) {
    return absl::UnauthenticatedError("the passphrase is wrong");
  }
  return secret;
}

}  // namespace tollpass
