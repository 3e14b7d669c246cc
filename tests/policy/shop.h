#ifndef TOLLPASS_TESTS_POLICY_SHOP_H_
#define TOLLPASS_TESTS_POLICY_SHOP_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/policy.h"

namespace tollpass {

inline constexpr int64_t kNow = 1'796'000'000;  // 2026-11-30
inline constexpr std::string_view kPayee = "0x209693bc6afc0c5328ba36faf03c514ef312287c";
inline constexpr std::string_view kOtherPayee = "0x1111111111111111111111111111111111111111";
inline constexpr std::string_view kPayer = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";
inline constexpr std::string_view kTestNetwork = "eip155:84532";
inline constexpr std::string_view kMainNetwork = "eip155:8453";

/// One server, `shop`, that pins its payee. Lines may be appended: they belong to [server.shop].
inline constexpr std::string_view kShopPolicy = R"(version = 1
networks = ["testnet"]
[unit]
USD = ["USDC"]
[budget.all]
per_call = "0.05 USD"
per_day = "1 USD"
[server.shop]
command = ["/usr/bin/shop"]
per_call = "0.02 USD"
per_day = "0.50 USD"
)";
inline constexpr std::string_view kListed =
    "pay_to = [\"0x209693Bc6afc0C5328bA36FaF03C514EF312287C\"]\n";

/// kShopPolicy that lists kPayee, and `more` lines in [server.shop].
std::string ShopText(std::string_view more = "");

/// A policy that must load.
Policy Load(std::string_view text);
/// The message for a text that must not.
std::string ErrorsOf(std::string_view text);

/// 10000 atomic units of USDC, 0.01 USD, to kPayee on the test network.
Terms ShopTerms(uint64_t charge = 10000);
Call ShopCall(const Policy& policy, std::string_view tool = "search");
/// What `allow` signs for the server, for an hour before and after kNow; nothing where the policy
/// lets nothing be paid.
MandateTerms Allowed(const Policy& policy, std::string_view server = "shop");
Facts FactsWith(MandateTerms mandate);

/// The same payment on another network, in its own USDC.
Terms On(std::string_view network, Terms terms);

/// "pay in_bounds server.shop".
std::string Summary(const Verdict& verdict);
/// Of `terms` under `policy`, with what `allow` signs for it as it is.
std::string Decided(const Policy& policy, const Terms& terms, std::string_view tool = "search");

/// `limits` as lines "counter unit window amount/maximum".
std::string LimitLines(const std::vector<Limit>& limits);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_POLICY_SHOP_H_
