// The attacks of tests/data/attacks.json, or of the file named by TOLLPASS_ATTACKS, that a
// connection can meet. An entry is known by the form of its input; forms that this driver does not
// know are reported as not run.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "interceptor/interceptor.h"
#include "tests/attacks/attack_list.h"
#include "tests/interceptor/conversation.h"
#include "tests/interceptor/stdio_host.h"

namespace tollpass {

namespace {

using Json = nlohmann::ordered_json;

// What gives a policy ends there: tests/policy/attacks_test.cc.
bool ConcernsAConnection(const Attack& attack) {
  const Json& input = attack.input;
  return attack.id.find_first_of("DIMJ") == 0 &&
         !(input.contains("policy") && input["policy"].contains("tools"));
}

std::vector<Attack> AttacksOfAConnection() {
  std::vector<Attack> attacks = LoadAttacks();
  std::erase_if(attacks, [](const Attack& attack) { return !ConcernsAConnection(attack); });
  const std::vector<Attack> more = AttacksFor("interceptor");
  attacks.insert(attacks.end(), more.begin(), more.end());
  return attacks;
}

std::vector<std::string> KeysOf(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

bool Says(const std::string& bytes, const std::string& text) {
  return bytes.find(text) != std::string::npos;
}

// What no host may ever see: parts of a challenge, and ids of ours.
void ExpectNoPayment(const Conversation& talk) {
  for (const char* part : {"x402Version", "accepts", "payTo", "maxTimeoutSeconds",
                           "payment-response", "10000", "1000000000", "tk3v9"}) {
    EXPECT_FALSE(Says(talk.HostSaw(), part)) << part << " in " << talk.HostSaw();
  }
}

std::string AsMessage(Json message) {
  if (!message.contains("jsonrpc")) message["jsonrpc"] = "2.0";
  return message.dump();
}

// True if the server may say this: a payment message only counts where it can start a payment.
bool IsChallenge(const Json& response) {
  const bool error = response.contains("error") && response["error"].contains("data") &&
                     Says(response["error"]["data"].dump(), "x402Version");
  const bool result = response.contains("result") && response["result"].is_object() &&
                      response["result"].value("isError", false) &&
                      Says(response["result"].dump(), "x402Version");
  return error || result;
}

bool CarriesKeys(const Json& message) { return Says(message.dump(), "\"x402/"); }

// {"response": …} while a call waits under its id, and again when nobody waits.
void ServerSays(const Json& response) {
  const std::string line = AsMessage(response);
  Conversation waiting;
  const bool answers = response.contains("result") || response.contains("error");
  if (answers) {
    waiting.Host(ToolCallLine(response["id"].dump()));
    waiting.ToServer();
  }
  waiting.Server(line);
  EXPECT_EQ(waiting.ToServer(), "(nothing)");
  if (answers && IsChallenge(response)) {
    EXPECT_EQ(waiting.HostSaw(), "");
    waiting.Asked();
    waiting.Kernel(Say(DecisionKind::kDecline));
    EXPECT_EQ(ClosedText(waiting.ToHost()), HostAnswerText(HostAnswer::kDeclined));
    ExpectNoPayment(waiting);
  } else if (Says(line, "notifications/")) {
    ExpectNoPayment(waiting);
    EXPECT_EQ(At(waiting.ToHost(), "/method"), response["method"].dump());
  } else if (CarriesKeys(response)) {
    ExpectNoPayment(waiting);
    EXPECT_EQ(At(waiting.ToHost(), "/result/content"), response["result"]["content"].dump());
  } else {
    EXPECT_EQ(waiting.ToHost(), line);
  }
  EXPECT_TRUE(waiting.Quiet());

  Conversation nobody;
  nobody.Server(line);
  EXPECT_FALSE(nobody.KernelWasAsked());
  EXPECT_EQ(nobody.ToServer(), "(nothing)");
  if (answers && IsChallenge(response)) {
    EXPECT_EQ(nobody.HostSaw(), "");
    EXPECT_GE(nobody.Notes(), 1U);
  }
}

// {"response": a progress notification} for the token of a call that was paid meanwhile.
void ProgressOfAPaidCall(const Json& notification) {
  Conversation talk;
  const std::string token = notification["params"]["progressToken"].dump();
  talk.Host(ToolCallLine("1", "search", R"({"progressToken":)" + token + "}"));
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string ours = At(talk.ToServer(), "/params/_meta/progressToken");
  EXPECT_NE(ours, token);
  talk.Server(AsMessage(notification));
  EXPECT_TRUE(talk.Quiet());
  Json renamed = notification;
  renamed["params"]["progressToken"] = Json::parse(ours);
  talk.Server(AsMessage(renamed));
  EXPECT_EQ(At(talk.ToHost(), "/params/progressToken"), token);
  ExpectNoPayment(talk);
}

// {"request": …}: a call of the model goes out without payments and nobody here serves it.
void HostSays(Json request) {
  Conversation talk;
  if (request.is_array()) {
    talk.Host(request.dump());
    EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32600");
    EXPECT_TRUE(talk.Quiet());
    return;
  }
  if (!request.contains("id")) request["id"] = 1;
  if (!request.contains("method")) request["method"] = "tools/call";
  const std::string line = AsMessage(request);
  talk.Host(line);
  const std::string sent = talk.ToServer();
  EXPECT_FALSE(Says(sent, "payment")) << sent;
  if (!Says(line, "payment")) {
    EXPECT_EQ(sent, line);
  }
  EXPECT_EQ(At(sent, "/params/name"), request["params"]["name"].dump());
  talk.Server(ChallengeLine(request["id"].dump()));
  talk.Asked();
  EXPECT_TRUE(talk.Quiet());
}

// {"request": …, "response": …} with ids that only look alike.
void AnswerToAnother(const Json& request, const Json& response) {
  Conversation talk;
  talk.Host(AsMessage(request));
  talk.ToServer();
  talk.Server(AsMessage(response));
  EXPECT_FALSE(talk.KernelWasAsked());
  EXPECT_EQ(talk.ToHost(), AsMessage(response));
  talk.ServerCloses();
  EXPECT_EQ(IdOf(talk.ToHost()), request["id"].dump());
}

// {"raw": …}: a line of the server that is no message.
void ServerPrints(const std::string& raw) {
  Conversation talk;
  talk.Server(raw.substr(0, raw.find('\n')));
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 1U);
}

// {"quote": a PaymentRequired}: only known members of an offer count.
void ServerQuotes(const Json& quote) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(
      AsMessage({{"id", 1}, {"result", {{"isError", true}, {"structuredContent", quote}}}}));
  const Challenge challenge = talk.Asked().request.challenge;
  ASSERT_EQ(challenge.offers.size(), quote["accepts"].size());
  for (size_t i = 0; i < challenge.offers.size(); ++i) {
    const Json& accepted = quote["accepts"][i];
    EXPECT_EQ(challenge.offers[i].amount, accepted["amount"]);
    EXPECT_EQ(challenge.offers[i].pay_to, accepted["payTo"]);
    EXPECT_EQ(challenge.offers[i].extra, "");
    EXPECT_EQ(challenge.offers[i].verbatim, accepted.dump());
  }
}

// {"gen": "'['*100000 + ']'*100000"} at every place where a server puts JSON.
void ServerNests(const std::string& deep) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(deep);
  talk.Server(
      R"({"jsonrpc":"2.0","id":1,"result":{"isError":true,"structuredContent":{"x402Version":2,"accepts":)" +
      deep + "}}}");
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32603");
  EXPECT_TRUE(talk.Quiet());
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(
      R"({"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"402 )" +
      deep + R"("}]}})");
  EXPECT_EQ(IdOf(talk.ToHost()), "1");
  talk.Host(ToolCallLine("2"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("2"));
  EXPECT_FALSE(talk.KernelWasAsked());
}

// {"gen": "accepts repeated N times"}: as many as a transport forwards, and the whole of it as a
// line that is too long.
void ServerOffersMany(size_t count) {
  const std::string start =
      R"({"jsonrpc":"2.0","id":1,"result":{"isError":true,"structuredContent":{"x402Version":2,"accepts":[)";
  const std::string entry = std::string(OfferText()) + ",";
  const std::string end = std::string(OfferText()) + "]}}}";
  const size_t fitting = std::min(count, kMaxMessageBytes / entry.size() - 2);
  std::string line = start;
  for (size_t i = 1; i < fitting; ++i) line.append(entry);
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(line + end);
  const Challenge challenge = talk.Asked().request.challenge;
  EXPECT_TRUE(challenge.defect == Reason::kTooManyOffers ||
              challenge.defect == Reason::kChallengeTooLarge);
  EXPECT_TRUE(challenge.offers.empty());
  EXPECT_TRUE(talk.Quiet());
  talk.Host(ToolCallLine("2"));
  talk.ToServer();
  line[line.find("\"id\":1") + 5] = '2';
  talk.ServerLineTooLong(line.substr(0, 4096), end);
  EXPECT_EQ(IdOf(talk.ToHost()), "2");
  ExpectNoPayment(talk);
}

bool Generated(const std::string& rule) {
  std::smatch match;
  if (std::regex_match(rule, match, std::regex(R"('(.)'\*(\d+) \+ '(.)'\*(\d+))"))) {
    ServerNests(std::string(std::stoul(match[2]), match[1].str()[0]) +
                std::string(std::stoul(match[4]), match[3].str()[0]));
    return true;
  }
  if (std::regex_match(rule, match, std::regex(R"(accepts repeated (\d+) times)"))) {
    ServerOffersMany(std::stoul(match[1]));
    return true;
  }
  return false;
}

std::string PaymentIn(const std::string& line) { return At(line, "/params/_meta/x402~1payment"); }

// {"event": "timeout"}: the repeat carries the same payment.
void HostTimesOut() {
  Conversation talk;
  const std::string first = talk.PaidCall("1", "c1");
  talk.Host(CancelLine("1"));
  talk.ToServer();
  EXPECT_FALSE(talk.Concluded().answered);
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_EQ(PaymentIn(talk.ToServer()), PaymentIn(first));
}

// {"events": paid, cancelled, late success}.
void HostCancelsAPaidCall() {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Host(CancelLine("1"));
  EXPECT_EQ(At(talk.ToServer(), "/params/requestId"), paid_id);
  EXPECT_FALSE(talk.Concluded().answered);
  talk.Server(ReceiptLine(paid_id, "late"));
  EXPECT_TRUE(talk.Concluded().receipt);
  EXPECT_EQ(talk.HostSaw(), "");
  talk.CallAndChallenge("2");
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_EQ(talk.ToHost(), ResultLine("2", "late"));
}

// {"concurrent": two equal calls}.
void HostCallsTwice(const Json& calls) {
  Conversation talk;
  std::vector<uint64_t> tickets;
  for (size_t i = 0; i < calls.size(); ++i) {
    tickets.push_back(talk.CallAndChallenge(std::to_string(i + 1), "random_image").ticket);
  }
  std::vector<std::string> paid;
  for (size_t i = 0; i < tickets.size(); ++i) {
    talk.Kernel(tickets[i], PayWith("c" + std::to_string(i + 1)));
    paid.push_back(talk.ToServer());
    for (size_t j = 0; j < i; ++j) EXPECT_NE(PaymentIn(paid[i]), PaymentIn(paid[j]));
  }
  for (size_t i = paid.size(); i-- > 0;) {
    talk.Server(ResultLine(IdOf(paid[i]), "r" + std::to_string(i + 1)));
    EXPECT_EQ(talk.ToHost(), ResultLine(std::to_string(i + 1), "r" + std::to_string(i + 1)));
  }
}

// {"chunks": [...]}: messages of the server in other pieces than lines.
void ServerSplitsItsLines(const std::vector<std::string>& chunks) {
  StdioHostOptions options = {.command = Shell("true")};
  std::string script;
  std::string all;
  for (size_t i = 0; i < chunks.size(); ++i) {
    const std::string name = "CHUNK" + std::to_string(i);
    options.env[name] = chunks[i];
    script.append("printf '%s' \"$").append(name).append("\"; sleep 0.1\n");
    all += chunks[i];
  }
  options.command = Shell(script + "exec cat");
  StdioHost host(options);
  for (size_t end = all.find('\n'); end != std::string::npos; end = all.find('\n')) {
    EXPECT_EQ(host.Line(), all.substr(0, end));
    all.erase(0, end + 1);
  }
  host.CloseInput();
  EXPECT_EQ(host.Rest(), "") << "nothing comes twice";
}

// {"requests": "repeat tools/call at rising prices …"}: what is declined says nothing of the price.
void HostLooksForTheLimit() {
  Conversation talk;
  std::set<std::string> answers;
  for (int id = 1; id <= 9; ++id) {
    talk.Host(ToolCallLine(std::to_string(id)));
    talk.ToServer();
    std::string challenge = ChallengeLine(std::to_string(id));
    const std::string price = "\"10000\"";
    challenge.replace(challenge.find(price), price.size(), "\"" + std::string(id, '9') + "\"");
    talk.Server(challenge);
    talk.Asked();
    talk.Kernel(Say(DecisionKind::kDecline));
    const std::string answer = talk.ToHost();
    answers.insert(ClosedText(answer));
    ExpectNoPayment(talk);
  }
  EXPECT_EQ(answers.size(), 1U);
}

// False if the form of the input is not known.
bool Perform(const Attack& attack) {
  const Json& input = attack.input;
  const std::vector<std::string> keys = KeysOf(input);
  const auto is = [&](const std::vector<std::string>& form) { return keys == form; };
  if (is({"response"})) {
    const Json& response = input["response"];
    if (response.value("method", "") == "notifications/progress") {
      ProgressOfAPaidCall(response);
    } else {
      ServerSays(response);
    }
  } else if (is({"request"})) {
    HostSays(input["request"]);
  } else if (is({"request", "response"})) {
    AnswerToAnother(input["request"], input["response"]);
  } else if (is({"raw"})) {
    ServerPrints(input["raw"]);
  } else if (is({"quote"})) {
    ServerQuotes(input["quote"]);
  } else if (is({"gen"})) {
    return Generated(input["gen"]);
  } else if (is({"event", "after"}) && input["event"] == "timeout") {
    HostTimesOut();
  } else if (is({"events"}) && Says(input["events"].dump(), "notifications/cancelled")) {
    HostCancelsAPaidCall();
  } else if (is({"concurrent"})) {
    HostCallsTwice(input["concurrent"]);
  } else if (is({"chunks"})) {
    ServerSplitsItsLines(input["chunks"]);
  } else if (is({"requests"}) && input["requests"].is_string() &&
             Says(input["requests"], "rising prices")) {
    HostLooksForTheLimit();
  } else {
    return false;
  }
  return true;
}

class AttacksOnAConnection : public testing::TestWithParam<Attack> {};

TEST_P(AttacksOnAConnection, HaveTheirSafeOutcome) {
  if (!Perform(GetParam())) GTEST_SKIP() << GetParam().id << ": not run";
}

INSTANTIATE_TEST_SUITE_P(File, AttacksOnAConnection, testing::ValuesIn(AttacksOfAConnection()),
                         [](const testing::TestParamInfo<Attack>& entry) {
                           return entry.param.id;
                         });

TEST(AttacksFile, HasEntriesThatThisDriverRuns) {
  size_t run = 0;
  for (const Attack& attack : AttacksOfAConnection()) run += Perform(attack) ? 1 : 0;
  EXPECT_GT(run, 0U);
}

}  // namespace
}  // namespace tollpass
