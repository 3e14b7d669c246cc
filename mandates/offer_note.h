#ifndef TOLLPASS_MANDATES_OFFER_NOTE_H_
#define TOLLPASS_MANDATES_OFFER_NOTE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/amount.h"
#include "core/limit.h"

namespace tollpass {

/// A limit that an offer was held against, and what counted in it just before. Names as in Limit.
struct LimitNote {
  std::string counter;
  std::string unit;
  std::string window;   // WindowName
  int64_t seconds = 0;  // length, for rates and rolling windows
  std::string section;
  std::string mandate;
  Amount amount;  // what the offer adds, in the limit's own units
  Amount used;    // before it
  Amount maximum;
};

/// One offer of a challenge and what the rules said to it: for the user, kept with the call.
struct OfferNote {
  std::string scheme;  // these five are the server's words, made printable and shortened
  std::string network;
  std::string asset;
  std::string amount;
  std::string payee;
  std::string verdict;  // VerdictName
  std::string reason;   // ReasonCode
  std::string section;
  std::string mandate;
  bool taken = false;             // the one that was decided on
  std::vector<LimitNote> limits;  // those it would count in; or the one that has no room
};

/// The first of `offers` as a JSON array, each an object with scheme, network, asset, amount and
/// payee: the server's words.
std::string OffersText(const std::vector<OfferNote>& offers);

LimitNote NoteOf(const Limit& limit, Amount used);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_OFFER_NOTE_H_
