#include "tests/simulation/rules.h"

#include <functional>

#include "absl/strings/str_format.h"
#include "core/server_identity.h"

namespace tollpass::simulation {
namespace {

constexpr int64_t kMinute = 60;
constexpr int64_t kHour = 3600;
constexpr int64_t kDay = 24 * kHour;

std::string Usd(uint64_t atomic) {
  return absl::StrFormat("%d.%06d USD", atomic / 1'000'000, atomic % 1'000'000);
}

/// Of those that `counts` counts: more than `maximum`?
bool Exceeds(const std::vector<Spent>& spent, uint64_t maximum,
             const std::function<bool(const Spent&)>& counts) {
  uint64_t sum = 0;
  for (const Spent& one : spent) sum += counts(one) ? one.amount : 0;
  return sum > maximum;
}

}  // namespace

std::string IdentityOf(const std::string& path) {
  ServerEndpoint endpoint;
  endpoint.command = {path};
  return ServerIdentity(endpoint);
}

bool Rules::Names(std::string_view server_id) const {
  return IdentityOf(shop_program) == server_id || IdentityOf(press_program) == server_id;
}

std::string Rules::Text() const {
  return absl::StrFormat(
      "version = 1\n"
      "networks = [\"testnet\"]\n"
      "[unit]\nUSD = [\"USDC\"]\n"
      "[budget.all]\nper_call = \"%s\"\nper_day = \"%s\"\nrolling = { \"6h\" = \"%s\" }\n"
      "[server.shop]\ncommand = [\"%s\"]\nper_call = \"%s\"\nper_hour = \"%s\"\ntotal = \"%s\"\n"
      "pay_to = [\"0x209693Bc6afc0C5328bA36FaF03C514EF312287C\"]\n"
      "breaker = \"off\"\nprice_drift = \"off\"\n"
      "[server.shop.tool.deep]\nask = \"always\"\n"
      "[server.press]\ncommand = [\"%s\"]\nper_call = \"%s\"\ntotal = \"50 USD\"\n"
      "rate = \"%d/min\"\n"
      "pay_to = [\"0x209693Bc6afc0C5328bA36FaF03C514EF312287C\"]\n"
      "breaker = \"off\"\nprice_drift = \"off\"\n",
      Usd(kPerCall), Usd(all_per_day), Usd(all_per_six_hours), shop_program, Usd(kPerCall),
      Usd(shop_per_hour), Usd(shop_total), press_program, Usd(kPerCall), press_per_minute);
}

const std::vector<std::string>& ShopPrograms() {
  static const auto& programs = *new std::vector<std::string>{"/usr/bin/shop", "/usr/bin/shop-2"};
  return programs;
}

Rules FirstRules() { return {90'000, 70'000, 45'000, 130'000, 3, ShopPrograms().front()}; }

Rules WideRules() {
  return {900'000'000, 900'000'000, 900'000'000, 900'000'000, 1000, ShopPrograms().front()};
}

Rules EditedRules(const Rules& rules, Dice& dice) {
  Rules edited = rules;
  edited.all_per_day = 10'000 * static_cast<uint64_t>(dice.Between(3, 20));
  edited.all_per_six_hours = 10'000 * static_cast<uint64_t>(dice.Between(3, 15));
  edited.shop_per_hour = 5'000 * static_cast<uint64_t>(dice.Between(4, 16));
  edited.shop_total = 10'000 * static_cast<uint64_t>(dice.Between(8, 30));
  edited.press_per_minute = static_cast<uint64_t>(dice.Between(1, 5));
  if (dice.OneIn(4)) edited.shop_program = dice.Pick(ShopPrograms());
  return edited;
}

std::string BrokenLimit(const Rules& rules, const std::vector<Spent>& spent, Reach reach) {
  const Spent& last = spent.back();
  constexpr int64_t kSteps = 60;
  const auto slides = [&](int64_t seconds) {
    return last.signed_at - seconds - (reach == Reach::kWindow ? 0 : seconds / kSteps);
  };
  const auto since = [&](int64_t start) {
    return [start](const Spent& one) { return one.signed_at >= start; };
  };
  const auto in_shop = [&](int64_t start) {
    return [start, &last](const Spent& one) {
      return one.server == last.server && one.signed_at >= start;
    };
  };
  if (last.amount > kPerCall) return "per_call";
  if (Exceeds(spent, rules.all_per_day, since(last.signed_at / kDay * kDay))) {
    return "budget.all per_day";
  }
  if (Exceeds(spent, rules.all_per_six_hours, since(slides(6 * kHour)))) {
    return "budget.all rolling 6h";
  }
  if (last.server.starts_with(kShop)) {
    if (Exceeds(spent, rules.shop_per_hour, in_shop(last.signed_at / kHour * kHour))) {
      return "server.shop per_hour";
    }
    if (Exceeds(spent, rules.shop_total, in_shop(0))) return "server.shop total";
    return "";
  }
  uint64_t calls = 0;
  for (const Spent& one : spent) {
    calls += one.counts_call && one.server == last.server && one.signed_at > slides(kMinute);
  }
  return calls > rules.press_per_minute ? "server.press rate" : "";
}

}  // namespace tollpass::simulation
