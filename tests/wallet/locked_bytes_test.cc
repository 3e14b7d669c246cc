#include "wallet/keys/locked_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <utility>

namespace tollpass {
namespace {

TEST(LockedBytes, StartsWithZeroes) {
  absl::StatusOr<LockedBytes> bytes = LockedBytes::Make(64);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const auto writable = bytes->writable();
  EXPECT_EQ(std::count(writable.begin(), writable.end(), 0), 64);
}

TEST(LockedBytes, AreReadableOnlyWhileOpen) {
  absl::StatusOr<LockedBytes> secret = LockedBytes::Make(32);
  ASSERT_TRUE(secret.ok());
  secret->writable()[31] = 7;
  const uint8_t* address = secret->writable().data();
  secret->Seal();
  std::mutex mutex;
  {
    const LockedBytes::Open open(*secret, mutex);
    EXPECT_EQ(open.bytes()[31], 7);
    EXPECT_FALSE(mutex.try_lock());
  }
  EXPECT_DEATH({ static_cast<void>(*const_cast<const volatile uint8_t*>(address)); }, "");
}

TEST(LockedBytes, CannotBeWrittenOnceSealed) {
  absl::StatusOr<LockedBytes> secret = LockedBytes::Make(32);
  ASSERT_TRUE(secret.ok());
  secret->Seal();
  std::mutex mutex;
  const LockedBytes::Open open(*secret, mutex);
  EXPECT_DEATH({ secret->writable()[0] = 1; }, "");
}

TEST(LockedBytes, RunningOutIsAStatusAndNotACrash) {
  EXPECT_TRUE(absl::IsResourceExhausted(LockedBytes::Make(size_t{1} << 60).status()));
}

}  // namespace
}  // namespace tollpass
