#ifndef TOLLPASS_MANDATES_CHECKED_EVENTS_H_
#define TOLLPASS_MANDATES_CHECKED_EVENTS_H_

#include <functional>

#include "absl/status/statusor.h"
#include "mandates/chain.h"
#include "mandates/event.h"
#include "mandates/sql/database.h"
#include "mandates/sql/events.h"

namespace tollpass {

/// A stored event with all that its bytes alone tell.
struct CheckedEvent {
  sql::EventRow row;
  bool follows = false;         // its hash follows from that of the one before it and its content
  absl::StatusOr<Event> event;  // InvalidArgument: its body cannot be read
};

/// Calls `visit` for every event in order until it fails. Hashes are computed and bodies are read
/// by a second thread, some events ahead, or by the caller's where no other can be had; `database`
/// and `visit` are used by the caller's alone.
absl::Status VisitCheckedEvents(sql::Database& database, const ChainKey& key,
                                const std::function<absl::Status(CheckedEvent&)>& visit);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CHECKED_EVENTS_H_
