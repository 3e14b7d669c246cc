#ifndef TOLLPASS_HOME_MANDATE_JSON_H_
#define TOLLPASS_HOME_MANDATE_JSON_H_

#include <string>

#include "home/mandate_text.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// Everything that a mandate holds, and its state in `at`.
std::string MandateJson(const MandateRow& row, const MandateSetting& at);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_MANDATE_JSON_H_
