#include "interceptor/mcp/answers.h"

#include "core/json/json.h"

namespace tollpass {
namespace {

constexpr int64_t kInternalError = -32603;

std::string Response(std::string_view id, std::string_view member, std::string_view json) {
  json::ObjectWriter message;
  message.String("jsonrpc", "2.0").Raw("id", id).Raw(member, json);
  return message.Done();
}

// No structuredContent: a client may hold it against the tool's outputSchema and throw.
std::string ToolError(std::string_view text, bool typed) {
  json::ObjectWriter item;
  item.String("type", "text").String("text", text);
  json::ObjectWriter result;
  if (typed) result.String("resultType", "complete");
  result.Raw("content", json::Array({item.Done()})).Bool("isError", true);
  return result.Done();
}

}  // namespace

std::string_view HostAnswerText(HostAnswer answer) {
  switch (answer) {
    case HostAnswer::kDeclined:
      return "This tool asked for a payment that the user's rules do not allow. Nothing was paid. "
             "Do not try to pay another way.";
    case HostAnswer::kNeedsApproval:
      return "This call needs the user's approval outside this chat (command: tollpass pending). "
             "Nothing was paid. After approval, call the tool again with the same arguments.";
    case HostAnswer::kUnavailable:
      return "This payment cannot be made right now (command: tollpass status). Nothing was paid.";
    case HostAnswer::kFailed:
      return "The tool did not accept the payment. Do not repeat the call unless the user asks for "
             "it.";
    case HostAnswer::kOutcomeUnknown:
      return "It is not known whether this call was carried out. Do not repeat it unless the user "
             "asks for it.";
  }
  return "";
}

std::string HostAnswerMessage(std::string_view id, std::string_view method, HostAnswer answer,
                              bool typed) {
  const std::string_view text = HostAnswerText(answer);
  return method == "tools/call" ? Response(id, "result", ToolError(text, typed))
                                : ErrorMessage(id, text);
}

std::string ErrorMessage(std::string_view id, std::string_view text) {
  return ErrorMessage(id, kInternalError, text);
}

std::string ErrorMessage(std::string_view id, int64_t code, std::string_view text) {
  json::ObjectWriter error;
  error.Integer("code", code).String("message", text);
  return Response(id, "error", error.Done());
}

}  // namespace tollpass
