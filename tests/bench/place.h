#ifndef TOLLPASS_TESTS_BENCH_PLACE_H_
#define TOLLPASS_TESTS_BENCH_PLACE_H_

#include <string>

namespace tollpass::bench {

/// A new folder on the disk whose flushes count: in TOLLPASS_BENCH_FOLDER, else where temporary
/// files are. Whoever makes it removes it.
std::string MakeFolder();

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_PLACE_H_
