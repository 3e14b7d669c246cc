#include <string>
#include <utility>
#include <vector>

#include "core/encoding.h"
#include "core/json/json.h"
#include "mandates/event.h"

namespace tollpass {
namespace {

constexpr std::string_view kClockMember = "\"clock\":";

void Write(json::ObjectWriter& writer, std::string_view name, const std::string& text) {
  if (!text.empty()) {
    writer.String(name, text);
  }
}

void Write(json::ObjectWriter& writer, std::string_view name, int64_t number) {
  if (number != 0) {
    writer.Integer(name, number);
  }
}

void Write(json::ObjectWriter& writer, std::string_view name, Amount amount) {
  if (!amount.IsZero()) {
    writer.String(name, amount.ToAtomic());
  }
}

void Write(json::ObjectWriter& writer, std::string_view name, const sql::Blob& blob) {
  Write(writer, name, Base64Encode(blob.bytes));
}

void Write(json::ObjectWriter& writer, std::string_view name, bool set) {
  if (set) {
    writer.Bool(name, true);
  }
}

template <typename Row>
void WriteFields(json::ObjectWriter& writer, const Row& row) {
  ForEachField(row, [&](std::string_view name, const auto& field) { Write(writer, name, field); });
}

template <typename Row>
std::string EncodeRow(const Row& row) {
  json::ObjectWriter writer;
  WriteFields(writer, row);
  return writer.Done();
}

template <typename Row>
std::string EncodeRows(const std::vector<Row>& rows) {
  std::vector<std::string> elements;
  elements.reserve(rows.size());
  for (const Row& row : rows) {
    elements.push_back(EncodeRow(row));
  }
  return json::Array(elements);
}

template <typename Row>
void WriteRows(json::ObjectWriter& writer, std::string_view name, const std::vector<Row>& rows) {
  if (!rows.empty()) {
    writer.Raw(name, EncodeRows(rows));
  }
}

void WriteOffers(json::ObjectWriter& writer, const std::vector<OfferNote>& offers) {
  if (offers.empty()) {
    return;
  }
  std::vector<std::string> elements;
  for (const OfferNote& offer : offers) {
    json::ObjectWriter element;
    WriteFields(element, offer);
    WriteRows(element, "limits", offer.limits);
    elements.push_back(element.Done());
  }
  writer.Raw("offers", json::Array(elements));
}

std::string Encode(const Initialised& body) {
  json::ObjectWriter writer;
  writer.String("ledger_id", body.ledger_id);
  writer.String("approval_key", Base64Encode(body.approval_key));
  return writer.Done();
}

std::string Encode(const Declined& body) {
  json::ObjectWriter writer;
  writer.Raw("call", EncodeRow(body.call));
  WriteOffers(writer, body.offers);
  if (body.refused) {
    writer.Raw("refused", EncodeRows(*body.refused));
  }
  if (body.question) {
    writer.Raw("question", EncodeRow(*body.question));
  }
  return writer.Done();
}

std::string Encode(const Asked& body) {
  json::ObjectWriter writer;
  writer.Raw("call", EncodeRow(body.call));
  if (body.question) {
    writer.Raw("question", EncodeRow(*body.question));
  }
  WriteOffers(writer, body.offers);
  WriteRows(writer, "refused", body.refused);
  return writer.Done();
}

std::string Encode(const Charged& body) {
  json::ObjectWriter writer;
  writer.Raw("call", EncodeRow(body.call));
  writer.Raw("charge", EncodeRow(body.charge));
  WriteRows(writer, "counts", body.counts);
  if (!body.states.empty()) {
    std::vector<std::string> elements;
    for (const auto& [key, value] : body.states) {
      elements.push_back(
          json::ObjectWriter().String("key", key).String("value", Base64Encode(value)).Done());
    }
    writer.Raw("states", json::Array(elements));
  }
  Write(writer, "pin", body.pin);
  Write(writer, "tool_pin", body.tool_pin);
  Write(writer, "replaces", body.replaces);
  WriteOffers(writer, body.offers);
  WriteRows(writer, "refused", body.refused);
  return writer.Done();
}

std::string Encode(const ChargeChanged& body) {
  json::ObjectWriter writer;
  writer.String("charge", body.charge);
  writer.Integer("seen_generation", body.seen_generation);
  writer.String("seen_call_state", body.seen_call_state);
  writer.Raw("state", EncodeRow(body.state));
  Write(writer, "empty", body.empty);
  Write(writer, "no_fault", body.no_fault);
  Write(writer, "late", body.late);
  WriteRows(writer, "given_back", body.given_back);
  WriteRows(writer, "added", body.added);
  if (!body.sighting.source.empty()) {
    writer.Raw("sighting", EncodeRow(body.sighting));
  }
  return writer.Done();
}

std::string Encode(const Ordered& body) {
  json::ObjectWriter writer;
  writer.String("order", Base64Encode(body.order));
  Write(writer, "signature", Base64Encode(body.signature));
  WriteRows(writer, "given_back", body.given_back);
  WriteRows(writer, "added", body.added);
  Write(writer, "replaced_pin", body.replaced_pin);
  Write(writer, "restored_pin", body.restored_pin);
  return writer.Done();
}

}  // namespace

std::string EncodeEventBody(const EventBody& body, const ClockAnchor& clock) {
  std::string text = std::visit([](const auto& typed) { return Encode(typed); }, body);
  if (clock.boot.empty()) {
    return text;
  }
  const std::string anchor =
      json::ObjectWriter().String("boot", clock.boot).Integer("offset_ms", clock.offset_ms).Done();
  // No body is empty.
  text.back() = ',';
  return text + kClockMember.data() + anchor + "}";
}

}  // namespace tollpass
