#include <algorithm>
#include <string>
#include <utility>

#include "interceptor/dialects/dialect.h"
#include "interceptor/dialects/recognise.h"

namespace tollpass {
namespace {

constexpr std::string_view kNoDialect = "unknown";

// MCP's ways to send the user to a page or a form.
bool AsksTheUser(const Answer& answer) {
  if (answer.result_type && json::AsString(*answer.result_type) == "input_required") return true;
  if (!answer.data) return false;
  for (const json::Member& member : answer.data->members) {
    if (member.key == "elicitations" && member.value.type == json::Type::kArray) return true;
  }
  return false;
}

std::string ServerWords(const Answer& answer) {
  if (answer.error) return json::FindString(*answer.error, "message").value_or("");
  return answer.first_text;
}

Challenge Unpayable(std::string_view dialect, Reason defect) {
  Challenge challenge;
  challenge.dialect = dialect;
  challenge.defect = defect;
  return challenge;
}

const Dialect* DemandingDialect(const Dialects& dialects, const Part& part) {
  for (const auto& dialect : dialects) {
    if (dialect->Demands(part)) return dialect.get();
  }
  return nullptr;
}

// A demand in content behind the first item, where no dialect reads one. The same one once more, as
// text, is none.
bool DemandsElsewhere(const Dialects& dialects, const Answer& answer) {
  const std::vector<json::Value> items =
      answer.content ? json::Elements(*answer.content) : std::vector<json::Value>();
  const auto& read = answer.structured ? answer.structured : answer.first_text_json;
  const auto recognises = [&](const Part& inner) {
    return DemandingDialect(dialects, inner) != nullptr;
  };
  return items.size() > 1 && std::any_of(items.begin() + 1, items.end(), [&](const auto& item) {
           const std::optional<std::string> text = json::FindString(item, "text");
           if (text && read && json::Equal(*text, read->value.text)) return false;
           return AnyInside(item, recognises);
         });
}

// What each dialect finds where it reads a demand.
std::optional<Challenge> ReadWhereItBelongs(const Dialects& dialects, const Answer& answer) {
  std::optional<Challenge> found;
  for (const auto& dialect : dialects) {
    Reading next = dialect->Read(answer, false);
    Challenge* challenge = std::get_if<Challenge>(&next);
    if (challenge == nullptr) continue;
    if (found) return Unpayable(found->dialect, Reason::kAmbiguousChallenge);
    found = std::move(*challenge);
  }
  if (found && AsksTheUser(answer)) return Unpayable(found->dialect, Reason::kAmbiguousChallenge);
  if (found && !found->defect && DemandsElsewhere(dialects, answer)) {
    return Unpayable(found->dialect, Reason::kAmbiguousChallenge);
  }
  return found;
}

// SDKs write the number of an error before its message. That is how a demand looks whose data was
// lost; here nothing is lost.
std::string WithoutNumber(std::string text) {
  if (text.starts_with("MCP error ")) text.erase(0, text.find(':'));
  return json::Quote(text);
}

// A demand at any other place of an error: nobody pays it, and the host does not see it.
std::optional<Challenge> ReadAnywhere(const Dialects& dialects, const Answer& answer) {
  if (!answer.error && !answer.is_error) return std::nullopt;
  std::optional<json::Value> message;
  if (answer.error) message = json::Find(*answer.error, "message");
  std::string_view name = kNoDialect;
  const auto recognises = [&](const Part& inner) {
    const bool is_message = message && message->type == json::Type::kString &&
                            inner.value.text.data() == message->text.data();
    const std::string stripped = is_message ? WithoutNumber(inner.text) : std::string();
    const Dialect* dialect = DemandingDialect(
        dialects, is_message ? Part(json::Value{json::Type::kString, stripped}) : inner);
    if (dialect != nullptr) name = dialect->traits().name;
    return dialect != nullptr;
  };
  if (!AnyInside(answer.error ? *answer.error : *answer.result, recognises)) return std::nullopt;
  return Unpayable(name, Reason::kNotPayable);
}

std::optional<Challenge> ReadOne(const Dialects& dialects, const Answer& answer) {
  std::optional<Challenge> challenge = ReadWhereItBelongs(dialects, answer);
  if (!challenge) challenge = ReadAnywhere(dialects, answer);
  if (challenge && challenge->defect && challenge->server_text.empty()) {
    challenge->server_text = ServerWords(answer);
  }
  return challenge;
}

// The answer to a poll carries that of the task (MCP 2025-11-25, and the tasks extension).
std::optional<Challenge> ReadTask(const Dialects& dialects, const Answer& answer) {
  std::optional<Challenge> challenge;
  if (answer.task_result) {
    challenge = ReadOne(dialects, Answer(answer.method, answer.task_result, std::nullopt));
  }
  if (!challenge && answer.task_error) {
    challenge = ReadOne(dialects, Answer(answer.method, std::nullopt, answer.task_error));
  }
  if (challenge) {
    challenge->defect = Reason::kNotPayable;
    challenge->offers.clear();
  }
  return challenge;
}

}  // namespace

std::optional<Challenge> ReadChallenge(const Dialects& dialects, const Answer& answer) {
  std::optional<Challenge> challenge = ReadOne(dialects, answer);
  return challenge ? std::move(challenge) : ReadTask(dialects, answer);
}

std::vector<std::string> DemandsBeside(const Dialects& dialects, const json::Value& response) {
  constexpr std::string_view kOwn[] = {"jsonrpc", "id", "result", "error"};
  const auto demands = [&](const Part& inner) {
    return DemandingDialect(dialects, inner) != nullptr;
  };
  std::vector<std::string> names;
  for (json::Member& member : json::Members(response)) {
    if (std::ranges::count(kOwn, member.key) > 0 || std::ranges::count(names, member.key) > 0) {
      continue;
    }
    const std::string key = json::Quote(member.key);
    if (AnyInside({json::Type::kString, key}, demands) || AnyInside(member.value, demands)) {
      names.push_back(std::move(member.key));
    }
  }
  return names;
}

Challenge UnpayableChallenge() { return Unpayable(kNoDialect, Reason::kNotPayable); }

Settlement ReadSettlement(const Dialects& dialects, const Answer& answer,
                          std::string_view paid_by) {
  Settlement settlement;
  if (const Dialect* dialect = FindDialect(dialects, paid_by)) {
    Reading reading = dialect->Read(answer, true);
    if (auto* read = std::get_if<Settlement>(&reading)) settlement = std::move(*read);
  }
  std::optional<Answer> receipted;
  if (settlement.receipt && settlement.receipt->success) {
    receipted.emplace(answer.method, answer.result, answer.error);
    receipted->receipted = true;
  }
  if (std::optional<Challenge> challenge =
          ReadChallenge(dialects, receipted ? *receipted : answer)) {
    settlement.refused = true;
    settlement.asked_again = std::move(challenge->offers);
    if (settlement.server_text.empty()) settlement.server_text = std::move(challenge->server_text);
  }
  return settlement;
}

}  // namespace tollpass
