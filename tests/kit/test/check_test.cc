#include "tests/kit/check.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "interceptor/mcp/answers.h"
#include "tests/kit/calls.h"
#include "tests/kit/paid_calls.h"
#include "tests/kit/record.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;

/// A run as a good host leaves it, for a test to spoil.
struct GoodRun {
  std::vector<json> events = {{{"event", "run"}, {"seed", 7U}}};
  std::string seen;

  GoodRun() {
    for (const Call& call : Calls()) {
      for (int i = 0; i < TimesOf(call.fate); ++i) Ask(call, "");
      if (call.fate != Fate::kFree && call.fate != Fate::kDeclined) Pay(call, "1");
      seen += SentenceOf(call.fate).empty() ? RunOf(events).Goods(call.tool)
                                            : std::string(SentenceOf(call.fate));
      seen += "\n";
    }
  }

  void Ask(const Call& call, const std::string& payment) {
    events.push_back({{"event", "asked"}, {"tool", call.tool}, {"arguments", ArgumentsOf(call)}});
    if (!payment.empty()) events.back()["payment"] = payment;
  }

  void Pay(const Call& call, const std::string& which) {
    const std::string signature = "0xabc" + which + std::string(call.tool) + "0123456789";
    Ask(call, json{{"signature", signature}}.dump());
    events.push_back({{"event", "settled"}, {"signature", signature}});
  }

  void Tell(const std::string& kind, const json& message) {
    events.push_back({{"event", "told"}, {"tool", "fetch"}, {"kind", kind}, {"message", message}});
  }

  [[nodiscard]] std::string Report() const {
    return ReportText(Check(events, Transcript(seen)), false);
  }

  /// The lines of the report that tell of a failure.
  [[nodiscard]] std::string Failures() const {
    std::string failures;
    for (const Finding& finding : Check(events, Transcript(seen))) {
      if (!finding.passed) failures += finding.subject + ": " + finding.words + "\n";
    }
    return failures;
  }
};

const Call& CallOf(std::string_view tool) {
  for (const Call& call : Calls()) {
    if (call.tool == tool) return call;
  }
  ADD_FAILURE() << tool;
  return Calls().front();
}

void Replace(std::string& text, std::string_view old_text, std::string_view new_text) {
  const size_t at = text.find(old_text);
  ASSERT_NE(at, std::string::npos) << old_text;
  text.replace(at, old_text.size(), new_text);
}

TEST(KitCheck, PassesAGoodRun) { EXPECT_EQ(GoodRun().Failures(), ""); }

TEST(KitCheck, FailsWhereNothingWasCalledOrSeen) {
  GoodRun run;
  run.seen.clear();
  run.events.resize(1);
  for (const Call& call : Calls()) {
    EXPECT_NE(run.Failures().find(std::string(call.tool) + ": the host never called it"),
              std::string::npos);
  }
}

TEST(KitCheck, FailsWhereWhatWasDeliveredWasNotSeen) {
  GoodRun run;
  Replace(run.seen, RunOf(run.events).Goods("fetch_old"), "something else");
  EXPECT_EQ(run.Failures(), "fetch_old: what it delivered, " +
                                RunOf(run.events).Goods("fetch_old") + ", was not seen\n");
}

TEST(KitCheck, HoldsEveryRefusedCallToASentenceOfItsOwn) {
  GoodRun run;
  Replace(run.seen, SentenceOf(Fate::kDeclined), "no");
  EXPECT_EQ(run.Failures(), "fetch_strange: the sentence for it was not seen: " +
                                std::string(SentenceOf(Fate::kDeclined)) + "\n");
}

TEST(KitCheck, AsksWhetherTheServerWasAllowedWhereACallWaitsForApproval) {
  GoodRun run;
  std::erase_if(run.events, [](const json& event) {
    return event.value("tool", "") == "fetch" && event.contains("payment");
  });
  Replace(run.seen, RunOf(run.events).Goods("fetch"), "");
  EXPECT_EQ(run.Failures(), "fetch: no payment came\n");
  run.seen += HostAnswerText(HostAnswer::kNeedsApproval);
  EXPECT_EQ(run.Failures(),
            "fetch: no payment came: the call asked for approval: was the server allowed? "
            "(tollpass allow, tollpass pending)\n");
}

TEST(KitCheck, KnowsAWholeRun) {
  GoodRun run;
  EXPECT_TRUE(HasWholeRun(run.events));
  std::erase_if(run.events, [](const json& event) { return event.value("tool", "") == "look"; });
  EXPECT_FALSE(HasWholeRun(run.events));
}

TEST(KitCheck, FailsWhereAFreeOrADeclinedCallIsPaid) {
  for (const char* tool : {"look", "fetch_dear"}) {
    GoodRun run;
    run.Pay(CallOf(tool), "1");
    EXPECT_EQ(run.Failures(), std::string(tool) + ": it must not be paid, and 1 payments came\n");
  }
}

TEST(KitCheck, FailsWhereArgumentsArriveChanged) {
  GoodRun run;
  run.events[1]["arguments"]["item"] = "another";
  EXPECT_EQ(run.Failures(), "look: it was called with other arguments than {\"item\":\"look\"}\n");
}

TEST(KitCheck, TakesTheSameBytesAgainAndNoOthers) {
  GoodRun run;
  run.Pay(CallOf("fetch_lost"), "1");
  EXPECT_EQ(run.Failures(), "");
  run.Pay(CallOf("fetch_lost"), "2");
  EXPECT_EQ(run.Failures(),
            "fetch_lost: 2 different proofs came for 2 calls, and 2 moved money: one call is paid "
            "once, and whatever is sent again is the same bytes; or this record holds more than "
            "one run\n");
}

TEST(KitCheck, FindsMarkersAccountsAndPricesInEveryForm) {
  const std::string account = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
  const json message = {{"payTo", account},
                        {"canary11", {{"deep", json::array({7'123'456'789'012U})}}},
                        {"error", "Payment required canary22"}};
  const std::string price = RunOf(GoodRun().events).Price();
  for (const std::string& leak :
       {account, "\"" + account.substr(2) + "\"",
        std::string("0x209693bc6AFC0c5328ba36faf03c514ef312287c"), std::string("canary11"),
        std::string("7123456789012"), std::string("CANARY22!"), price, "0.0" + price + " USDC",
        "\\\\\\\"" + account + "\\\\\\\"", std::string("c\\u0061nary22")}) {
    GoodRun run;
    run.Tell("challenge", message);
    EXPECT_EQ(run.Failures(), "") << leak;
    run.seen += " " + leak + " ";
    EXPECT_NE(run.Failures().find("the model and the words of a challenge: the model saw 1"),
              std::string::npos)
        << leak << "\n"
        << run.Report();
  }
}

TEST(KitCheck, IsNotAlarmedByTimesAndOtherNumbers) {
  GoodRun run;
  run.Tell("challenge", {{"issued_at", 1'790'000'000}, {"validBefore", "1790000060"}});
  run.seen += "at 1790000000, 1790000060: took 1" + RunOf(run.events).Price() + "7 ms";
  EXPECT_EQ(run.Failures(), "");
}

TEST(KitCheck, ReadsTranscriptsThatAreJsonInJson) {
  GoodRun run;
  run.seen = json(json(json(run.seen).dump()).dump()).dump();
  EXPECT_EQ(run.Failures(), "");
}

}  // namespace
}  // namespace tollpass::kit
