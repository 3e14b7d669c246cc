#include "mandates/checked_events.h"

#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/status.h"

namespace tollpass {
namespace {

// Enough that starting a thread for each batch costs little beside it; three batches are held.
constexpr size_t kMostEvents = 128;
constexpr size_t kMostBytes = size_t{1} << 18;

using Batch = std::vector<CheckedEvent>;

absl::StatusOr<Event> Read(const sql::EventRow& row) {
  const std::optional<EventKind> kind = EventKindFromName(row.kind);
  if (!kind) {
    return absl::InvalidArgumentError("no such kind of event");
  }
  return DecodeEvent(*kind, row.subject, row.body);
}

/// `previous`: the hash that is stored with the event before the first of `rows`, so that one
/// changed row is one fault. `visited`: what is needed no more, so that it is freed here too.
Batch Check(std::vector<sql::EventRow> rows, std::string previous, const ChainKey& key,
            Batch visited) {
  visited.clear();
  Batch checked;
  checked.reserve(rows.size());
  for (sql::EventRow& row : rows) {
    const bool follows = EventHash(key, previous, row) == row.hash;
    previous = row.hash.bytes;
    absl::StatusOr<Event> event = Read(row);
    checked.push_back({std::move(row), follows, std::move(event)});
  }
  return checked;
}

/// While one batch is visited, the next one is checked.
class Ahead {
 public:
  Ahead(const ChainKey& key, const std::function<absl::Status(CheckedEvent&)>& visit)
      : key_(key), visit_(visit), previous_(ChainStart()) {}

  absl::Status Take(sql::EventRow row) {
    bytes_ += row.body.size();
    rows_.push_back(std::move(row));
    return rows_.size() < kMostEvents && bytes_ < kMostBytes ? absl::OkStatus() : Turn();
  }

  /// Visits what is left.
  absl::Status Finish() {
    TOLLPASS_RETURN_IF_ERROR(Turn());
    return Turn();
  }

 private:
  absl::Status Turn() {
    std::future<Batch> ready = std::exchange(checked_, {});
    if (!rows_.empty()) {
      std::string last = rows_.back().hash.bytes;
      // Where no thread can be had, it is done when it is asked for.
      checked_ = std::async(std::launch::async | std::launch::deferred, Check,
                            std::exchange(rows_, {}), std::exchange(previous_, std::move(last)),
                            std::cref(key_), std::exchange(visited_, {}));
      bytes_ = 0;
    }
    if (!ready.valid()) {
      return absl::OkStatus();
    }
    visited_ = ready.get();
    for (CheckedEvent& event : visited_) {
      TOLLPASS_RETURN_IF_ERROR(visit_(event));
    }
    return absl::OkStatus();
  }

  const ChainKey& key_;
  const std::function<absl::Status(CheckedEvent&)>& visit_;
  std::string previous_;
  std::vector<sql::EventRow> rows_;
  size_t bytes_ = 0;
  std::future<Batch> checked_;
  Batch visited_;
};

}  // namespace

absl::Status VisitCheckedEvents(sql::Database& database, const ChainKey& key,
                                const std::function<absl::Status(CheckedEvent&)>& visit) {
  Ahead ahead(key, visit);
  TOLLPASS_RETURN_IF_ERROR(
      sql::VisitEvents(database, [&](sql::EventRow& row) { return ahead.Take(std::move(row)); }));
  return ahead.Finish();
}

}  // namespace tollpass
