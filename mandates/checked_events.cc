#include "mandates/checked_events.h"

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/os/thread.h"
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

/// Rows on their way to be checked, in a place that does not move.
class Checking {
 public:
  /// Begins. `previous`: the hash that is stored with the event before the first of `rows`, so that
  /// one changed row is one fault. `visited`: what is needed no more, so that it is freed there
  /// too.
  Checking(std::vector<sql::EventRow> rows, std::string previous, const ChainKey& key,
           Batch visited)
      : rows_(std::move(rows)),
        previous_(std::move(previous)),
        key_(key),
        batch_(std::move(visited)),
        thread_(os::StartThread([this] { Check(); })) {}
  Checking(const Checking&) = delete;
  Checking& operator=(const Checking&) = delete;
  ~Checking() { Wait(); }

  Batch Take() {
    Wait();
    if (!thread_) Check();
    return std::move(batch_);
  }

 private:
  void Wait() {
    if (thread_ && thread_->joinable()) thread_->join();
  }

  void Check() {
    batch_.clear();
    batch_.reserve(rows_.size());
    for (sql::EventRow& row : rows_) {
      const bool follows = EventHash(key_, previous_, row) == row.hash;
      previous_ = row.hash.bytes;
      absl::StatusOr<Event> event = Read(row);
      batch_.push_back({std::move(row), follows, std::move(event)});
    }
  }

  std::vector<sql::EventRow> rows_;
  std::string previous_;
  const ChainKey& key_;
  Batch batch_;
  std::optional<std::thread> thread_;
};

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
    const std::unique_ptr<Checking> ready = std::exchange(checking_, nullptr);
    if (!rows_.empty()) {
      std::string last = rows_.back().hash.bytes;
      checking_ = std::make_unique<Checking>(std::exchange(rows_, {}),
                                             std::exchange(previous_, std::move(last)), key_,
                                             std::exchange(visited_, {}));
      bytes_ = 0;
    }
    if (ready == nullptr) {
      return absl::OkStatus();
    }
    visited_ = ready->Take();
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
  std::unique_ptr<Checking> checking_;
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
