#ifndef TOLLPASS_BINDINGS_CPP_QUESTION_H_
#define TOLLPASS_BINDINGS_CPP_QUESTION_H_

#include <cstdint>
#include <string>

namespace tollpass {

/// A payment that waits for the user's answer, as `tollpass pending --json` prints it
/// (docs/json.md, `question`). Texts of the server and the model are made printable; show them as
/// what they are.
struct Question {
  std::string id;
  std::string server;     // section name; empty: the server has none and cannot be approved
  std::string tool;       // the server's word
  std::string arguments;  // JSON, shortened if long; the model's words
  std::string amount;     // for people: "0.01 USDC"
  std::string atomic;     // the same in atomic units of the asset, decimal digits
  int decimals = 0;       // how many of these digits stand behind the point
  std::string scheme;
  std::string network;            // CAIP-2
  std::string asset;              // id on the network
  std::string payee;              // account that would be paid
  int64_t payee_paid_before = 0;  // payments to it for this server
  std::string reason;             // code of docs/policy.md
  std::string why;                // its sentence
  std::string also;               // code of what else a yes says yes to; or empty
  std::string section;            // of the policy file, which asks
  int64_t asked_at = 0;           // unix seconds
  int64_t expires_at = 0;         // unix seconds, exclusive
};

}  // namespace tollpass

#endif  // TOLLPASS_BINDINGS_CPP_QUESTION_H_
