#ifndef TOLLPASS_TESTS_WALLET_CHEAP_SEALING_H_
#define TOLLPASS_TESTS_WALLET_CHEAP_SEALING_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/random.h"
#include "wallet/keys/key_file.h"
#include "wallet/keys/key_header.h"
#include "wallet/keys/sealed_text.h"

namespace tollpass {

/// The least that Argon2id takes: tests try what is done with a passphrase, not what it costs.
inline constexpr SealingCost kCheapSealing{1, 8};

inline constexpr std::string_view kPassphrase = "correct horse battery staple";
inline constexpr std::string_view kOtherPassphrase = "wrong horse battery staple";

inline LockedBytes Locked(std::string_view text) {
  absl::StatusOr<LockedBytes> locked = LockedBytes::Make(text.size());
  EXPECT_TRUE(locked.ok()) << locked.status();
  std::copy(text.begin(), text.end(), locked->writable().begin());
  return *std::move(locked);
}

inline std::string TextOf(const LockedBytes& bytes) {
  return {bytes.readable().begin(), bytes.readable().end()};
}

/// The text of a sealed key file.
inline std::string SealedFile(const KeyHeader& header, const LockedBytes& secret,
                              std::string_view passphrase = kPassphrase) {
  SystemRandom random;
  const LockedBytes words = Locked(passphrase);
  const auto text = SealedKeyText(header, secret, {words, kCheapSealing}, random);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? TextOf(*text) : "";
}

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_CHEAP_SEALING_H_
