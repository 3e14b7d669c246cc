#include "mandates/over_price.h"

namespace tollpass {

bool IsOverPrice(Reason reason) {
  switch (reason) {
    case Reason::kOverPerCall:
    case Reason::kOverHour:
    case Reason::kOverDay:
    case Reason::kOverWeek:
    case Reason::kOverMonth:
    case Reason::kOverTotal:
    case Reason::kOverRolling:
      return true;
    default:
      return false;
  }
}

}  // namespace tollpass
