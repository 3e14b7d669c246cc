#include "interceptor/redaction.h"

#include <algorithm>
#include <string>
#include <utility>

#include "interceptor/dialects/recognise.h"
#include "interceptor/mcp/payment_keys.h"

namespace tollpass {
namespace {

constexpr size_t kMaxEdits = 16;  // each costs a pass over the message

constexpr std::string_view kEnvelope[] = {"jsonrpc", "id", "method", "params", "_meta"};

class Redactor {
 public:
  Redactor(const Dialects& dialects, const std::vector<std::string_view>& keys)
      : dialects_(dialects), keys_(keys) {}

  // False if there is more than can be taken out.
  bool Redact(const Message& message) {
    for (const json::Member& member : json::Members(*message.root)) {
      if (member.key == "_meta") {
        if (!RedactMeta({"_meta"}, member.value)) return false;
      } else if (std::ranges::count(kEnvelope, member.key) == 0 && ContainsPayment(member) &&
                 !Add({{member.key}, std::nullopt})) {
        return false;
      }
    }
    if (IsPaymentText(message.method)) return false;
    return !message.params || RedactParams(*message.params);
  }

  std::vector<json::Edit> Take() { return std::move(edits_); }

 private:
  bool RedactParams(const json::Value& params) {
    if (IsDemand(params) || (params.type != json::Type::kObject && ContainsPayment(params))) {
      return false;
    }
    for (const json::Member& member : json::Members(params)) {
      if (member.key == "_meta") {
        if (!RedactMeta({"params", "_meta"}, member.value)) return false;
      } else if (IsPaymentText(member.key)) {
        if (!Add({{"params", member.key}, std::nullopt})) return false;
      } else if (ContainsPayment(member.value) &&
                 !Add({{"params", member.key}, json::Quote(kPaymentRemoved)})) {
        return false;
      }
    }
    return true;
  }

  // Its members with names of ours are left to PaymentRemovals.
  bool RedactMeta(std::vector<std::string> path, const json::Value& meta) {
    if (IsDemand(meta) || meta.type != json::Type::kObject) {
      return !ContainsPayment(meta) || Add({std::move(path), std::nullopt});
    }
    for (const json::Member& member : json::Members(meta)) {
      if (IsNameOf(member.key, keys_) || !ContainsPayment(member)) continue;
      std::vector<std::string> inner = path;
      inner.push_back(member.key);
      if (!Add({std::move(inner), std::nullopt})) return false;
    }
    return true;
  }

  bool Add(json::Edit edit) {
    edits_.push_back(std::move(edit));
    return edits_.size() <= kMaxEdits;
  }

  // By itself: its members may still be taken out one by one.
  [[nodiscard]] bool IsDemand(const json::Value& value) const {
    const Part part(value);
    return std::ranges::any_of(dialects_,
                               [&](const auto& dialect) { return dialect->Demands(part); });
  }

  [[nodiscard]] bool IsPayment(const Part& part) const {
    return std::ranges::any_of(dialects_,
                               [&](const auto& dialect) { return dialect->Recognises(part); });
  }

  [[nodiscard]] bool ContainsPayment(const json::Member& member) const {
    return IsPaymentText(member.key) || ContainsPayment(member.value);
  }

  // Of a name: of a member, or of a method.
  [[nodiscard]] bool IsPaymentText(std::string_view text) const {
    if (text.find('{') == std::string_view::npos) return false;
    const std::string quoted = json::Quote(text);
    return ContainsPayment(json::Value{json::Type::kString, quoted});
  }

  [[nodiscard]] bool ContainsPayment(const json::Value& value) const {
    return AnyInside(value, [&](const Part& inner) {
      return IsPayment(inner) ||
             std::ranges::any_of(inner.members, [&](const json::Member& member) {
               return IsNameOf(member.key, keys_);
             });
    });
  }

  const Dialects& dialects_;
  const std::vector<std::string_view>& keys_;
  std::vector<json::Edit> edits_;
};

}  // namespace

std::optional<std::vector<json::Edit>> Redactions(const Dialects& dialects,
                                                  const std::vector<std::string_view>& keys,
                                                  const Message& message) {
  Redactor redactor(dialects, keys);
  if (!redactor.Redact(message)) return std::nullopt;
  return redactor.Take();
}

std::vector<json::Edit> InstructionsRedaction(const Dialects& dialects, const Message& response) {
  if (!response.result) return {};
  const auto demands = [&](const Part& part) {
    return std::ranges::any_of(dialects,
                               [&](const auto& dialect) { return dialect->Demands(part); });
  };
  for (const json::Member& member : json::Members(*response.result)) {
    if (member.key != "instructions" || !AnyInside(member.value, demands)) continue;
    return {{{"result", "instructions"}, json::Quote(kPaymentRemoved)}};
  }
  return {};
}

}  // namespace tollpass
