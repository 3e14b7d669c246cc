#ifndef TOLLPASS_WALLET_KERNEL_NOTE_OFFERS_H_
#define TOLLPASS_WALLET_KERNEL_NOTE_OFFERS_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "core/challenge.h"
#include "mandates/ledger.h"
#include "policy/policy.h"

namespace tollpass {

/// What is kept of `judged`, one for each offer of `challenge`, for whoever asks later why it was
/// decided so; with the limits of the offer `taken`, and the full one of each other. Fails only
/// where the ledger does.
absl::StatusOr<std::vector<OfferNote>> NoteOffers(const Challenge& challenge,
                                                  const std::vector<JudgedOffer>& judged,
                                                  size_t taken, LedgerTransaction& transaction);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_NOTE_OFFERS_H_
