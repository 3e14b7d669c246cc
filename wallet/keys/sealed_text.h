#ifndef TOLLPASS_WALLET_KEYS_SEALED_TEXT_H_
#define TOLLPASS_WALLET_KEYS_SEALED_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/random.h"
#include "wallet/keys/locked_bytes.h"

/// A secret under a passphrase, as text: the form that sealed key files and backups share.
///
///   text  := head argon nonce box check
///   head  := one or more lines, readable by everybody
///   argon := "argon2id " passes " " KiB " " salt LF        Argon2id v1.3, one lane; 16 bytes
///   nonce := "xchacha20poly1305 " nonce LF                 24 bytes
///   box   := the secret sealed, then the tag of 16 bytes LF
///   check := "check " digest LF                            BLAKE2b-256 of all lines above
///
/// Bytes are lower-case hex, numbers decimal. The key of the box is Argon2id(passphrase, salt) of
/// 32 bytes, its associated data every byte of the lines above it, so that neither head nor
/// parameters can be changed unnoticed. The check tells damage from a wrong passphrase; it proves
/// nothing against an attacker, the tag does.
/// Sources: RFC 9106; draft-irtf-cfrg-xchacha-03; libsodium 1.0.18, crypto_pwhash.
namespace tollpass {

/// What one guess at a passphrase costs.
struct SealingCost {
  uint32_t passes = 3;
  uint32_t kibibytes = 256 * 1024;
};

/// What every file of the program is sealed with: libsodium's "moderate", about 0.7 s and 256 MiB.
inline constexpr SealingCost kSealingCost{};
/// A file that asks for more is not opened: nobody else's file may use up this machine.
inline constexpr SealingCost kMaxSealingCost{16, 1024 * 1024};

/// How to seal: with this passphrase, at this cost (tests take a small one).
struct Sealing {
  const LockedBytes& passphrase;
  SealingCost cost = kSealingCost;
};

/// `head` must end with a line end. ResourceExhausted: not enough memory for the cost.
absl::StatusOr<std::string> SealText(std::string_view head, const LockedBytes& secret,
                                     const Sealing& sealing, Random& random);

/// The head of a sealed text. DataLoss: damaged, or not of this form.
absl::StatusOr<std::string_view> HeadOf(std::string_view text);

/// The secret. Unauthenticated: another passphrase (or a forger who mended the check); DataLoss:
/// damaged; ResourceExhausted: not enough memory.
absl::StatusOr<LockedBytes> OpenText(std::string_view text, const LockedBytes& passphrase);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_SEALED_TEXT_H_
