#include "interceptor/transports/held_reports.h"

#include <utility>

namespace tollpass {

std::vector<Report> HeldReports::Hold(Conclude conclude, uint64_t written_at) {
  std::vector<Report> now;
  if (conclude.report.answered) {
    held_.push_back({std::move(conclude), written_at});
  } else {
    now.push_back(std::move(conclude.report));
  }
  return now;
}

std::vector<Report> HeldReports::TakeBack(const std::string& id_key) {
  std::vector<Report> now;
  std::erase_if(held_, [&](Held& held) {
    Conclude& conclude = held.conclude;
    if (std::erase(conclude.answered, id_key) == 0 || !conclude.answered.empty()) return false;
    conclude.report.answered = false;
    now.push_back(std::move(conclude.report));
    return true;
  });
  return now;
}

std::vector<Report> HeldReports::Release(uint64_t written, Side host) {
  std::vector<Report> now;
  while (!held_.empty()) {
    Held& first = held_.front();
    const bool is_written = first.written_at <= written;
    if (!is_written && host == Side::kOpen) break;
    first.conclude.report.answered = is_written;
    now.push_back(std::move(first.conclude.report));
    held_.pop_front();
  }
  return now;
}

}  // namespace tollpass
