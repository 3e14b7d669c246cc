#ifndef TOLLPASS_SAMPLES_PAID_SERVER_FLAGS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_FLAGS_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "samples/paid_server/ed25519_key.h"
#include "samples/paid_server/faults.h"
#include "samples/paid_server/price_list.h"
#include "samples/paid_server/sample_hook.h"
#include "samples/paid_server/tools.h"
#include "samples/paid_server/x402_paywall.h"

namespace tollpass::samples {

/// What the command line asks for.
struct Flags {
  Price price{Amount(10000),
              "eip155:84532",
              "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
              6,
              "USDC",
              "2",
              "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
              60};
  std::optional<Dialect> dialect;  // of every paid tool; each its own if not given
  X402Options x402;
  Ed25519Key quote_key;
  std::string issuer = "paid-server.example";
  std::string rail = "x402";
  bool print_quote_key = false;
  std::vector<std::string> payer_keys;  // 32 bytes each
  SampleHookOptions hook;
  Faults faults;
  bool output_schema = false;
  bool stored_results = true;
  std::string state_path;
  std::string log_path;
};

/// Adds every flag to `app`; once it has parsed, `flags` says what was asked for.
void AddFlags(CLI::App& app, Flags& flags);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_FLAGS_H_
