#include "tests/bench/place.h"

#include <cstdlib>
#include <filesystem>

namespace tollpass::bench {

std::string MakeFolder() {
  const char* chosen = std::getenv("TOLLPASS_BENCH_FOLDER");
  const std::filesystem::path place =
      chosen == nullptr ? std::filesystem::temp_directory_path() : std::filesystem::path(chosen);
  std::string folder = (place / "tollpass_bench_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) std::abort();
  return folder;
}

}  // namespace tollpass::bench
