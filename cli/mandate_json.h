#ifndef TOLLPASS_CLI_MANDATE_JSON_H_
#define TOLLPASS_CLI_MANDATE_JSON_H_

#include <cstdint>
#include <string>

#include "mandates/ledger_reader.h"

namespace tollpass {

/// Everything that a mandate holds, and its state at `now` (unix seconds).
std::string MandateJson(const MandateRow& row, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_MANDATE_JSON_H_
