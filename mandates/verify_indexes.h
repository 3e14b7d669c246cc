#ifndef TOLLPASS_MANDATES_VERIFY_INDEXES_H_
#define TOLLPASS_MANDATES_VERIFY_INDEXES_H_

#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/fault_list.h"

namespace tollpass {

/// Checks the indexes of a ledger's file while the rest of it is verified: on a thread and a
/// connection of its own, since it reads the whole file too; where no thread can be had, at the
/// end.
class IndexCheck {
 public:
  /// Begins. `path`: of the database.
  explicit IndexCheck(std::string path);
  IndexCheck(const IndexCheck&) = delete;
  IndexCheck& operator=(const IndexCheck&) = delete;
  ~IndexCheck();

  /// Waits for the end and adds what was found, damage that stops the check too. Another error: it
  /// could not be checked, which says nothing of the ledger.
  absl::Status Finish(FaultList& faults);

 private:
  void Wait();

  std::string path_;
  absl::StatusOr<std::vector<std::string>> found_;  // of the thread, until it is joined
  std::optional<std::thread> thread_;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_VERIFY_INDEXES_H_
