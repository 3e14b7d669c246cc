#ifndef TOLLPASS_TESTS_INTERCEPTOR_PAYMENT_SHAPES_H_
#define TOLLPASS_TESTS_INTERCEPTOR_PAYMENT_SHAPES_H_

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/interceptor/canaries.h"

namespace tollpass {

/// One entry of tests/data/payment_shapes.json: a way in which servers ask for money.
struct PaymentShape {
  std::string name;
  std::string dialect;
  bool payable = false;
  std::string reason;  // code; empty if payable
  nlohmann::ordered_json answer;
};

void PrintTo(const PaymentShape& shape, std::ostream* out);

/// Every entry of the file.
const std::vector<PaymentShape>& PaymentShapes();

/// The member of a response, {"result": …} or {"error": …}, with a canary in every object and in
/// place of every "$word", "$digits" and "$number"; a text "$structured" is structuredContent's.
nlohmann::ordered_json MakeAnswer(const PaymentShape& shape, Canaries& canaries);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_INTERCEPTOR_PAYMENT_SHAPES_H_
