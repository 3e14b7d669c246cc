#ifndef TOLLPASS_HOME_MANDATE_JSON_H_
#define TOLLPASS_HOME_MANDATE_JSON_H_

#include <string>
#include <vector>

#include "home/mandate_text.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// The rules of a mandate for single tools, an array; amounts as `assets` count them.
std::string ToolRulesJson(const std::vector<ToolRule>& rules, const std::vector<Asset>& assets);

/// Everything that a mandate holds, and its state in `at`.
std::string MandateJson(const MandateRow& row, const MandateSetting& at);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_MANDATE_JSON_H_
