#include "tests/fake_node/fake_node.h"

#include <httplib.h>

#include <chrono>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

namespace tollpass {
namespace {

using nlohmann::json;

constexpr int kHexDigits = 64;
// authorizationState(address,bytes32), as in the ABI of USDC; an address is 12 zero bytes and 20.
constexpr std::string_view kSelector = "0xe94a0102000000000000000000000000";
constexpr int kAddressDigits = 40;

std::string Hex(int64_t number) {
  std::ostringstream text;
  text << "0x" << std::hex << number;
  return text.str();
}

std::string Word(char first, int64_t number) {
  std::ostringstream digits;
  digits << std::hex << number;
  const std::string tail = digits.str();
  return "0x" + std::string(1, first) +
         std::string(static_cast<size_t>(kHexDigits) - 1 - tail.size(), '0') + tail;
}

}  // namespace

struct FakeNode::Parts {
  mutable std::mutex mutex;
  httplib::Server server;
  int port = 0;
  std::thread thread;
  uint64_t chain_id = 84532;
  int64_t number = 1000;
  int64_t time = 0;
  std::set<std::string> used;  // token, payer and value
  Lie lie;
  json last_id;
  std::map<std::string, int> counts;
  std::vector<std::string> asked;
  std::string call_data;

  json BlockAt(int64_t at) const {
    return {{"number", Hex(at)}, {"timestamp", Hex(time)}, {"hash", Word('b', at)}};
  }

  bool HasBlock(const std::string& at) const {
    return at.starts_with("0x") && std::stoll(at, nullptr, 16) <= number;
  }

  json Result(const std::string& method, const json& params) {
    if (method == "eth_chainId") return Hex(static_cast<int64_t>(chain_id));
    if (method == "eth_getBlockByNumber") {
      const std::string tag = params.at(0);
      return BlockAt(tag.starts_with("0x") ? std::stoll(tag, nullptr, 16) : number);
    }
    call_data = params.at(0).at("data");
    if (!HasBlock(params.at(1)) || !call_data.starts_with(kSelector) ||
        call_data.size() != kSelector.size() + kAddressDigits + kHexDigits) {
      return nullptr;
    }
    const std::string token = params.at(0).at("to");
    const std::string asked_for = token + call_data.substr(kSelector.size());
    return Word('0', used.contains(asked_for) ? 1 : 0);
  }

  void Handle(const httplib::Request& request, httplib::Response& response) {
    const json question = json::parse(request.body);
    const std::string method = question.at("method");
    Reply reply;
    Lie told;
    int before = 0;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      last_id = question.at("id");
      asked.push_back(method);
      before = counts[method]++;
      const json honest = {
          {"jsonrpc", "2.0"}, {"id", last_id}, {"result", Result(method, question.at("params"))}};
      reply.body = honest.dump();
      told = lie;
    }
    // Without the lock: a lie asks for WithResult.
    if (told) reply = told(method, before).value_or(reply);
    std::this_thread::sleep_for(std::chrono::milliseconds(reply.delay_ms));
    response.status = reply.status;
    if (!reply.location.empty()) response.set_header("Location", reply.location);
    response.set_content(reply.body, "application/json");
  }
};

FakeNode::FakeNode() : parts_(std::make_unique<Parts>()) {
  Parts& parts = *parts_;
  parts.server.Post(".*", [&parts](const httplib::Request& request, httplib::Response& response) {
    parts.Handle(request, response);
  });
  parts.port = parts.server.bind_to_any_port("127.0.0.1");
  parts.thread = std::thread([&parts] { parts.server.listen_after_bind(); });
  while (!parts.server.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

FakeNode::~FakeNode() {
  parts_->server.stop();
  parts_->thread.join();
}

std::string FakeNode::url() const {
  return "http://127.0.0.1:" + std::to_string(parts_->port) + "/v2/secret";
}

void FakeNode::SetChainId(uint64_t id) {
  const std::lock_guard<std::mutex> lock(parts_->mutex);
  parts_->chain_id = id;
}

void FakeNode::SetFinal(int64_t time) {
  const std::lock_guard<std::mutex> lock(parts_->mutex);
  parts_->time = time;
  ++parts_->number;
}

void FakeNode::Use(const std::string& token, const std::string& payer, const std::string& value) {
  const std::lock_guard<std::mutex> lock(parts_->mutex);
  parts_->used.insert(token + payer.substr(2) + value);
}

void FakeNode::SetLie(Lie lie) {
  const std::lock_guard<std::mutex> lock(parts_->mutex);
  parts_->lie = std::move(lie);
}

std::string FakeNode::WithResult(const std::string& result) const {
  const std::lock_guard<std::mutex> lock(parts_->mutex);
  return R"({"jsonrpc":"2.0","id":)" + parts_->last_id.dump() + R"(,"result":)" + result + "}";
}

std::vector<std::string> FakeNode::asked() const {
  const std::lock_guard<std::mutex> lock(parts_->mutex);
  return parts_->asked;
}

std::string FakeNode::call_data() const {
  const std::lock_guard<std::mutex> lock(parts_->mutex);
  return parts_->call_data;
}

}  // namespace tollpass
