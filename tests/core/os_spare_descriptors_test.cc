#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <utility>
#include <vector>

#include "core/os/file.h"
#include "core/os/spare_descriptors.h"

namespace tollpass::os {
namespace {

/// How many more files this process can open.
size_t CanOpen() {
  std::vector<Fd> opened;
  while (true) {
    Fd fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!fd.valid()) return opened.size();
    opened.push_back(std::move(fd));
  }
}

TEST(SpareDescriptors, AreThereWhereNoOthersAre) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few = {64, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  {
    SpareDescriptors spare(3);
    std::vector<Fd> all;
    for (size_t left = CanOpen(); left > 0; --left) {
      all.emplace_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
    }
    EXPECT_EQ(CanOpen(), 0U);
    spare.Lend();
    EXPECT_EQ(CanOpen(), 3U);
    spare.Keep();
    EXPECT_EQ(CanOpen(), 0U);
    SpareDescriptors none(3);
    none.Lend();
    EXPECT_EQ(CanOpen(), 0U);
  }
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace tollpass::os
