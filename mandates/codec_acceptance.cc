#include <string>
#include <utility>

#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/codec_fields.h"
#include "mandates/proto/order.pb.h"

namespace tollpass {
namespace {

constexpr int kHashBytes = 32;

}  // namespace

std::string EncodeAcceptance(const Acceptance& acceptance) {
  wire::Acceptance message;
  message.set_epoch(acceptance.epoch);
  message.set_events(acceptance.events);
  message.set_head(acceptance.head);
  message.set_lost(acceptance.lost);
  for (const SpentTotal& total : acceptance.totals) {
    wire::SpentTotal& entry = *message.add_totals();
    entry.set_counter(total.counter);
    entry.set_unit(total.unit);
    entry.set_maximum(AmountBytes(total.maximum));
  }
  return message.SerializeAsString();
}

absl::StatusOr<Acceptance> DecodeAcceptance(std::string_view bytes) {
  wire::Acceptance message;
  TOLLPASS_RETURN_IF_ERROR(ParseMessage(bytes, message));
  TOLLPASS_RETURN_IF_ERROR(Require(message.epoch() > 1, "Acceptance.epoch", "is more than 1"));
  TOLLPASS_RETURN_IF_ERROR(Require(message.events() > 0 && message.head().size() == kHashBytes,
                                   "Acceptance.head", "names the newest event"));
  Acceptance acceptance;
  acceptance.epoch = message.epoch();
  acceptance.events = message.events();
  acceptance.head = message.head();
  acceptance.lost = message.lost();
  for (const wire::SpentTotal& entry : message.totals()) {
    SpentTotal total = {.counter = entry.counter(), .unit = entry.unit(), .maximum = {}};
    TOLLPASS_RETURN_IF_ERROR(Require(!total.counter.empty() && !total.unit.empty(),
                                     "SpentTotal.counter", "and unit are not empty"));
    TOLLPASS_ASSIGN_OR_RETURN(total.maximum,
                              AmountFromBytes("SpentTotal.maximum", entry.maximum()));
    acceptance.totals.push_back(std::move(total));
  }
  return acceptance;
}

}  // namespace tollpass
