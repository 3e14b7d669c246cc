#include "interceptor/dialects/known_shape.h"

#include <algorithm>
#include <optional>
#include <string>

namespace tollpass {
namespace {

using Members = std::vector<json::Member>;

template <typename Row, typename Holds>
bool Any(const std::vector<Row>& rows, Holds holds) {
  return std::any_of(rows.begin(), rows.end(), holds);
}

bool Has(const Members& members, std::string_view key) {
  return Any(members, [&](const json::Member& member) { return member.key == key; });
}

bool IsOneOf(const std::optional<json::Value>& code, const std::vector<std::string_view>& codes) {
  if (!code || code->type != json::Type::kNumber) return false;
  return Any(codes, [&](std::string_view known) { return json::Equal(code->text, known); });
}

bool IsOfType(const json::Value& value, json::Type type) {
  return value.type == type && (type != json::Type::kArray || !json::Elements(value).empty());
}

bool HoldsInner(const json::Value& value, const std::vector<std::string_view>& inner) {
  if (value.type == json::Type::kArray) {
    return std::ranges::any_of(json::Elements(value), [&](const json::Value& element) {
      return element.type == json::Type::kObject && HoldsInner(element, inner);
    });
  }
  const Members members = json::Members(value);
  return Any(inner, [&](std::string_view key) { return Has(members, key); });
}

bool HoldsAll(const Members& members, const ObjectRow& row) {
  const bool coded = row.code.empty() || Any(members, [&](const json::Member& member) {
                       return member.key == "code" && json::AsString(member.value) == row.code;
                     });
  return coded &&
         std::ranges::all_of(row.members, [&](std::string_view key) { return Has(members, key); });
}

// Of members that are there twice any counts.
bool HoldsMoney(const Members& error, const MoneyRow& row) {
  const bool coded = Any(error, [&](const json::Member& member) {
    return member.key == "code" && IsOneOf(member.value, row.codes);
  });
  return coded && Any(error, [&](const json::Member& member) {
           if (member.key != "data") return false;
           const Members data = json::Members(member.value);
           const bool excepted = Any(data, [&](const json::Member& inner) {
             return inner.key == row.unless && inner.value.type == json::Type::kObject;
           });
           return !excepted &&
                  Any(row.members, [&](std::string_view key) { return Has(data, key); });
         });
}

}  // namespace

bool KnownShape::RecognisesObject(const Members& members) const {
  return Any(rows_.objects, [&](const ObjectRow& row) { return HoldsAll(members, row); }) ||
         Any(rows_.inners,
             [&](const InnerRow& row) {
               return Any(members, [&](const json::Member& member) {
                 return member.key == row.member && HoldsInner(member.value, row.inner);
               });
             }) ||
         Any(rows_.fields,
             [&](const FieldRow& row) {
               return Any(members, [&](const json::Member& member) {
                 return member.key == row.member && json::AsString(member.value) == row.text;
               });
             }) ||
         Any(rows_.money, [&](const MoneyRow& row) { return HoldsMoney(members, row); });
}

bool KnownShape::Recognises(const Part& part) const {
  return part.value.type == json::Type::kString ? RecognisesText(part.text)
                                                : RecognisesObject(part.members);
}

bool KnownShape::RecognisesText(std::string_view text) const {
  return Any(rows_.words,
             [&](const WordsRow& row) { return text.find(row.words) != std::string_view::npos; });
}

bool KnownShape::IsInError(const Answer& answer) const {
  if (!answer.data) return false;
  const bool listed = Any(rows_.errors, [&](const ErrorRow& row) {
    return IsOneOf(answer.code, row.codes) &&
           Any(answer.data->members, [&](const json::Member& member) {
             return member.key == row.member && IsOfType(member.value, row.type);
           });
  });
  return listed || RecognisesObject(answer.data->members);
}

bool KnownShape::IsIn(const Answer& answer) const {
  if (answer.error) return IsInError(answer);
  const bool in_meta = answer.meta && Any(rows_.metas, [&](const MetaRow& row) {
                         return Has(answer.meta->members, row.key);
                       });
  if (in_meta || !answer.is_error) return in_meta;
  return RecognisesText(answer.first_text) ||
         (answer.structured && RecognisesObject(answer.structured->members)) ||
         (answer.first_text_json && RecognisesObject(answer.first_text_json->members));
}

Reading KnownShape::Read(const Answer& answer, bool paid) const {
  if (paid || !IsIn(answer)) return {};
  Challenge challenge;
  challenge.dialect = rows_.traits.name;
  challenge.defect = Reason::kNotPayable;
  return challenge;
}

std::vector<json::Edit> KnownShape::Attach(const Proof&) const { return {}; }

}  // namespace tollpass
