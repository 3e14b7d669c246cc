#include "tests/bench/payment_lanes.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "interceptor/dialects/dialect.h"
#include "interceptor/mcp/message.h"
#include "tests/bench/checked_signature.h"
#include "tests/bench/messages.h"
#include "tests/bench/paying_home.h"

namespace tollpass::bench {
namespace {

class DemandLane final : public Lane {
 public:
  int64_t Once() override {
    const int64_t begin = NowNs();
    const Message message = ReadMessage(demand_);
    const Answer answer("tools/call", message.result, message.error);
    if (!ReadChallenge(dialects_, answer)) std::abort();
    return NowNs() - begin;
  }

 private:
  const std::string demand_ = X402Challenge(1);
  const Dialects dialects_ = MakeDialects();
};

class CheckedLane final : public Lane {
 public:
  int64_t Once() override {
    const int64_t begin = NowNs();
    signature_.MakeOne();
    return NowNs() - begin;
  }

 private:
  CheckedSignature signature_;
};

class AuthorizeLane final : public Lane {
 public:
  explicit AuthorizeLane(const std::string& folder) : home_(folder) {}

  int64_t Once() override {
    const AuthorizeRequest request = home_.Next();
    const int64_t begin = NowNs();
    const Decision decision = home_.Authorize(request);
    const int64_t time = NowNs() - begin;
    home_.Conclude(decision);
    return time;
  }

 private:
  PayingHome home_;
};

}  // namespace

std::unique_ptr<Lane> MakePaymentLane(const std::string& job, const std::string& folder) {
  if (job == "demand") return std::make_unique<DemandLane>();
  if (job == "checked") return std::make_unique<CheckedLane>();
  if (job != "authorize") return nullptr;
  const std::string home = folder + "/paying";
  std::filesystem::remove_all(home);
  std::filesystem::create_directory(home);
  std::filesystem::permissions(home, std::filesystem::perms::owner_all);
  return std::make_unique<AuthorizeLane>(home);
}

}  // namespace tollpass::bench
