#include "samples/paid_server/stored_results.h"

#include <utility>

#include "core/status.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {

StoredResults::StoredResults(StateFile& state) : state_(state) {
  for (const nlohmann::json& record : state_.records()) {
    if (!record.contains("delivered")) continue;
    Remember(StringMember(record, "delivered"),
             {StringMember(record, "call"), StringMember(record, "identifier"),
              StringMember(record, "terms"), record.value("result", nlohmann::json::object())});
  }
}

const Delivery* StoredResults::Find(const std::string& claim) const {
  const auto found = by_claim_.find(claim);
  return found == by_claim_.end() ? nullptr : &found->second;
}

bool StoredResults::Conflicts(const std::string& identifier, const std::string& terms) const {
  const auto found = terms_of_.find(identifier);
  return found != terms_of_.end() && found->second != terms;
}

absl::Status StoredResults::Put(const std::string& claim, Delivery delivery) {
  TOLLPASS_RETURN_IF_ERROR(state_.Append({{"delivered", claim},
                                          {"call", delivery.call},
                                          {"identifier", delivery.identifier},
                                          {"terms", delivery.terms},
                                          {"result", delivery.result}}));
  Remember(claim, std::move(delivery));
  return absl::OkStatus();
}

void StoredResults::Remember(const std::string& claim, Delivery delivery) {
  if (!delivery.identifier.empty()) terms_of_[delivery.identifier] = delivery.terms;
  by_claim_[claim] = std::move(delivery);
}

}  // namespace tollpass::samples
