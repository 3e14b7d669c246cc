#include "samples/paid_server/issued_quotes.h"

#include "core/status.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr int64_t kRememberedSeconds = 3600;

int64_t EndOf(const IssuedQuote& issued) { return issued.quote.value("expires_at", int64_t{0}); }

}  // namespace

IssuedQuotes::IssuedQuotes(StateFile& state) : state_(state) {
  for (const json& record : state_.records()) {
    if (record.contains("quoted")) {
      by_id_[StringMember(record, "quoted")] = {record.value("quote", json::object()),
                                                StringMember(record, "digest"),
                                                record.value("requirements", json::object())};
    }
    if (record.contains("paid_quote")) by_id_[StringMember(record, "paid_quote")].paid = true;
  }
}

const IssuedQuote* IssuedQuotes::Find(const std::string& quote_id) const {
  const auto found = by_id_.find(quote_id);
  return found == by_id_.end() ? nullptr : &found->second;
}

absl::Status IssuedQuotes::Put(const IssuedQuote& issued, int64_t now) {
  std::erase_if(by_id_,
                [&](const auto& entry) { return EndOf(entry.second) + kRememberedSeconds < now; });
  const std::string quote_id = StringMember(issued.quote, "quote_id");
  TOLLPASS_RETURN_IF_ERROR(state_.Append({{"quoted", quote_id},
                                          {"quote", issued.quote},
                                          {"digest", issued.digest},
                                          {"requirements", issued.requirements}}));
  by_id_[quote_id] = issued;
  return absl::OkStatus();
}

absl::Status IssuedQuotes::MarkPaid(const std::string& quote_id) {
  TOLLPASS_RETURN_IF_ERROR(state_.Append({{"paid_quote", quote_id}}));
  by_id_[quote_id].paid = true;
  return absl::OkStatus();
}

}  // namespace tollpass::samples
