#ifndef TOLLPASS_TESTS_INTERCEPTOR_CANARIES_H_
#define TOLLPASS_TESTS_INTERCEPTOR_CANARIES_H_

#include <gtest/gtest.h>

#include <string>

#include "tests/kit/canaries.h"

namespace tollpass {

inline void ExpectNoneIn(const Canaries& canaries, const std::string& bytes) {
  ASSERT_FALSE(canaries.words().empty());
  EXPECT_EQ(bytes.find(kCanary), std::string::npos) << bytes;
  for (const std::string& word : canaries.words()) {
    EXPECT_EQ(bytes.find(word), std::string::npos) << word << " in " << bytes;
  }
}

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_INTERCEPTOR_CANARIES_H_
