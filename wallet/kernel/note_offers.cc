#include "wallet/kernel/note_offers.h"

#include <string>
#include <utility>

#include "core/encoding.h"
#include "core/reason.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr size_t kTextBytes = 128;

absl::StatusOr<std::vector<LimitNote>> NoteLimits(const std::vector<Limit>& limits,
                                                  LedgerTransaction& transaction) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Amount> used, transaction.Used(limits));
  std::vector<LimitNote> notes;
  notes.reserve(limits.size());
  for (size_t i = 0; i < limits.size(); ++i) {
    notes.push_back(NoteOf(limits[i], used[i]));
  }
  return notes;
}

OfferNote NoteOffer(const Offer& offer, const Verdict& verdict) {
  OfferNote note = NoteOffer(offer);
  note.verdict = std::string(VerdictName(verdict.kind));
  note.reason = std::string(ReasonCode(verdict.reason));
  note.section = verdict.section;
  note.mandate = verdict.mandate;
  return note;
}

}  // namespace

OfferNote NoteOffer(const Offer& offer) {
  OfferNote note;
  note.scheme = Printable(offer.scheme, kTextBytes);
  note.network = Printable(offer.network, kTextBytes);
  note.asset = Printable(offer.asset, kTextBytes);
  note.amount = Printable(offer.amount, kTextBytes);
  note.payee = Printable(offer.pay_to, kTextBytes);
  return note;
}

std::vector<RefusedPrice> RefusedPrices(const std::vector<JudgedOffer>& judged) {
  std::vector<RefusedPrice> refused;
  for (const JudgedOffer& offer : judged) {
    if (offer.terms && offer.tells_of_limit) {
      refused.push_back({offer.terms->network, offer.terms->asset.id, offer.terms->charge});
    }
  }
  return refused;
}

absl::StatusOr<std::vector<OfferNote>> NoteOffers(const Challenge& challenge,
                                                  const std::vector<JudgedOffer>& judged,
                                                  size_t taken, LedgerTransaction& transaction) {
  std::vector<OfferNote> notes;
  notes.reserve(judged.size());
  for (size_t i = 0; i < judged.size(); ++i) {
    OfferNote note = NoteOffer(challenge.offers[i], judged[i].verdict);
    note.taken = i == taken;
    std::vector<Limit> limits;
    if (judged[i].full) {
      limits.push_back(*judged[i].full);
    } else if (note.taken) {
      limits = judged[i].verdict.limits;
    }
    TOLLPASS_ASSIGN_OR_RETURN(note.limits, NoteLimits(limits, transaction));
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace tollpass
