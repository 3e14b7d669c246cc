#include "tests/interceptor/conversation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace tollpass {
namespace {

template <typename T>
T TakeFirst(std::deque<T>& queue, const char* what) {
  if (queue.empty()) {
    ADD_FAILURE() << "there is no " << what;
    return T{};
  }
  T first = std::move(queue.front());
  queue.pop_front();
  return first;
}

InterceptorOptions Options() {
  InterceptorOptions options;
  options.server_id = "server-identity";
  options.principal = "alice";
  options.id_prefix = "k3v9";
  return options;
}

}  // namespace

Conversation::Conversation() : interceptor_(Options(), clock_) {}

void Conversation::Host(std::string_view line) {
  Carry(interceptor_.FromHost(line), From::kHost, line);
}
void Conversation::Server(std::string_view line) {
  Carry(interceptor_.FromServer(line), From::kServer, line);
}
void Conversation::Kernel(const Decision& decision) { Kernel(ticket_, decision); }
void Conversation::Kernel(uint64_t ticket, const Decision& decision) {
  Carry(interceptor_.FromKernel(ticket, decision), From::kElse, "");
}
void Conversation::HostLineTooLong(std::string_view head, std::string_view tail) {
  Carry(interceptor_.HostLineTooLong(head, tail), From::kElse, "");
}
void Conversation::ServerLineTooLong(std::string_view head, std::string_view tail) {
  Carry(interceptor_.ServerLineTooLong(head, tail), From::kElse, "");
}
void Conversation::ServerCloses() { Carry(interceptor_.ServerClosed(), From::kElse, ""); }
void Conversation::HostCloses() { Carry(interceptor_.HostClosed(), From::kElse, ""); }

void Conversation::Wait(int64_t ms) {
  const int64_t end = clock_.SteadyMillis() + ms;
  while (wake_at_ms_ != 0 && wake_at_ms_ <= end) {
    clock_.Pass(std::max<int64_t>(0, wake_at_ms_ - clock_.SteadyMillis()));
    wake_at_ms_ = 0;
    Carry(interceptor_.Tick(), From::kElse, "");
  }
  clock_.Pass(end - clock_.SteadyMillis());
}

void Conversation::Carry(const Actions& actions, From from, std::string_view line) {
  const auto tell_host = [this](std::string_view message) {
    to_host_.emplace_back(message);
    host_saw_.append(message).append("\n");
  };
  for (const Action& action : actions) {
    if (std::holds_alternative<Forward>(action)) {
      ASSERT_NE(from, From::kElse) << "there are no bytes to forward";
      if (from == From::kHost) to_server_.emplace_back(line);
      if (from == From::kServer) tell_host(line);
    } else if (const auto* up = std::get_if<tollpass::ToHost>(&action)) {
      tell_host(up->message);
    } else if (const auto* down = std::get_if<tollpass::ToServer>(&action)) {
      to_server_.push_back(down->message);
      repeats_ = down->repeats;
    } else if (const auto* ask = std::get_if<Authorize>(&action)) {
      asked_.push_back(*ask);
    } else if (const auto* conclude = std::get_if<Conclude>(&action)) {
      reports_.push_back(conclude->report);
    } else if (const auto* taken_back = std::get_if<TakenBack>(&action)) {
      taken_back_.push_back(taken_back->id_key);
    } else if (const auto* wake = std::get_if<Wake>(&action)) {
      wake_at_ms_ = wake->at_ms;
    } else {
      user_saw_.append(std::get<Note>(action).text).append("\n");
      ++notes_;
    }
  }
}

std::string Conversation::ToHost() {
  return to_host_.empty() ? "(nothing)" : TakeFirst(to_host_, "message to the host");
}
std::string Conversation::ToServer() {
  return to_server_.empty() ? "(nothing)" : TakeFirst(to_server_, "message to the server");
}
Authorize Conversation::Asked() {
  Authorize asked = TakeFirst(asked_, "question to the kernel");
  ticket_ = asked.ticket;
  return asked;
}
Report Conversation::Concluded() { return TakeFirst(reports_, "report to the kernel"); }

bool Conversation::Quiet() const {
  return to_host_.empty() && to_server_.empty() && asked_.empty() && reports_.empty();
}

Authorize Conversation::CallAndChallenge(std::string_view id, std::string_view tool) {
  Host(ToolCallLine(id, tool));
  EXPECT_EQ(ToServer(), ToolCallLine(id, tool));
  Server(ChallengeLine(id));
  EXPECT_TRUE(to_host_.empty());
  return Asked();
}

std::string Conversation::PaidCall(std::string_view id, std::string_view charge) {
  CallAndChallenge(id);
  Kernel(PayWith(charge));
  return ToServer();
}

std::string ToolCallLine(std::string_view id, std::string_view tool, std::string_view meta) {
  std::string line = R"({"jsonrpc":"2.0","id":)";
  line.append(id).append(R"(,"method":"tools/call","params":{"name":")").append(tool);
  line.append(R"(","arguments":{"q":"x","n":1.0}})");
  if (!meta.empty()) {
    line.pop_back();
    line.append(R"(,"_meta":)").append(meta).append("}");
  }
  return line + "}";
}

std::string_view OfferText() {
  return R"({"scheme":"exact","network":"eip155:84532","amount":"10000",)"
         R"("asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e",)"
         R"("payTo":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C",)"
         R"("maxTimeoutSeconds":60,"extra":{"name":"USDC","version":"2"}})";
}

std::string_view PaymentRequired() {
  static const std::string text = std::string(R"({"x402Version":2,"error":"Payment required",)") +
                                  R"("resource":{"url":"mcp://tool/search"},"accepts":[)" +
                                  std::string(OfferText()) + "]}";
  return text;
}

std::string ChallengeLine(std::string_view id) {
  std::string line = R"({"jsonrpc":"2.0","id":)";
  line.append(id).append(R"(,"result":{"isError":true,"structuredContent":)");
  line.append(PaymentRequired());
  return line.append(R"(,"content":[{"type":"text","text":"pay 402"}]}})");
}

std::string ResultLine(std::string_view id, std::string_view text) {
  std::string line = R"({"jsonrpc":"2.0","id":)";
  line.append(id).append(R"(,"result":{"content":[{"type":"text","text":")").append(text);
  return line.append(R"("}]}})");
}

std::string ReceiptLine(std::string_view id, std::string_view text, bool success) {
  std::string line = ResultLine(id, text);
  line.resize(line.size() - 2);
  line.append(R"(,"_meta":{"x402/payment-response":{"success":)")
      .append(success ? "true" : "false");
  return line.append(R"(,"network":"eip155:84532","transaction":"0xab","payer":"0x01"}}}})");
}

std::string CancelLine(std::string_view id) {
  std::string line = R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)";
  return line.append(R"({"requestId":)").append(id).append(R"(,"reason":"timeout"}})");
}

Decision Say(DecisionKind kind) {
  Decision decision;
  decision.kind = kind;
  return decision;
}

Decision PayWith(std::string_view charge, int64_t generation) {
  Decision decision = Say(DecisionKind::kPay);
  decision.charge_id = charge;
  decision.generation = generation;
  decision.proof.dialect = "x402-v2";
  decision.proof.offer = OfferText();
  decision.proof.payload = R"({"signature":"0xsig-)" + std::string(charge) + R"("})";
  decision.proof.resource = R"({"url":"mcp://tool/search"})";
  decision.proof.payment_id = "pay_0123456789abcdef";
  return decision;
}

Decision RepeatOf(std::string_view charge, int64_t generation, bool was_refused) {
  Decision decision = PayWith(charge, generation);
  decision.kind = DecisionKind::kRepeat;
  decision.was_refused = was_refused;
  return decision;
}

Decision AskFor(int64_t ask_wait_ms) {
  Decision decision = Say(DecisionKind::kAsk);
  decision.approval_id = "a1";
  decision.ask_wait_ms = ask_wait_ms;
  return decision;
}

std::string At(std::string_view message, const std::string& path) {
  const nlohmann::ordered_json root = nlohmann::ordered_json::parse(message, nullptr, false);
  const nlohmann::ordered_json::json_pointer pointer(path);
  return root.contains(pointer) ? root.at(pointer).dump() : "(absent)";
}

std::string IdOf(std::string_view message) { return At(message, "/id"); }

std::string ClosedText(std::string_view message) {
  const nlohmann::json root = nlohmann::json::parse(message, nullptr, false);
  nlohmann::json expected = {
      {"content",
       {{{"type", "text"},
         {"text", root.value("/result/content/0/text"_json_pointer, std::string())}}}},
      {"isError", true}};
  if (root.contains("/result/resultType"_json_pointer)) expected["resultType"] = "complete";
  if (!root.is_object() || root.size() != 3 || !root.contains("result") ||
      root["result"] != expected) {
    return "(another message)";
  }
  return root["result"]["content"][0]["text"];
}

}  // namespace tollpass
