#ifndef TOLLPASS_TESTS_BENCH_PAYING_HOME_H_
#define TOLLPASS_TESTS_BENCH_PAYING_HOME_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/clock.h"
#include "core/home.h"
#include "core/order.h"
#include "core/random.h"
#include "policy/policy.h"
#include "wallet/kernel/kernel.h"

namespace tollpass::bench {

/// A home whose owner allowed a day of payments at the server "shop", and the kernel that makes
/// them. One thread.
class PayingHome {
 public:
  /// In `folder`, an empty one that is there; removed with all that is in it by the destructor.
  explicit PayingHome(std::string folder);
  ~PayingHome();
  PayingHome(const PayingHome&) = delete;
  PayingHome& operator=(const PayingHome&) = delete;

  /// The next call that is like no other.
  AuthorizeRequest Next();
  /// From the demand to the durable proof.
  Decision Authorize(const AuthorizeRequest& request);
  /// The end of a payment: delivered and answered.
  void Conclude(const Decision& decision);

 private:
  Order AllowOrder(const Policy& policy);

  SystemClock clock_;
  SystemRandom random_;
  const std::string folder_;
  const Home home_;
  std::unique_ptr<Kernel> kernel_;
  std::string server_id_;
  int64_t calls_ = 0;
};

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_PAYING_HOME_H_
