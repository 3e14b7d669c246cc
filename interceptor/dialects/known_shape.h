#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_KNOWN_SHAPE_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_KNOWN_SHAPE_H_

#include <string_view>
#include <utility>
#include <vector>

#include "interceptor/dialects/dialect.h"

namespace tollpass {

/// An error of one of these codes (JSON numbers) whose data has `member`, of `type`; an array must
/// not be empty.
struct ErrorRow {
  std::vector<std::string_view> codes;
  std::string_view member;
  json::Type type;
};

/// A result, of an error or not, whose _meta has `key`.
struct MetaRow {
  std::string_view key;
};

/// An object that has all of these members, by itself, wherever it stands; and, if there is one,
/// the string `code` as its member "code".
struct ObjectRow {
  std::vector<std::string_view> members;
  std::string_view code = "";
};

/// An object whose `member` is an object, or a list of objects, with any of `inner`.
struct InnerRow {
  std::string_view member;
  std::vector<std::string_view> inner;
};

/// An object with the string `text` as its `member`.
struct FieldRow {
  std::string_view member;
  std::string_view text;
};

/// A text that has these words in it, wherever it stands.
struct WordsRow {
  std::string words;
};

/// A JSON-RPC error object of one of these codes whose data has any of `members`, and no object
/// named `unless`.
struct MoneyRow {
  std::vector<std::string_view> codes;
  std::vector<std::string_view> members;
  std::string_view unless;
};

/// How the messages of one family are known.
struct ShapeRows {
  DialectTraits traits;
  std::vector<ErrorRow> errors;
  std::vector<MetaRow> metas;
  std::vector<ObjectRow> objects;
  std::vector<InnerRow> inners;
  std::vector<FieldRow> fields;
  std::vector<WordsRow> words;
  std::vector<MoneyRow> money;
};

/// A family of payment messages that is recognised and never paid: a table, and no code of its own.
/// Every row names something with a marker in it (mcp/markers.h), or it would never be looked for.
/// A row of any kind makes it a demand where its dialect reads one: the error, its data,
/// structuredContent, content[0].text.
class KnownShape final : public Dialect {
 public:
  explicit KnownShape(ShapeRows rows) : rows_(std::move(rows)) {}

  [[nodiscard]] const DialectTraits& traits() const override { return rows_.traits; }
  [[nodiscard]] bool Recognises(const Part& part) const override;
  [[nodiscard]] Reading Read(const Answer& answer, bool paid) const override;
  [[nodiscard]] std::vector<json::Edit> Attach(const Proof& proof) const override;

 private:
  [[nodiscard]] bool RecognisesObject(const std::vector<json::Member>& members) const;
  [[nodiscard]] bool RecognisesText(std::string_view text) const;
  [[nodiscard]] bool IsIn(const Answer& answer) const;
  [[nodiscard]] bool IsInError(const Answer& answer) const;

  const ShapeRows rows_;
};

/// The tables, one file each.
ShapeRows Sep2007Rows();
ShapeRows MppRows();
ShapeRows L402Rows();
std::vector<ShapeRows> VendorRows();
std::vector<ShapeRows> PaymentCodeRows();

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_KNOWN_SHAPE_H_
