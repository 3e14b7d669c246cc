#include "mandates/verify_indexes.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/thread.h"
#include "core/status.h"
#include "mandates/sql/database.h"
#include "mandates/sql/integrity.h"

namespace tollpass {
namespace {

absl::StatusOr<std::vector<std::string>> FindIn(const std::string& path) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Database database,
                            sql::Database::Open(path, sql::Database::Mode::kReadOnly));
  return sql::FindBrokenIndexes(database);
}

}  // namespace

IndexCheck::IndexCheck(std::string path)
    : path_(std::move(path)), thread_(os::StartThread([this] { found_ = FindIn(path_); })) {}

IndexCheck::~IndexCheck() { Wait(); }

void IndexCheck::Wait() {
  if (thread_ && thread_->joinable()) thread_->join();
}

absl::Status IndexCheck::Finish(FaultList& faults) {
  Wait();
  if (!thread_) found_ = FindIn(path_);
  if (absl::IsDataLoss(found_.status())) {
    faults.Add(absl::StrFormat("the indexes cannot be checked: %s",
                               std::string(found_.status().message())));
    return absl::OkStatus();
  }
  TOLLPASS_RETURN_IF_ERROR(found_.status());
  for (std::string& fault : *found_) faults.Add(std::move(fault));
  return absl::OkStatus();
}

}  // namespace tollpass
