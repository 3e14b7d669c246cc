#include "cli/log_row_csv.h"

#include <string>

#include "absl/strings/str_format.h"
#include "cli/csv.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "home/log_row_text.h"
#include "home/reason_text.h"

namespace tollpass {

std::string LogCsvHeader() {
  return "id,sequence,time,server,server_id,tool,principal,label,money,call,verdict,reason,why,"
         "section,mandate,"
         "approval,dialect,scheme,network,asset,amount_atomic,amount_decimals,amount,payee,payer,"
         "offered,evidence,transaction,dead_after,replaced_by,repeats,asked_again,alarm,server_"
         "says";
}

std::string LogRowCsv(const LogRow& row, int64_t now) {
  const std::string none;
  CsvRecord record;
  record.Field(row.id).Field(absl::StrFormat("%d", row.sequence)).Field(FormatTime(row.time));
  record.Foreign(row.server).Field(row.server_id).Foreign(row.tool);
  record.Foreign(row.principal).Foreign(LabelOf(row));
  record.Field(row.money ? MoneyName(MoneyAt(*row.money, row.dead_after, now)) : "none");
  record.Field(row.call ? CallName(*row.call) : "none");
  record.Field(VerdictName(row.verdict)).Field(row.reason).Field(SentenceOf(row.reason));
  record.Foreign(row.section).Field(row.mandate).Field(row.approval).Field(row.dialect);
  record.Foreign(row.scheme).Foreign(row.network);
  record.Foreign(row.asset ? row.asset->symbol : none);
  record.Field(row.asset ? row.amount.ToAtomic() : none);
  record.Field(row.asset ? absl::StrFormat("%d", row.asset->decimals) : none);
  record.Field(row.asset ? FormatDecimal(row.amount, row.asset->decimals) : none);
  record.Foreign(row.payee).Foreign(row.payer);
  record.Foreign(row.offered.empty() ? "[]" : row.offered).Field(EvidenceName(row.evidence));
  record.Foreign(row.transaction);
  record.Field(row.dead_after == 0 ? none : FormatTime(row.dead_after));
  record.Field(row.replaced_by).Field(absl::StrFormat("%d", row.repeats));
  record.Foreign(row.asked_again.empty() ? "[]" : row.asked_again);
  record.Field(row.alarm).Foreign(Printable(row.server_text));
  return record.Done();
}

}  // namespace tollpass
