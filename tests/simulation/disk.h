#ifndef TOLLPASS_TESTS_SIMULATION_DISK_H_
#define TOLLPASS_TESTS_SIMULATION_DISK_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simulation/dice.h"

namespace tollpass::simulation {

/// A file as programs see it, together with what of it would still be there after a power loss:
/// what was synced, and of each later write all, a part or nothing, whatever their order.
class DiskFile {
 public:
  DiskFile() = default;
  /// Durable.
  explicit DiskFile(std::string content) : content_(content), durable_(std::move(content)) {}

  [[nodiscard]] const std::string& content() const { return content_; }
  void Write(size_t offset, std::string_view bytes);
  void Truncate(size_t size);
  void Sync();
  void LosePower(Dice& dice);

 private:
  struct Change {
    size_t offset = 0;
    std::string bytes;
    bool truncates = false;  // to `offset`
  };
  static void Apply(const Change& change, std::string& to);

  std::string content_;
  std::string durable_;
  std::vector<Change> pending_;  // since the last sync
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_DISK_H_
