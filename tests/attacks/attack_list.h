#ifndef TOLLPASS_TESTS_ATTACKS_ATTACK_LIST_H_
#define TOLLPASS_TESTS_ATTACKS_ATTACK_LIST_H_

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/reason.h"

/// The list of attacks: tests/data/attacks.json, or the file that TOLLPASS_ATTACKS names. What an
/// entry does is told by the form of its input, never by its id or values.
namespace tollpass {

struct Attack {
  std::string id;
  nlohmann::ordered_json input;
  std::string safe_outcome;
};

inline void PrintTo(const Attack& attack, std::ostream* out) { *out << attack.id; }

inline std::vector<Attack> LoadAttacks() {
  const char* named = std::getenv("TOLLPASS_ATTACKS");
  std::ifstream file(named != nullptr ? named : TOLLPASS_TEST_DATA "/attacks.json");
  std::vector<Attack> attacks;
  for (const nlohmann::ordered_json& entry : nlohmann::ordered_json::parse(file)) {
    attacks.push_back({entry["id"], entry["input"], entry.value("safe_outcome", "")});
  }
  return attacks;
}

/// One form of input: its members, words that must stand in it, and the tests that drive it.
struct AttackForm {
  std::string_view name;
  std::vector<std::string_view> members;  // all of them; one that ends in '?' may be missing
  std::string_view words;                 // a regular expression; empty: whatever it says
  std::vector<std::string_view> rooms;
};

/// The forms of the groups T (terms), P (amounts), S (servers), C (clocks) and L (ledger).
inline const std::vector<AttackForm>& AttackForms() {
  static const auto& kForms = *new std::vector<AttackForm>{
      {"second challenge",
       {"policy", "quote1", "after_payment"},
       "accepts",
       {"wallet", "paid calls"}},
      {"second quote", {"policy", "quote1", "quote2"}, "accepts", {"wallet", "paid calls"}},
      {"refused after payment", {"after_payment"}, "accepts", {"wallet", "paid calls"}},
      {"empty answer", {"after_payment"}, "\"content\":\\[\\]", {"wallet", "paid calls"}},
      {"price hint", {"tools_list", "quote"}, "accepts", {"wallet"}},
      {"preflight", {"preflight", "real"}, "accepts", {"wallet"}},
      {"quote", {"policy?", "connected_to?", "quote"}, "accepts", {"wallet"}},
      {"expired challenge", {"quote"}, "challenges.*expires", {"wallet", "paid calls"}},
      {"changed tool", {"list1", "list2"}, "name", {"wallet", "paid calls"}},
      {"policy text", {"policy_text"}, "per_call: ", {"policy", "wallet", "cli"}},
      {"processes", {"policy", "processes", "each"}, "per_day.*amount", {"wallet"}},
      {"time-out", {"event", "after"}, "timeout", {"wallet", "interceptor"}},
      {"crash", {"event", "at"}, "kill -9", {"wallet"}},
      {"cancel", {"events"}, "notifications/cancelled", {"wallet", "interceptor"}},
      {"kill switch", {"events"}, "kill on", {"wallet", "cli"}},
      {"asks for ever", {"responses"}, "every attempt", {"wallet"}},
      {"another tool", {"cached_auth_for", "request"}, "name", {"wallet"}},
      {"receipts", {"receipts"}, "transaction", {"wallet"}},
      {"receipt amount", {"signed", "receipt"}, "amount", {"wallet"}},
      {"variable charge", {"scheme", "signed_maximum", "receipt", "later"}, "amount", {"wallet"}},
      {"refund", {"response", "repeat"}, "refund", {"wallet", "paid calls"}},
      {"split budget", {"policy", "calls"}, "tools on \\d+ servers", {"wallet"}},
      {"refusal loop", {"policy", "loop", "times"}, "quote \\d+.*clock passes", {"wallet"}},
      {"concurrent", {"concurrent"}, "arguments", {"wallet", "interceptor"}},
      {"clock", {"event"}, "wall clock -\\d+ h", {"wallet"}},
      {"restored ledger", {"event"}, "ledger\\.db over", {"wallet", "cli"}},
      {"deleted ledger", {"event"}, "rm ledger\\.db", {"wallet", "cli"}},
      {"expiring mandate", {"mandate", "approval_takes"}, "exp", {"wallet"}},
      {"day boundary", {"calls"}, "spend full cap", {"wallet"}},
      {"tightened policy", {"sequence"}, "reserve.*cap \\d+.*cap \\d+.*sign", {"wallet"}},
      {"forged mandate", {"mandate"}, "payload.*sig", {"wallet"}},
      {"revoked mandate", {"mandate_id", "revoked", "file"}, "true", {"wallet"}},
      {"approval reused", {"approval_for", "present_with"}, "accepts", {"wallet"}},
      {"secrets of the parent", {"spawn"}, "environ", {"cli"}},
      {"edited policy", {"fs"}, "per_day raised.*url.*replaced.*decimals", {"wallet", "cli"}},
  };
  return kForms;
}

inline bool HasForm(const nlohmann::ordered_json& input, const AttackForm& form) {
  size_t found = 0;
  for (std::string_view member : form.members) {
    const bool optional = member.ends_with('?');
    if (optional) member.remove_suffix(1);
    const bool there = input.contains(std::string(member));
    if (!there && !optional) return false;
    found += there ? 1 : 0;
  }
  return found == input.size() &&
         std::regex_search(input.dump(), std::regex(std::string(form.words)));
}

/// nullptr: no test knows how to drive it.
inline const AttackForm* FormOf(const Attack& attack) {
  const auto found = std::ranges::find_if(
      AttackForms(), [&](const AttackForm& form) { return HasForm(attack.input, form); });
  return found == AttackForms().end() ? nullptr : &*found;
}

inline bool IsOfTheseGroups(const Attack& attack) {
  return !attack.id.empty() && std::string_view("TPSCL").find(attack.id[0]) != std::string::npos;
}

/// The entries that the tests of `room` drive.
inline std::vector<Attack> AttacksFor(std::string_view room) {
  std::vector<Attack> attacks = LoadAttacks();
  std::erase_if(attacks, [&](const Attack& attack) {
    const AttackForm* form = IsOfTheseGroups(attack) ? FormOf(attack) : nullptr;
    return form == nullptr || std::ranges::find(form->rooms, room) == form->rooms.end();
  });
  return attacks;
}

/// The entries that nothing drives.
inline std::vector<Attack> AttacksNotRun() {
  std::vector<Attack> attacks = LoadAttacks();
  std::erase_if(attacks, [](const Attack& attack) {
    return !IsOfTheseGroups(attack) || FormOf(attack) != nullptr;
  });
  return attacks;
}

/// Reason codes that its safe outcome names.
inline std::vector<std::string> ReasonsIn(const std::string& safe_outcome) {
  static const std::regex& kCode = *new std::regex("[a-z]+(_[a-z]+)+");
  std::vector<std::string> codes;
  for (std::sregex_iterator word(safe_outcome.begin(), safe_outcome.end(), kCode), end; word != end;
       ++word) {
    if (ReasonFromCode(word->str())) codes.push_back(word->str());
  }
  return codes;
}

/// Every whole number in `text`, in its order.
inline std::vector<int64_t> NumbersIn(const std::string& text) {
  static const std::regex& kNumber = *new std::regex("\\d+");
  std::vector<int64_t> numbers;
  for (std::sregex_iterator number(text.begin(), text.end(), kNumber), end; number != end;
       ++number) {
    numbers.push_back(std::stoll(number->str()));
  }
  return numbers;
}

/// A room's drivers, by the name of the form.
using AttackDrivers = std::map<std::string_view, std::function<void(const Attack&)>>;

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_ATTACKS_ATTACK_LIST_H_
