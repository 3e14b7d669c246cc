#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "policy/rules.h"

namespace tollpass {
namespace {

/// Texts in an order that tells them apart: every list is preceded by its length.
class Canonical {
 public:
  void Text(std::string text) { fields_.push_back(std::move(text)); }
  void Number(int64_t number) { fields_.push_back(std::to_string(number)); }
  void Flag(const std::optional<bool>& flag) { Number(flag ? (*flag ? 1 : 0) : -1); }

  void Texts(const std::vector<std::string>& texts) {
    Number(static_cast<int64_t>(texts.size()));
    fields_.insert(fields_.end(), texts.begin(), texts.end());
  }

  void Limits(const std::vector<LimitSpec>& specs) {
    Number(static_cast<int64_t>(specs.size()));
    for (const LimitSpec& spec : specs) {
      Text(std::string(WindowName(spec.window)));
      Number(spec.seconds);
      Text(spec.unit);
      Texts(spec.assets);
      Text(spec.maximum.ToAtomic());
      Text(std::string(spec.zone.name()));
    }
  }

  void Rules(const Section& section) {
    Text(section.name);
    Limits(section.per_call);
    Limits(section.sums);
    Limits(section.ask_above);
    Flag(section.ask_always);
    Flag(section.pay);
    Text(section.hours ? HoursText(*section.hours) : "");
    Number(section.pay_to ? (section.pay_to->pin ? 1 : 0) : -1);
    Texts(section.pay_to ? section.pay_to->accounts : std::vector<std::string>());
    Number(section.schemes ? 1 : 0);
    Texts(section.schemes.value_or(std::vector<std::string>()));
    Number(section.price_drift ? static_cast<int64_t>(*section.price_drift) : -1);
    Number(section.breaker.value_or(-1));
  }

  [[nodiscard]] std::string Digest() const {
    const std::vector<std::string_view> views(fields_.begin(), fields_.end());
    return FieldsDigest("tollpass-policy-section/2", views);
  }

 private:
  std::vector<std::string> fields_;
};

}  // namespace

std::string ServerDigest(const PolicyRules& rules, const ServerRules& server,
                         std::string_view identity) {
  Canonical canonical;
  canonical.Text(std::string(identity));
  canonical.Number(server.max_validity);
  canonical.Number(server.after_unknown == AfterUnknown::kAsk ? 1 : 0);
  canonical.Number(static_cast<int64_t>(server.budgets.size()));
  for (const size_t budget : server.budgets) canonical.Rules(rules.budgets[budget].section);
  canonical.Rules(server.section);
  if (!server.trust.empty()) canonical.Texts(server.trust);
  return canonical.Digest();
}

std::string ToolDigest(std::string_view server_digest, const Section& tool) {
  Canonical canonical;
  canonical.Text(std::string(server_digest));
  canonical.Rules(tool);
  return canonical.Digest();
}

}  // namespace tollpass
