// Makes a home whose ledger holds a given number of finished payments, for measuring a large one:
//
//   grow_ledger FOLDER PAYMENTS     2500000 payments are ten million rows: about 12 GB
//
// What is there already is kept and added to.

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "core/clock.h"
#include "core/random.h"
#include "tests/bench/sized_ledger.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: grow_ledger FOLDER PAYMENTS\n";
    return 2;
  }
  const std::string folder = argv[1];
  std::filesystem::create_directories(folder);
  const tollpass::SystemClock clock;
  tollpass::SystemRandom random;
  const absl::Status status = tollpass::bench::GrowLedger(
      {.path = folder, .state_path = folder + "/state"}, std::atoll(argv[2]), clock, random);
  if (status.ok()) return 0;
  std::cerr << "grow_ledger: " << status.message() << "\n";
  return 1;
}
