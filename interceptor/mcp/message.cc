#include "interceptor/mcp/message.h"

#include <array>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "interceptor/mcp/markers.h"

namespace tollpass {
namespace {

struct Envelope {
  std::array<std::pair<std::string_view, std::optional<json::Value>>, 5> members = {
      {{"id", {}}, {"method", {}}, {"params", {}}, {"result", {}}, {"error", {}}}};
  std::string twice;  // a member that is there twice

  std::optional<json::Value>& operator[](size_t index) { return members[index].second; }
};

Envelope ReadEnvelope(const std::vector<json::Member>& root) {
  Envelope envelope;
  for (const json::Member& member : root) {
    for (auto& [name, value] : envelope.members) {
      if (member.key != name) continue;
      if (value) envelope.twice = name;
      value = member.value;
    }
  }
  return envelope;
}

bool IsNull(const std::optional<json::Value>& value) {
  return value && value->type == json::Type::kNull;
}

// JSON-RPC 1.0 servers write the member that does not apply as null.
void DropNulls(Message& message) {
  if (IsNull(message.error) && message.result) message.error.reset();
  if (IsNull(message.result) && message.error) message.result.reset();
}

void Classify(Message& message, bool has_method) {
  const bool answers = message.result || message.error;
  if (has_method && answers) {
    message.kind = MessageKind::kAmbiguous;
    message.problem = "it is a request and a response at once";
  } else if (message.result && message.error) {
    message.kind = MessageKind::kAmbiguous;
    message.problem = "it has a result and an error";
  } else if (answers) {
    message.kind = MessageKind::kResponse;
  } else if (has_method) {
    message.kind = message.id ? MessageKind::kRequest : MessageKind::kNotification;
  } else {
    message.kind = MessageKind::kOther;
  }
}

}  // namespace

std::string_view WithoutByteOrderMark(std::string_view line) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (line.starts_with(kMark)) line.remove_prefix(kMark.size());
  return line;
}

Message ReadMessage(std::string_view line) {
  Message message;
  message.text = line;
  message.marked = HasMarker(line);
  std::vector<json::Member> members;
  const absl::StatusOr<json::Value> root = json::ParseMembers(line, kMaxMessageDepth, members);
  if (!root.ok()) {
    message.problem = std::string(root.status().message());
    return message;
  }
  message.root = *root;
  if (root->type == json::Type::kArray) {
    message.kind = MessageKind::kBatch;
    return message;
  }
  if (root->type != json::Type::kObject) {
    message.problem = "no JSON object";
    return message;
  }
  Envelope envelope = ReadEnvelope(members);
  if (!IsNull(envelope[0])) message.id = envelope[0];
  message.params = envelope[2];
  message.result = envelope[3];
  message.error = envelope[4];
  const std::optional<json::Value>& method = envelope[1];
  if (method) message.method = json::AsString(*method).value_or("");
  DropNulls(message);
  Classify(message, method.has_value());
  if (!envelope.twice.empty()) {
    message.kind = MessageKind::kAmbiguous;
    message.problem = absl::StrFormat("it has the member \"%s\" twice", envelope.twice);
  }
  return message;
}

}  // namespace tollpass
