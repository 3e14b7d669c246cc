#include "interceptor/host_requests.h"

#include <algorithm>
#include <utility>

#include "interceptor/mcp/ids.h"
#include "interceptor/mcp/without_payments.h"

namespace tollpass {
namespace {

constexpr size_t kRememberedAnswers = 1024;

using Index = std::multimap<std::string, HostRequests::Number>;

void Erase(Index& index, const std::string& key, HostRequests::Number number) {
  const auto [begin, end] = index.equal_range(key);
  for (auto entry = begin; entry != end; ++entry) {
    if (entry->second == number) {
      index.erase(entry);
      return;
    }
  }
}

}  // namespace

HostRequests::HostRequests(PaymentNames names, std::string prefix)
    : names_(std::move(names)), progress_(std::move(prefix)) {}

HostRequests::Number HostRequests::Add(HostRequest request) {
  const Number number = ++last_;
  by_host_id_.emplace(request.id_key, number);
  by_sent_key_.emplace(request.sent_key, number);
  if (!request.token.empty()) progress_.Start(request.token);
  requests_.emplace(number, std::move(request));
  return number;
}

HostRequest* HostRequests::Find(Number number) {
  const auto request = requests_.find(number);
  return request == requests_.end() ? nullptr : &request->second;
}

std::vector<HostRequests::Number> HostRequests::All() const {
  std::vector<Number> numbers;
  for (const auto& [number, request] : requests_) numbers.push_back(number);
  return numbers;
}

std::optional<HostRequests::Number> HostRequests::WithHostId(const std::string& id_key) const {
  const auto [begin, end] = by_host_id_.equal_range(id_key);
  if (begin == end) return std::nullopt;
  return std::prev(end)->second;
}

std::optional<HostRequests::Number> HostRequests::SentAs(const std::string& sent_key) const {
  const auto entry = by_sent_key_.lower_bound(sent_key);
  if (entry == by_sent_key_.end() || entry->first != sent_key) return std::nullopt;
  return entry->second;
}

std::optional<HostRequests::Number> HostRequests::SentAsSimilar(const json::Value& id) const {
  const std::vector<std::string> wanted = SimilarIdKeys(id);
  for (const auto& [number, request] : requests_) {
    if (request.stage != Stage::kSent) continue;
    const absl::StatusOr<json::Value> sent =
        json::Parse(request.sent_id.empty() ? request.id : request.sent_id, 1);
    if (!sent.ok()) continue;
    const std::vector<std::string> known = SimilarIdKeys(*sent);
    if (std::ranges::find_first_of(known, wanted) != known.end()) return number;
  }
  return std::nullopt;
}

std::optional<HostRequests::Number> HostRequests::Only() const {
  if (requests_.size() != 1) return std::nullopt;
  return requests_.begin()->first;
}

bool HostRequests::WasAnswered(const std::string& id_key) const {
  return answered_.count(id_key) > 0;
}

bool HostRequests::HadItsAnswer(const std::string& id_key) const {
  return WasAnswered(id_key) || WithHostId(id_key).has_value();
}

void HostRequests::Challenged(Number number) {
  HostRequest* request = Find(number);
  if (request == nullptr || request->stage != Stage::kSent) return;
  request->stage = Stage::kDeciding;
  Erase(by_sent_key_, request->sent_key, number);
}

void HostRequests::SentAgain(Number number, const std::string& sent_id, int64_t parked_until_ms) {
  HostRequest* request = Find(number);
  if (request == nullptr || request->stage == Stage::kSent) return;
  request->stage = Stage::kSent;
  request->sent_id = sent_id;
  request->sent_key = IdKey(sent_id);
  request->parked_until_ms = parked_until_ms;
  by_sent_key_.emplace(request->sent_key, number);
}

void HostRequests::Pass(Number number, const Message& response, std::vector<json::Edit> edits,
                        Actions& actions) {
  const HostRequest* request = Find(number);
  if (request == nullptr) return;
  if (!response.id || response.id->text != request->id) edits.push_back({{"id"}, request->id});
  absl::StatusOr<std::optional<std::string>> without =
      WithoutPayments(response, names_, std::move(edits));
  if (!without.ok()) {
    Fail(number, "The server's answer could not be read.", actions);
    return;
  }
  if (*without) {
    actions.emplace_back(ToHost{**std::move(without)});
  } else if (request->stage == Stage::kSent) {
    actions.emplace_back(Forward{});
  } else {
    // Only what answers an unpaid call is sure to be the line that was just given.
    actions.emplace_back(ToHost{std::string(response.text)});
  }
  Close(number);
}

void HostRequests::Answer(Number number, HostAnswer answer, Actions& actions) {
  const HostRequest* request = Find(number);
  if (request == nullptr) return;
  actions.emplace_back(
      ToHost{HostAnswerMessage(request->id, request->method, answer, request->typed_results)});
  Close(number);
}

void HostRequests::Fail(Number number, std::string_view text, Actions& actions) {
  const HostRequest* request = Find(number);
  if (request == nullptr) return;
  actions.emplace_back(ToHost{ErrorMessage(request->id, text)});
  Close(number);
}

void HostRequests::Close(Number number) {
  const HostRequest* request = Find(number);
  if (request == nullptr) return;
  Remember(request->id_key);
  Drop(number);
}

void HostRequests::Remember(const std::string& id_key) {
  answered_.insert(id_key);
  answered_order_.push_back(id_key);
  if (answered_order_.size() <= kRememberedAnswers) return;
  answered_.erase(answered_.find(answered_order_.front()));
  answered_order_.pop_front();
}

void HostRequests::Drop(Number number) {
  const auto found = requests_.find(number);
  if (found == requests_.end()) return;
  const HostRequest& request = found->second;
  Erase(by_host_id_, request.id_key, number);
  if (request.stage == Stage::kSent) Erase(by_sent_key_, request.sent_key, number);
  if (!request.token.empty()) progress_.End(request.token);
  requests_.erase(found);
}

}  // namespace tollpass
