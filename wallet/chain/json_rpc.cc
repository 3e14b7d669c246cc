#include "wallet/chain/json_rpc.h"

#include <optional>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "wallet/chain/http_post.h"

namespace tollpass {
namespace {

constexpr int kMaxDepth = 16;
constexpr size_t kWordsOfError = 200;

absl::Status NoAnswer(std::string_view method, std::string_view why) {
  return absl::UnavailableError(absl::StrFormat("the node's answer to %s %s", method, why));
}

}  // namespace

absl::StatusOr<std::string> JsonRpc::Call(std::string_view method, std::string_view parameters) {
  const int64_t id = ++id_;
  const std::string request = json::ObjectWriter()
                                  .String("jsonrpc", "2.0")
                                  .Integer("id", id)
                                  .String("method", method)
                                  .Raw("params", parameters)
                                  .Done();
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      ends_at_ - std::chrono::steady_clock::now());
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, PostJson(url_, request, left.count()));
  const absl::StatusOr<json::Value> answer = json::ParseUnique(text, kMaxDepth);
  if (!answer.ok()) return NoAnswer(method, "cannot be read");
  const std::optional<json::Value> echoed = json::Find(*answer, "id");
  if (json::FindString(*answer, "jsonrpc") != "2.0" || !echoed || json::AsInteger(*echoed) != id) {
    return NoAnswer(method, "is to another question");
  }
  const std::optional<json::Value> error = json::Find(*answer, "error");
  if (error && error->type != json::Type::kNull) {
    const std::string words = json::FindString(*error, "message").value_or("no words");
    return NoAnswer(method, "is an error: " + Printable(words, kWordsOfError));
  }
  const std::optional<json::Value> result = json::Find(*answer, "result");
  if (!result) return NoAnswer(method, "has no result");
  return std::string(result->text);
}

}  // namespace tollpass
