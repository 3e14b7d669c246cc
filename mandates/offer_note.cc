#include "mandates/offer_note.h"

namespace tollpass {

LimitNote NoteOf(const Limit& limit, Amount used) {
  return {.counter = limit.counter,
          .unit = limit.unit,
          .window = std::string(WindowName(limit.window)),
          .seconds = limit.seconds,
          .section = limit.section,
          .mandate = limit.mandate,
          .amount = limit.amount,
          .used = used,
          .maximum = limit.maximum};
}

}  // namespace tollpass
