#include "policy/read_section.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/duration.h"
#include "policy/account.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr std::array<std::pair<std::string_view, WindowKind>, 5> kSums = {{
    {"per_hour", WindowKind::kHour},
    {"per_day", WindowKind::kDay},
    {"per_week", WindowKind::kWeek},
    {"per_month", WindowKind::kMonth},
    {"total", WindowKind::kTotal},
}};

constexpr std::array<std::pair<std::string_view, int64_t>, 4> kRateUnits = {{
    {"s", 1},
    {"min", 60},
    {"hour", 3600},
    {"day", 86400},
}};

void ReadRolling(const Node& table, const Units& units, Section& section, LoadErrors& errors) {
  const Node* rolling = ReadTable(table, "rolling", R"({ "6h" = "0.20 USD" })", errors);
  if (rolling == nullptr) return;
  std::map<int64_t, std::string_view> lengths;
  for (const Member& member : rolling->members) {
    const std::optional<int64_t> length = ParseDuration(member.key);
    if (!length || *length < 1) {
      errors.Add(member.at, absl::StrFormat("%s is not the length of a window; write it like "
                                            "\"6h\" = \"0.20 USD\"",
                                            Quoted(member.key)));
      continue;
    }
    // Both would be the same sum, to which each payment would be added twice.
    if (const auto [known, is_new] = lengths.emplace(*length, member.key); !is_new) {
      errors.Add(member.at, absl::StrFormat("%s is as long as %s: keep one of the two windows",
                                            Quoted(member.key), Quoted(known->second)));
      continue;
    }
    for (LimitSpec& spec :
         ReadAmounts(member.value, "rolling", WindowKind::kRolling, units, errors)) {
      spec.seconds = *length;
      section.sums.push_back(std::move(spec));
    }
  }
}

/// "30/min" as (30, 60 seconds); std::nullopt for another form.
std::optional<std::pair<uint64_t, int64_t>> ParseRate(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0) return std::nullopt;
  uint64_t count = 0;
  const char* end = text.data() + slash;
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || rest != end || count == 0) return std::nullopt;
  for (const auto& [name, seconds] : kRateUnits) {
    if (text.substr(slash + 1) == name) return std::pair(count, seconds);
  }
  return std::nullopt;
}

void ReadRate(const Node& table, Section& section, LoadErrors& errors) {
  const std::optional<std::string> text = ReadText(table, "rate", errors);
  if (!text) return;
  const auto rate = ParseRate(*text);
  if (!rate) {
    errors.Add(FindMember(table, "rate")->at,
               absl::StrFormat("%s is not a rate; write it like \"30/min\", with s, min, hour or "
                               "day",
                               Quoted(*text)));
    return;
  }
  LimitSpec spec;
  spec.window = WindowKind::kRate;
  spec.seconds = rate->second;
  spec.unit = kCallsUnit;
  spec.maximum = Amount(rate->first);
  section.sums.push_back(std::move(spec));
}

void ReadAsk(const Node& table, Section& section, LoadErrors& errors) {
  const std::optional<std::string> ask = ReadText(table, "ask", errors);
  if (!ask) return;
  if (*ask != "always" && *ask != "auto") {
    errors.Add(FindMember(table, "ask")->at,
               absl::StrFormat("'ask' must be \"always\", or \"auto\" to ask only where another "
                               "rule does; not %s",
                               Quoted(*ask)));
    return;
  }
  section.ask_always = *ask == "always";
}

void ReadPayees(const Node& table, Section& section, LoadErrors& errors) {
  const Node* node = FindMember(table, "pay_to");
  if (node == nullptr) return;
  if (node->kind == NodeKind::kString) {
    if (node->text == "pin") {
      section.pay_to = Payees{.pin = true, .accounts = {}};
      return;
    }
    errors.Add(node->at, absl::StrFormat("'pay_to' must be \"pin\" or a list of accounts like "
                                         "[\"0x...\"], not %s",
                                         Quoted(node->text)));
    return;
  }
  const std::optional<PlacedTexts> accounts = ReadTexts(table, "pay_to", errors);
  if (!accounts) return;
  if (accounts->empty()) {
    errors.Add(node->at, "'pay_to' lists nobody; name an account, or write pay = false");
  }
  section.pay_to.emplace();
  for (const auto& [account, at] : *accounts) {
    if (const std::optional<std::string> fault = FaultOfAccount(account)) {
      errors.Add(at, absl::StrFormat("%s %s", Quoted(account), *fault));
    }
    section.pay_to->accounts.push_back(CanonicalAccount(account));
  }
}

void ReadSchemes(const Node& table, Section& section, LoadErrors& errors) {
  const std::optional<PlacedTexts> schemes = ReadTexts(table, "schemes", errors);
  if (!schemes) return;
  if (schemes->empty()) {
    errors.Add(FindMember(table, "schemes")->at,
               "'schemes' allows none; name one like \"exact\", or write pay = false");
  }
  section.schemes = WithoutPlaces(*schemes);
}

}  // namespace

Section ReadSection(const Node& table, std::string name, const Units& units, const TimeZone& zone,
                    LoadErrors& errors) {
  Section section;
  section.name = std::move(name);
  if (const Node* node = FindMember(table, "per_call")) {
    section.per_call = ReadAmounts(*node, "per_call", WindowKind::kCall, units, errors);
  }
  for (const auto& [key, window] : kSums) {
    if (const Node* node = FindMember(table, key)) {
      std::vector<LimitSpec> specs = ReadAmounts(*node, key, window, units, errors);
      for (LimitSpec& spec : specs) {
        if (IsCalendar(window)) spec.zone = zone;
        section.sums.push_back(std::move(spec));
      }
    }
  }
  ReadRolling(table, units, section, errors);
  ReadRate(table, section, errors);
  if (const Node* node = FindMember(table, "ask_above")) {
    section.ask_above = ReadAmounts(*node, "ask_above", WindowKind::kCall, units, errors);
  }
  ReadAsk(table, section, errors);
  section.pay = ReadBool(table, "pay", errors);
  section.hours = ReadHours(table, zone, errors);
  ReadPayees(table, section, errors);
  ReadSchemes(table, section, errors);
  ReadSafeguards(table, section, errors);
  return section;
}

}  // namespace tollpass
