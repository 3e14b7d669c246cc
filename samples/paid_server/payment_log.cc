#include "samples/paid_server/payment_log.h"

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

json PayloadRecord(std::string_view event, const json& payload) {
  const json& authorization = payload["authorization"];
  return {{"event", event},
          {"from", StringMember(authorization, "from")},
          {"value", StringMember(authorization, "value")},
          {"nonce", StringMember(authorization, "nonce")},
          {"signature", StringMember(payload, "signature")}};
}

}  // namespace

absl::StatusOr<PaymentLog> PaymentLog::Open(const std::string& path) {
  PaymentLog log;
  if (path.empty()) return log;
  log.out_.open(path, std::ios::app);
  if (!log.out_) {
    return absl::UnavailableError(absl::StrFormat("%s: cannot be opened for writing", path));
  }
  return log;
}

void PaymentLog::Challenged(const std::string& tool, const json& requirements,
                            std::string_view error, const json& quote) {
  json record = {
      {"event", "challenged"}, {"tool", tool}, {"error", error}, {"requirements", requirements}};
  if (!quote.is_null()) record["quote"] = quote;
  Write(record);
}

void PaymentLog::Paid(std::string_view event, const std::string& tool,
                      std::string_view payment_text, const json& payload) {
  json record = PayloadRecord(event, payload);
  record["tool"] = tool;
  record["payment_sha256"] = HexEncode(Sha256(payment_text));
  Write(record);
}

void PaymentLog::Settled(const json& payload, const std::string& transaction) {
  json record = PayloadRecord("settled", payload);
  record["transaction"] = transaction;
  Write(record);
}

void PaymentLog::Write(const json& record) {
  if (out_.is_open()) out_ << record.dump() + "\n" << std::flush;
}

}  // namespace tollpass::samples
