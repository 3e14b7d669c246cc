#ifndef TOLLPASS_INTERCEPTOR_MCP_MESSAGE_H_
#define TOLLPASS_INTERCEPTOR_MCP_MESSAGE_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json.h"

namespace tollpass {

/// Nesting up to which a message is read. Deeper ones count as no JSON.
inline constexpr int kMaxMessageDepth = 512;

/// `line` without a byte order mark, with which some runtimes begin a stream.
std::string_view WithoutByteOrderMark(std::string_view line);

enum class MessageKind {
  kRequest,
  kNotification,
  kResponse,
  kBatch,      // an array
  kOther,      // an object that is none of these
  kAmbiguous,  // two readers could take it for two different messages
  kNotJson,
};

/// One JSON-RPC message as far as routing needs it. Views point into the line.
struct Message {
  MessageKind kind = MessageKind::kNotJson;
  std::string_view text;
  std::optional<json::Value> root;  // not set for kNotJson
  std::optional<json::Value> id;    // std::nullopt if absent or null
  std::string method;
  std::optional<json::Value> params;
  std::optional<json::Value> result;
  std::optional<json::Value> error;
  std::string problem;  // of kAmbiguous and kNotJson, for the user
  bool marked = false;  // HasMarker(text)
};

/// Reads one line. Never fails: what it cannot take for a message has a kind of its own.
Message ReadMessage(std::string_view line);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_MESSAGE_H_
