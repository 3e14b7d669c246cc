#ifndef TOLLPASS_SAMPLES_PAID_SERVER_EXTENSIONS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_EXTENSIONS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tollpass::samples {

inline constexpr char kIdentifierKey[] = "payment-identifier";  // in `extensions`
inline constexpr char kBuilderCodeKey[] = "builder-code";       // in `extensions`

/// Which x402 extensions a challenge advertises.
struct ExtensionOptions {
  bool identifier_required = false;
  std::string builder_code = {};                // the application's code; empty: not advertised
  std::vector<std::string> service_codes = {};  // service codes of this server
};

/// The `extensions` of a challenge.
nlohmann::json AdvertisedExtensions(const ExtensionOptions& options);

/// The first reason, in the server's words, why the `extensions` of `payment` do not answer the
/// `advertised` ones; empty if they do. Steps 5 to 7b of the order of checks.
std::string FirstExtensionFault(const nlohmann::json& payment, const nlohmann::json& advertised);

/// The payment identifier that the payer chose; empty if none.
std::string PaymentIdentifier(const nlohmann::json& payment);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_EXTENSIONS_H_
