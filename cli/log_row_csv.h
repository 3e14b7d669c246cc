#ifndef TOLLPASS_CLI_LOG_ROW_CSV_H_
#define TOLLPASS_CLI_LOG_ROW_CSV_H_

#include <cstdint>
#include <string>

#include "mandates/log_row.h"

namespace tollpass {

/// The fields of LogRowJson (home/log_row_text.h) as a record of CSV, without line end; an amount
/// has three: atomic units, decimals and decimal text, each exact.
std::string LogCsvHeader();
std::string LogRowCsv(const LogRow& row, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_LOG_ROW_CSV_H_
