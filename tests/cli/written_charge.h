#ifndef TOLLPASS_TESTS_CLI_WRITTEN_CHARGE_H_
#define TOLLPASS_TESTS_CLI_WRITTEN_CHARGE_H_

#include <string>
#include <vector>

#include "mandates/offer_note.h"
#include "tests/cli/sandbox.h"

namespace tollpass {

/// A charge of 0.01 USDC that no proxy made, written into the sandbox's ledger: its call is open,
/// its proof was dead from `dead_after` (unix seconds) on, and it counts 0.01 USD in the total
/// "test".
struct WrittenCharge {
  std::string tool = "paid_echo";
  std::string server_text = {};
  std::string arguments = "{}";
  int64_t dead_after = 1;
  std::string server_id = std::string(64, 'a');
  std::string mandate = {};                 // live, of that server
  std::string one_time = {};                // empty: a random one
  std::vector<OfferNote> asked_again = {};  // when the server had the proof
  std::string settled_for = {};  // atomic units, by a receipt of a server that the policy trusts
};

/// Its id.
std::string Write(const Sandbox& sandbox, const WrittenCharge& charge);

/// A question about a tool whose list says other things now: `text`, of which `definition` is the
/// digest. Its id.
std::string WriteToolQuestion(const Sandbox& sandbox, const WrittenCharge& charge,
                              const std::string& definition, const std::string& text);

/// What counts in the total "test", in atomic units at 18 decimals.
std::string CountedInTest(const Sandbox& sandbox);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CLI_WRITTEN_CHARGE_H_
