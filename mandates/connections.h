#ifndef TOLLPASS_MANDATES_CONNECTIONS_H_
#define TOLLPASS_MANDATES_CONNECTIONS_H_

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Connections to one database file, one for each thread that needs one at the same time.
/// Thread-safe.
class Connections {
 public:
  struct Connection {
    sql::Database database;
    // Of the write-ahead log that it holds open.
    std::optional<std::pair<uint64_t, uint64_t>> log;
  };

  /// A connection for one user; goes back when it is destroyed.
  class Lease {
   public:
    Lease(Connections& owner, Connection connection)
        : owner_(&owner), connection_(std::move(connection)) {}
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

    sql::Database& operator*() { return connection_.database; }

   private:
    Connections* owner_;
    Connection connection_;
  };

  explicit Connections(std::string path) : path_(std::move(path)) {}

  /// Errors as sql::Database::Open, LedgerIsGone, CheckRegular. DataLoss: the write-ahead log was
  /// taken away while it was in use, so that what is committed here would be seen by nobody else.
  absl::StatusOr<Lease> Take();

 private:
  void GiveBack(Connection connection);
  [[nodiscard]] std::string LogPath() const { return path_ + "-wal"; }

  std::string path_;
  std::mutex mutex_;
  std::vector<Connection> idle_;  // guarded by mutex_
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CONNECTIONS_H_
