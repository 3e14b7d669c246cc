#ifndef TOLLPASS_TESTS_SAMPLES_PAYWALLED_H_
#define TOLLPASS_TESTS_SAMPLES_PAYWALLED_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/samples/payer.h"
#include "tests/samples/shop.h"

namespace tollpass::samples {

inline const nlohmann::json kHi = {{"text", "hi"}};
inline const nlohmann::json kOslo = {{"city", "Oslo"}};

/// Tests with a folder of their own for shops.
class Paywalled : public testing::Test {
 protected:
  Paywalled() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Paywalled() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] Shop Open(const ShopOptions& options = {}) const { return Shop(folder_, options); }

  static nlohmann::json GoodPayment(Shop& shop) {
    return Pay(shop.Challenge("paid_echo"), {.valid_before = kNow + 60});
  }

  static std::string ErrorOf(const std::optional<nlohmann::json>& result) {
    if (!result) return "no answer";
    if (!result->contains("structuredContent")) return "no structure";
    return (*result)["structuredContent"].value("error", "no error");
  }

 private:
  std::string folder_ = testing::TempDir() + "paywall_" +
                        testing::UnitTest::GetInstance()->current_test_info()->test_suite_name() +
                        "_" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_TESTS_SAMPLES_PAYWALLED_H_
