#ifndef TOLLPASS_WALLET_KERNEL_OFFERED_TEXT_H_
#define TOLLPASS_WALLET_KERNEL_OFFERED_TEXT_H_

#include <string>
#include <vector>

#include "core/challenge.h"

namespace tollpass {

/// What a server offered, for the user's log: a JSON array of the first offers, each an object with
/// scheme, network, asset, amount, pay_to and extra; without those of which
/// nothing could be read but the scheme. Untrusted texts, made printable and cut.
std::string OfferedText(const std::vector<Offer>& offers);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_OFFERED_TEXT_H_
