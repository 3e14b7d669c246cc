#include "mandates/verify_indexes.h"

#include <utility>

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
    : thread_([this, path = std::move(path)] { found_ = FindIn(path); }) {}

IndexCheck::~IndexCheck() { Wait(); }

void IndexCheck::Wait() {
  if (thread_.joinable()) thread_.join();
}

absl::Status IndexCheck::Finish(FaultList& faults) {
  Wait();
  TOLLPASS_RETURN_IF_ERROR(found_.status());
  for (std::string& fault : *found_) faults.Add(std::move(fault));
  return absl::OkStatus();
}

}  // namespace tollpass
