// Batches of revision 2025-03-26, the only one that has them. Each message in one is taken by
// itself: official SDKs read no array, so none is ever written, and the specification lets the
// answers to a batch come one by one.

#include "interceptor/connection.h"

namespace tollpass {
namespace {

constexpr std::string_view kRevisionWithBatches = "2025-03-26";

}  // namespace

bool Interceptor::Connection::IsTakenApart(const Message& batch) const {
  return revision_ == kRevisionWithBatches && !json::Elements(*batch.root).empty();
}

void Interceptor::Connection::TakeApartHostBatch(const Message& batch, Actions& actions) {
  for (const json::Value& element : json::Elements(*batch.root)) {
    Actions of_one;
    RouteHostMessage(element.text, of_one);
    for (Action& action : of_one) {
      if (std::holds_alternative<Forward>(action)) action = ToServer{std::string(element.text)};
      actions.push_back(std::move(action));
    }
  }
}

void Interceptor::Connection::TakeApartServerBatch(const Message& batch, Actions& actions) {
  for (const json::Value& element : json::Elements(*batch.root)) {
    Actions of_one;
    RouteServerMessage(element.text, of_one);
    for (Action& action : of_one) {
      if (std::holds_alternative<Forward>(action)) action = ToHost{std::string(element.text)};
      actions.push_back(std::move(action));
    }
  }
}

}  // namespace tollpass
