#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "mandates/event.h"

namespace tollpass {
namespace {

constexpr int kMaxDepth = 8;

/// Reads the members of one object. A member that is absent leaves its field as it is; the first
/// one that does not fit is kept as the status.
class ObjectReader {
 public:
  explicit ObjectReader(const json::Value& object) : members_(json::Members(object)) {
    if (object.type != json::Type::kObject) {
      status_ = absl::InvalidArgumentError("not an object");
    }
  }

  void Read(std::string_view name, std::string& text) {
    if (const std::optional<json::Value> value = Find(name)) {
      Keep(name, json::AsString(*value), text);
    }
  }

  void Read(std::string_view name, int64_t& number) {
    if (const std::optional<json::Value> value = Find(name)) {
      Keep(name, json::AsInteger(*value), number);
    }
  }

  void Read(std::string_view name, Amount& amount) {
    std::string digits = "0";
    Read(name, digits);
    Keep(name, Amount::FromAtomic(digits), amount);
  }

  void Read(std::string_view name, sql::Blob& blob) { ReadBase64(name, blob.bytes); }

  void ReadBase64(std::string_view name, std::string& bytes) {
    std::string text;
    Read(name, text);
    Keep(name, Base64Decode(text), bytes);
  }

  template <typename Row>
  void ReadRow(std::string_view name, Row& row) {
    if (const std::optional<json::Value> value = Find(name)) {
      ObjectReader reader(*value);
      reader.ReadFields(row);
      KeepStatus(reader.status());
    }
  }

  void Read(std::string_view name, bool& set) {
    if (const std::optional<json::Value> value = Find(name)) {
      Keep(name, json::AsBool(*value), set);
    }
  }

  template <typename Row>
  void ReadRows(std::string_view name, std::vector<Row>& rows) {
    for (const json::Value& element : ElementsOf(name)) {
      ObjectReader reader(element);
      reader.ReadFields(rows.emplace_back());
      KeepStatus(reader.status());
    }
  }

  [[nodiscard]] bool Has(std::string_view name) const {
    return std::ranges::any_of(members_,
                               [&](const json::Member& member) { return member.key == name; });
  }

  void ReadOffers(std::vector<OfferNote>& offers) {
    for (const json::Value& element : ElementsOf("offers")) {
      ObjectReader reader(element);
      reader.ReadFields(offers.emplace_back());
      reader.ReadRows("limits", offers.back().limits);
      KeepStatus(reader.status());
    }
  }

  void ReadStates(std::string_view name, std::vector<std::pair<std::string, std::string>>& states) {
    for (const json::Value& element : ElementsOf(name)) {
      ObjectReader reader(element);
      auto& [key, value] = states.emplace_back();
      reader.Read("key", key);
      reader.ReadBase64("value", value);
      KeepStatus(reader.status());
    }
  }

  void ReadAnchor(ClockAnchor& anchor) {
    // Few events have one.
    const std::optional<json::Value> member = Find("clock");
    if (!member || member->type != json::Type::kObject) {
      return;
    }
    ObjectReader reader(*member);
    reader.Read("boot", anchor.boot);
    reader.Read("offset_ms", anchor.offset_ms);
    KeepStatus(reader.status());
  }

  [[nodiscard]] const absl::Status& status() const { return status_; }

 private:
  /// Members are written in the order in which they are read: mostly the next one is meant.
  std::optional<json::Value> Find(std::string_view name) {
    for (size_t seen = 0; seen < members_.size(); ++seen) {
      const size_t at = (next_ + seen) % members_.size();
      if (members_[at].key == name) {
        next_ = at + 1;
        return members_[at].value;
      }
    }
    return std::nullopt;
  }

  template <typename Row>
  void ReadFields(Row& row) {
    ForEachField(row, [&](std::string_view name, auto& field) { Read(name, field); });
  }

  [[nodiscard]] std::vector<json::Value> ElementsOf(std::string_view name) {
    const std::optional<json::Value> value = Find(name);
    return value ? json::Elements(*value) : std::vector<json::Value>();
  }

  template <typename T>
  void Keep(std::string_view name, std::optional<T> read, T& field) {
    if (read) {
      field = *std::move(read);
    } else {
      KeepStatus(absl::InvalidArgumentError(absl::StrFormat("member %s does not fit", name)));
    }
  }

  void KeepStatus(const absl::Status& status) {
    if (status_.ok()) {
      status_ = status;
    }
  }

  std::vector<json::Member> members_;
  size_t next_ = 0;
  absl::Status status_;
};

/// Events of formats before 7 count uses by the class of the network: "calls/testnet".
std::vector<sql::CounterRow> ReadCounts(std::string_view name, ObjectReader& reader) {
  std::vector<sql::CounterRow> counts;
  reader.ReadRows(name, counts);
  for (sql::CounterRow& count : counts) {
    if (count.window == WindowName(WindowKind::kUses)) {
      count.unit = sql::kUnitOfUses;
    }
  }
  return counts;
}

Initialised ReadInitialised(ObjectReader& reader) {
  Initialised body;
  reader.Read("ledger_id", body.ledger_id);
  reader.ReadBase64("approval_key", body.approval_key);
  return body;
}

Declined ReadDeclined(ObjectReader& reader) {
  Declined body;
  reader.ReadRow("call", body.call);
  reader.ReadOffers(body.offers);
  if (reader.Has("refused")) {
    reader.ReadRows("refused", body.refused.emplace());
  }
  if (reader.Has("question")) {
    reader.ReadRow("question", body.question.emplace());
  }
  return body;
}

Asked ReadAsked(ObjectReader& reader) {
  Asked body;
  reader.ReadRow("call", body.call);
  if (reader.Has("question")) {
    reader.ReadRow("question", body.question.emplace());
  }
  reader.ReadOffers(body.offers);
  reader.ReadRows("refused", body.refused);
  return body;
}

Charged ReadCharged(ObjectReader& reader) {
  Charged body;
  reader.ReadRow("call", body.call);
  reader.ReadRow("charge", body.charge);
  body.counts = ReadCounts("counts", reader);
  reader.ReadStates("states", body.states);
  reader.Read("pin", body.pin);
  reader.Read("tool_pin", body.tool_pin);
  reader.Read("replaces", body.replaces);
  reader.ReadOffers(body.offers);
  reader.ReadRows("refused", body.refused);
  return body;
}

ChargeChanged ReadChargeChanged(ObjectReader& reader) {
  ChargeChanged body;
  reader.Read("charge", body.charge);
  reader.Read("seen_generation", body.seen_generation);
  reader.Read("seen_call_state", body.seen_call_state);
  reader.ReadRow("state", body.state);
  reader.Read("empty", body.empty);
  body.given_back = ReadCounts("given_back", reader);
  reader.ReadRow("sighting", body.sighting);
  reader.Read("no_fault", body.no_fault);
  reader.Read("late", body.late);
  return body;
}

Ordered ReadOrdered(ObjectReader& reader) {
  Ordered body;
  reader.ReadBase64("order", body.order);
  reader.ReadBase64("signature", body.signature);
  body.given_back = ReadCounts("given_back", reader);
  reader.ReadRows("added", body.added);
  reader.Read("replaced_pin", body.replaced_pin);
  reader.Read("restored_pin", body.restored_pin);
  return body;
}

EventBody ReadBody(EventKind kind, ObjectReader& reader) {
  switch (kind) {
    case EventKind::kInitialised:
      return ReadInitialised(reader);
    case EventKind::kDeclined:
      return ReadDeclined(reader);
    case EventKind::kAsked:
      return ReadAsked(reader);
    case EventKind::kCharged:
      return ReadCharged(reader);
    case EventKind::kAdopted:
    case EventKind::kConcluded:
    case EventKind::kRecovered:
    case EventKind::kWitnessed:
      return ReadChargeChanged(reader);
    default:
      return ReadOrdered(reader);
  }
}

}  // namespace

const std::vector<OfferNote>& OffersOf(const EventBody& body) {
  static const auto& kNone = *new std::vector<OfferNote>();
  if (const auto* charged = std::get_if<Charged>(&body)) {
    return charged->offers;
  }
  if (const auto* asked = std::get_if<Asked>(&body)) {
    return asked->offers;
  }
  const auto* declined = std::get_if<Declined>(&body);
  return declined != nullptr ? declined->offers : kNone;
}

absl::StatusOr<EventBody> DecodeEventBody(EventKind kind, std::string_view json) {
  TOLLPASS_ASSIGN_OR_RETURN(Event event, DecodeEvent(kind, "", json));
  return std::move(event.body);
}

absl::StatusOr<Event> DecodeEvent(EventKind kind, std::string_view subject, std::string_view json) {
  TOLLPASS_ASSIGN_OR_RETURN(const json::Value object, json::ParseUnique(json, kMaxDepth));
  ObjectReader reader(object);
  Event event = {kind, std::string(subject), ReadBody(kind, reader)};
  reader.ReadAnchor(event.clock);
  TOLLPASS_RETURN_IF_ERROR(reader.status());
  return event;
}

}  // namespace tollpass
