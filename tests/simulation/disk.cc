#include "tests/simulation/disk.h"

#include <algorithm>
#include <utility>

namespace tollpass::simulation {

void DiskFile::Apply(const Change& change, std::string& to) {
  if (change.truncates) {
    to.resize(std::min(change.offset, to.size()));
    return;
  }
  if (to.size() < change.offset + change.bytes.size()) {
    to.resize(change.offset + change.bytes.size());
  }
  std::copy(change.bytes.begin(), change.bytes.end(),
            to.begin() + static_cast<std::ptrdiff_t>(change.offset));
}

void DiskFile::Write(size_t offset, std::string_view bytes) {
  pending_.push_back({offset, std::string(bytes), false});
  Apply(pending_.back(), content_);
}

void DiskFile::Truncate(size_t size) {
  pending_.push_back({size, {}, true});
  Apply(pending_.back(), content_);
}

void DiskFile::Sync() {
  for (const Change& change : pending_) Apply(change, durable_);
  pending_.clear();
}

void DiskFile::LosePower(Dice& dice) {
  const uint64_t mood = dice.Below(3);  // nothing, everything or parts of it got to the disk
  for (Change& change : pending_) {
    const uint64_t fate = dice.Below(4);
    const uint64_t cut = dice.Below(change.bytes.size() + 1);
    if (mood == 0 || (mood == 2 && fate == 0)) continue;
    if (mood == 2 && fate == 1 && !change.truncates) change.bytes.resize(cut);
    Apply(change, durable_);
  }
  pending_.clear();
  content_ = durable_;
}

}  // namespace tollpass::simulation
