#ifndef TOLLPASS_MANDATES_FAULT_LIST_H_
#define TOLLPASS_MANDATES_FAULT_LIST_H_

#include <string>
#include <utility>
#include <vector>

namespace tollpass {

/// What a check found, bounded.
class FaultList {
 public:
  void Add(std::string fault) {
    ++count_;
    if (faults_.size() < kMost) {
      faults_.push_back(std::move(fault));
    }
  }

  std::vector<std::string> Take() && {
    if (count_ > faults_.size()) {
      faults_.push_back("and " + std::to_string(count_ - faults_.size()) + " more");
    }
    return std::move(faults_);
  }

 private:
  static constexpr size_t kMost = 1000;

  std::vector<std::string> faults_;
  size_t count_ = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_FAULT_LIST_H_
