#ifndef TOLLPASS_TESTS_WALLET_ATTACKED_HOME_H_
#define TOLLPASS_TESTS_WALLET_ATTACKED_HOME_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/attacks/attack_list.h"
#include "tests/wallet/kernel_home.h"

namespace tollpass {

using Json = nlohmann::ordered_json;

/// A home whose policy says what an attack's "policy" says: 0.05 USDC a call and 0.5 a day, to the
/// payee that is pinned, where it says nothing. Nothing is signed yet.
class AttackedHome : public KernelHome {
 public:
  /// `more`: lines of [server.shop]; `where`: what tells where it is.
  explicit AttackedHome(const Json& rules = Json::object(), const std::string& more = "",
                        const std::string& where = R"(command = ["/usr/bin/shop"])");

  /// The identity of the server "shop".
  [[nodiscard]] const std::string& server() const { return server_; }

  /// A call of the tool "search" that was challenged with all offers of `quote`.
  AuthorizeRequest Challenged(const Json& quote, const std::string& arguments = "{}");

  /// Pays it, with a failure of the test unless that is paid.
  Decision Pay(Kernel& kernel, const AuthorizeRequest& request);

  /// What is counted today, in atomic units.
  [[nodiscard]] int64_t Spent() const { return std::stoll(SpentToday()); }

 private:
  std::string server_;
};

/// The policy of such a home.
std::string PolicyOf(const Json& rules, const std::string& more, const std::string& where);

/// Rules that let nobody else be paid.
inline Json PaysOnly(const std::string& payee) { return {{"payees", Json::array({payee})}}; }

/// One quote for each amount, where an offer's amount is a list.
std::vector<Json> SingleQuotes(const Json& quote);

/// A quote of one offer of `atomic` units of USDC on Base Sepolia to `payee`.
Json QuoteOf(int64_t atomic,
             const std::string& payee = "0x1111111111111111111111111111111111111111");

/// A report about `paid`.
Report ReportOn(const Decision& paid, Report::Outcome outcome, bool answered = false);
/// What a server asks for in answer to a proof.
Report RefusedWith(const Decision& paid, const Json& quote);
/// A receipt of success for a payment by the key of these homes.
Receipt ReceiptWith(const std::string& transaction, const std::string& amount = "");

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_ATTACKED_HOME_H_
