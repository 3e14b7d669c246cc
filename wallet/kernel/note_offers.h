#ifndef TOLLPASS_WALLET_KERNEL_NOTE_OFFERS_H_
#define TOLLPASS_WALLET_KERNEL_NOTE_OFFERS_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "core/challenge.h"
#include "mandates/ledger.h"
#include "policy/policy.h"

namespace tollpass {

/// An offer before it is judged: the server's words, made printable and shortened.
OfferNote NoteOffer(const Offer& offer);

/// The prices of `judged` by whose refusal the server learns where a limit of money lies: those
/// that are more than a limit ever lets through. That a window is used up tells nothing about it.
std::vector<RefusedPrice> RefusedPrices(const std::vector<JudgedOffer>& judged);

/// What is kept of `judged`, one for each offer of `challenge`, for whoever asks later why it was
/// decided so; with the limits of the offer `taken`, and the full one of each other. Fails only
/// where the ledger does.
absl::StatusOr<std::vector<OfferNote>> NoteOffers(const Challenge& challenge,
                                                  const std::vector<JudgedOffer>& judged,
                                                  size_t taken, LedgerTransaction& transaction);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_NOTE_OFFERS_H_
