#include "samples/paid_server/stored_results.h"

#include "core/status.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {

StoredResults::StoredResults(StateFile& state, bool gives_again)
    : state_(state), gives_again_(gives_again) {
  for (const nlohmann::json& record : state_.records()) {
    if (!record.contains("delivered")) continue;
    Remember(StringMember(record, "delivered"),
             {StringMember(record, "call"), StringMember(record, "identifier"),
              StringMember(record, "terms"), record.value("result", nlohmann::json::object())});
  }
}

const Delivery* StoredResults::Find(const std::string& claim) const {
  const auto found = by_claim_.find(claim);
  return found == by_claim_.end() || !gives_again_ ? nullptr : &found->second;
}

StoredResults::Binding StoredResults::Bind(const std::string& identifier,
                                           const std::string& terms) {
  if (identifier.empty()) return Binding::kSame;
  const auto [bound, is_new] = terms_of_.try_emplace(identifier, terms);
  if (is_new) return Binding::kNew;
  return bound->second == terms ? Binding::kSame : Binding::kConflict;
}

bool StoredResults::Claim(const std::string& claim) {
  return !by_claim_.contains(claim) && claimed_.insert(claim).second;
}

absl::Status StoredResults::Put(const std::string& claim, const Delivery& delivery) {
  TOLLPASS_RETURN_IF_ERROR(state_.Append({{"delivered", claim},
                                          {"call", delivery.call},
                                          {"identifier", delivery.identifier},
                                          {"terms", delivery.terms},
                                          {"result", delivery.result}}));
  Remember(claim, delivery);
  return absl::OkStatus();
}

void StoredResults::Remember(const std::string& claim, const Delivery& delivery) {
  Bind(delivery.identifier, delivery.terms);
  by_claim_[claim] = delivery;
}

}  // namespace tollpass::samples
