#include "interceptor/mcp/progress.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

std::string Progress(const std::string& token, const std::string& value) {
  return R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
         token + R"(,"progress":)" + value + R"(,"total":9,"message":"m"}})";
}

std::string PaidWithToken(Conversation& talk, const std::string& token) {
  talk.Host(ToolCallLine("1", "search", R"({"progressToken":)" + token + "}"));
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  return talk.ToServer();
}

TEST(Progress, OfTheFirstAttemptPassesUnchangedEvenIfItIsNotIncreasing) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", R"({"progressToken":1})"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1", "search", R"({"progressToken":1})"));
  for (const char* value : {"1", "2.50", "2", "1e1"}) {
    talk.Server(Progress("1", value));
    EXPECT_EQ(talk.ToHost(), Progress("1", value));
  }
}

TEST(Progress, OfThePaidAttemptReachesTheHostUnderItsOwnToken) {
  Conversation talk;
  const std::string token = At(PaidWithToken(talk, "\"tok\""), "/params/_meta/progressToken");
  EXPECT_EQ(token.substr(0, 6), "\"tk3v9");
  talk.Server(Progress(token, "1.50"));
  EXPECT_EQ(talk.ToHost(), Progress("\"tok\"", "1.50"));
}

TEST(Progress, TokensAreMintedInTheHostsType) {
  Conversation talk;
  EXPECT_EQ(At(PaidWithToken(talk, "7"), "/params/_meta/progressToken"), "1000000000");
}

TEST(Progress, OfTheFirstAttemptIsDroppedOnceThePaidOneWentOut) {
  Conversation talk;
  PaidWithToken(talk, "7");
  talk.Server(Progress("7", "5"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(Progress, IsStrictlyIncreasingForTheHostAcrossBothAttempts) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", R"({"progressToken":7})"));
  talk.ToServer();
  talk.Server(Progress("7", "2"));
  EXPECT_EQ(talk.ToHost(), Progress("7", "2"));
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string token = At(talk.ToServer(), "/params/_meta/progressToken");
  for (const char* low : {"1", "2", "2.0"}) {
    talk.Server(Progress(token, low));
    EXPECT_TRUE(talk.Quiet()) << low;
  }
  talk.Server(Progress(token, "2.1"));
  EXPECT_EQ(talk.ToHost(), Progress("7", "2.1"));
  talk.Server(Progress(token, "\"high\""));
  talk.Server(Progress(token, "1e999"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(Progress, AfterTheAnswerNeverShowsATokenOfOurs) {
  Conversation talk;
  const std::string paid = PaidWithToken(talk, "7");
  const std::string token = At(paid, "/params/_meta/progressToken");
  talk.Server(ResultLine(IdOf(paid)));
  talk.ToHost();
  talk.Concluded();
  talk.Server(Progress(token, "3"));
  EXPECT_TRUE(talk.Quiet());
  talk.Server(Progress("\"other\"", "3"));
  EXPECT_EQ(talk.ToHost(), Progress("\"other\"", "3"));
}

TEST(Progress, CarriesNoPaymentInItsMessage) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", R"({"progressToken":7})"));
  talk.ToServer();
  talk.Server(
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1,"message":"pay {\"x402Version\":2,\"accepts\":[]}"}})");
  const std::string told = talk.ToHost();
  EXPECT_EQ(At(told, "/params/message"), "\"[payment message removed]\"");
  EXPECT_EQ(At(told, "/params/progress"), "1");
}

TEST(ProgressMap, StepsAheadEvenFromVeryLargeValues) {
  ProgressMap progress("p");
  progress.Start("7");
  progress.Route(ReadMessage(Progress("7", "1e17")));
  const std::string step = progress.Step("7");
  EXPECT_GT(std::stod(At(step, "/params/progress")), 1e17);
  EXPECT_GT(std::stod(At(progress.Step("7"), "/params/progress")),
            std::stod(At(step, "/params/progress")));
}

TEST(ProgressMap, KeepsATokenThatTwoRequestsShareUntilBothHaveEnded) {
  ProgressMap progress("p");
  progress.Start("7");
  progress.Start("7");
  const std::string minted = progress.Replace("7");
  progress.End("7");
  EXPECT_EQ(progress.Route(ReadMessage(Progress(minted, "1"))).kind, ProgressRoute::Kind::kRename);
  progress.End("7");
  EXPECT_EQ(progress.Route(ReadMessage(Progress(minted, "2"))).kind, ProgressRoute::Kind::kDrop);
}

}  // namespace
}  // namespace tollpass
