#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/loose_text.h"

namespace tollpass {
namespace {

constexpr int kMaxTextDepth = 512;

// True if it was there before.
template <typename Place>
bool Put(Place& place, const json::Value& value) {
  const bool again = place.has_value();
  place.emplace(value);
  return again;
}

}  // namespace

Part::Part(const json::Value& of) : value(of), members(json::Members(of)) {
  if (of.type == json::Type::kString) text = ReadableText(of);
}

bool MarksError(const json::Value& is_error) {
  return is_error.type != json::Type::kNull && json::AsBool(is_error).value_or(true);
}

Answer::Answer(std::string_view of_method, std::optional<json::Value> the_result,
               std::optional<json::Value> the_error)
    : method(of_method), result(the_result), error(the_error) {
  if (result) ReadResult();
  if (error) ReadError();
}

void Answer::ReadResult() {
  size_t flags = 0;
  for (const json::Member& member : json::Members(*result)) {
    const std::string& key = member.key;
    if (key == "isError") {
      // Of two that contradict each other the one that shows nothing to the host counts.
      is_error |= MarksError(member.value);
      odd_error |= MarksError(member.value) && member.value.type != json::Type::kBool;
      twice |= ++flags > 1;
    } else if (key == "structuredContent") {
      twice |= Put(structured, member.value);
    } else if (key == "content") {
      twice |= Put(content, member.value);
    } else if (key == "_meta") {
      twice |= Put(meta, member.value);
    } else if (key == "resultType") {
      twice |= Put(result_type, member.value);
    } else if (key == "paymentRequired") {
      twice |= Put(payment_required, member.value);
    } else if (key == "result") {
      twice |= Put(task_result, member.value);
    } else if (key == "error") {
      twice |= Put(task_error, member.value);
    }
  }
  if (is_error) ReadFirstText();
}

void Answer::ReadError() {
  for (const json::Member& member : json::Members(*error)) {
    if (member.key == "code") twice |= Put(code, member.value);
    if (member.key == "data") twice |= Put(data, member.value);
  }
}

void Answer::ReadFirstText() {
  const std::vector<json::Value> items =
      content ? json::Elements(*content) : std::vector<json::Value>();
  if (items.empty()) return;
  const std::optional<json::Value> text = json::Find(items[0], "text");
  if (!text || text->type != json::Type::kString) return;
  first_text = ReadableText(*text);
  twice |= !json::AsString(*text);
  const absl::StatusOr<json::Value> root = json::Parse(first_text, kMaxTextDepth);
  if (root.ok()) first_text_json.emplace(*root);
}

}  // namespace tollpass
