#include "interceptor/mcp/answers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tollpass {
namespace {

using nlohmann::json;

struct Fixed {
  HostAnswer answer;
  const char* text;
};

constexpr Fixed kClosedList[] = {
    {HostAnswer::kDeclined,
     "This tool asked for a payment that the user's rules do not allow. Nothing was paid. Do not "
     "try to pay another way."},
    {HostAnswer::kNeedsApproval,
     "This call needs the user's approval outside this chat (command: tollpass pending). Nothing "
     "was paid. After approval, call the tool again with the same arguments."},
    {HostAnswer::kUnavailable,
     "This payment cannot be made right now (command: tollpass status). Nothing was paid."},
    {HostAnswer::kFailed,
     "The tool did not accept the payment. Do not repeat the call unless the user asks for it."},
    {HostAnswer::kOutcomeUnknown,
     "It is not known whether this call was carried out. Do not repeat it unless the user asks for "
     "it."},
};

TEST(HostAnswers, AreTheClosedListWordForWord) {
  for (const Fixed& fixed : kClosedList) EXPECT_EQ(HostAnswerText(fixed.answer), fixed.text);
}

TEST(HostAnswers, ToAToolCallAreAnErrorResultWithOneTextAndNothingElse) {
  for (const Fixed& fixed : kClosedList) {
    const json message = json::parse(HostAnswerMessage("\"a\"", "tools/call", fixed.answer));
    const json expected = {
        {"jsonrpc", "2.0"},
        {"id", "a"},
        {"result", {{"content", {{{"type", "text"}, {"text", fixed.text}}}}, {"isError", true}}}};
    EXPECT_EQ(message, expected);
  }
}

TEST(HostAnswers, ToOtherMethodsAreAnInternalErrorWithTheText) {
  for (const Fixed& fixed : kClosedList) {
    const json message = json::parse(HostAnswerMessage("7", "resources/read", fixed.answer));
    const json expected = {
        {"jsonrpc", "2.0"}, {"id", 7}, {"error", {{"code", -32603}, {"message", fixed.text}}}};
    EXPECT_EQ(message, expected);
  }
}

TEST(HostAnswers, KeepTheIdAsItWasWritten) {
  EXPECT_NE(
      HostAnswerMessage(R"("\u0061")", "tools/call", HostAnswer::kFailed).find(R"("id":"\u0061")"),
      std::string::npos);
  EXPECT_NE(ErrorMessage("12345678901234567890", "gone").find(R"("id":12345678901234567890)"),
            std::string::npos);
}

}  // namespace
}  // namespace tollpass
