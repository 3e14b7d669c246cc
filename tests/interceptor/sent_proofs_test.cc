#include "interceptor/sent_proofs.h"

#include <gtest/gtest.h>

#include <cctype>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/interceptor/conversation.h"

/// A server that echoes what it was paid with does not show it to the host.
namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRemoved = "[payment message removed]";

std::string Hex(char first, size_t digits) {
  std::string hex(1, first);
  for (size_t i = 1; i < digits; ++i) hex.push_back("0123456789abcdef"[(i * 7 + first) % 16]);
  return hex;
}

const std::string kSignature = Hex('a', 130);
const std::string kNonce = Hex('b', 64);
const std::string kPayer = "0x" + Hex('c', 40);

Decision Pay() {
  Decision decision = PayWith();
  decision.proof.payload = Json({{"signature", "0x" + kSignature},
                                 {"authorization", {{"from", kPayer}, {"nonce", "0x" + kNonce}}}})
                               .dump();
  decision.proof.one_time = kNonce;
  return decision;
}

// The id of a call that was paid with that proof.
std::string PaidId(Conversation& talk) {
  talk.CallAndChallenge("1");
  talk.Kernel(Pay());
  return IdOf(talk.ToServer());
}

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text)
    escaped.append("\\u00")
        .append(c < 'a' ? "3" : "6")
        .push_back(c < 'a' ? c : static_cast<char>(c - 'a' + '1'));
  return escaped;
}

TEST(Promise5NoProofComesBack, InAResultThatKeepsItsContent) {
  Conversation talk;
  const std::string id = PaidId(talk);
  talk.Server(ResultLine(id, "found; you sent 0x" + kSignature + " once: 0x" + kNonce));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "found; you sent " + std::string(kRemoved) +
                                               " once: " + std::string(kRemoved)));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kDelivered);
}

TEST(Promise5NoProofComesBack, InAnyMessageThatFollows) {
  for (const std::string& secret : {kSignature, kNonce}) {
    std::string capital = secret;
    for (char& c : capital) c = static_cast<char>(std::toupper(c));
    const std::string spellings[] = {secret, "0x" + secret, capital, Escaped(secret),
                                     "\\\"" + secret + "\\\""};
    for (const std::string& spelling : spellings) {
      Conversation talk;
      PaidId(talk);
      talk.Host(ToolCallLine("2"));
      talk.Server(ResultLine("2", spelling));
      EXPECT_EQ(IdOf(talk.ToHost()), "2") << spelling;
      talk.Server(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":{"a":")" +
                  spelling + R"("}}})");
      EXPECT_EQ(At(talk.ToHost(), "/method"), "\"notifications/message\"") << spelling;
      talk.Server(R"({"jsonrpc":"2.0","id":5,"method":"x","params":{")" + spelling + R"(":1}})");
      talk.Server(R"({"jsonrpc":"2.0","id":99,"error":{"code":1,"message":")" + spelling +
                  R"("}})");
      EXPECT_EQ(talk.HostSaw().find(secret.substr(0, 30)), std::string::npos) << talk.HostSaw();
      EXPECT_EQ(talk.HostSaw().find(spelling), std::string::npos) << talk.HostSaw();
    }
  }
}

TEST(Promise5NoProofComesBack, InTheNameOfAMember) {
  Conversation talk;
  const std::string id = PaidId(talk);
  talk.Server(R"({"jsonrpc":"2.0","id":)" + id +
              R"(,"result":{"content":[],"structuredContent":{")" + Escaped(kNonce) + R"(":1}}})");
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32603");
}

TEST(Promise5NoProofComesBack, AndOtherMessagesStayTheSameBytes) {
  Conversation talk;
  PaidId(talk);
  const std::string other = Hex('a', 129) + "g";
  for (const std::string& text :
       {other, kPayer, std::string("\\u00e9t\\u00e9 a\\/b"), kSignature.substr(0, 100)}) {
    talk.Host(ToolCallLine("2"));
    talk.Server(ResultLine("2", text));
    EXPECT_EQ(talk.ToHost(), ResultLine("2", text));
  }
}

TEST(Promise5NoProofComesBack, AtAnyPlaceOfALine) {
  SentProofs proofs;
  proofs.Add(Pay().proof);
  for (size_t before = 0; before < 40; ++before) {
    const std::string padding(before, 'x');
    const auto without = proofs.Without("\"" + padding + kNonce + padding + "\"");
    ASSERT_TRUE(without.ok());
    EXPECT_EQ(*without, "\"" + padding + std::string(kRemoved) + padding + "\"");
  }
}

// A server that is paid a lot does not make them grow.
TEST(Promise5NoProofComesBack, UntilManyOthersWereSent) {
  SentProofs proofs;
  for (int i = 0; i < 1'000; ++i) {
    Proof proof;
    proof.one_time = Hex('d', 58) + std::to_string(100'000 + i);
    proofs.Add(proof);
    EXPECT_TRUE(proofs.Without("\"" + proof.one_time + "\"").value());
  }
  EXPECT_FALSE(proofs.Without("\"" + Hex('d', 58) + "100000\"").value());
  EXPECT_TRUE(proofs.Without("\"" + Hex('d', 58) + "100970\"").value());
}

// What the server itself said is no secret of ours.
TEST(Promise5NoProofComesBack, ButWhatTheOfferSaidIsNone) {
  SentProofs proofs;
  Proof proof;
  proof.offer = R"({"extra":{"id":")" + kSignature + R"("}})";
  proof.payload = R"({"id":")" + kSignature + R"("})";
  proofs.Add(proof);
  EXPECT_FALSE(proofs.Without("\"" + kSignature + "\"").value());
}

}  // namespace
}  // namespace tollpass
