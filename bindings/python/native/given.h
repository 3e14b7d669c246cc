#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_GIVEN_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_GIVEN_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pybind11 {
class dict;
class handle;
class list;
class object;
class tuple;
namespace detail {
template <typename T, typename Void>
class type_caster;
}  // namespace detail
}  // namespace pybind11

namespace tollpass::python {

/// A str (in UTF-8) or bytes that a function was given; as long as its object lives, which needs no
/// GIL. As a parameter it throws StatusError (InvalidArgument) for half of a surrogate pair.
struct GivenText {
  std::string_view text;

  [[nodiscard]] std::string copy() const { return std::string(text); }
};

/// std::nullopt for anything else. Throws StatusError as above; `what` is in its sentence.
std::optional<GivenText> TextOf(const pybind11::handle& value, std::string_view what = "a text");

/// What a function was called with that may be given secrets. Where a value does not fit, pybind11
/// shows all of them; this throws a TypeError with the names of a function, of a parameter and of a
/// type, and no value. With the GIL.
class Given {
 public:
  /// `names` are the parameters, in the order of positional arguments.
  Given(std::string_view function, std::initializer_list<std::string_view> names,
        const pybind11::tuple& in_order, const pybind11::dict& by_name);

  /// A null handle if it was not given.
  [[nodiscard]] pybind11::handle Of(std::string_view name) const;
  /// A str; empty if it was not given.
  [[nodiscard]] std::string Text(std::string_view name) const;
  [[nodiscard]] std::string NeededText(std::string_view name) const;
  /// A sequence, but no text; empty if it was not given.
  [[nodiscard]] pybind11::list List(std::string_view name, std::string_view of_what) const;
  /// The same of str alone.
  [[nodiscard]] std::vector<std::string> Texts(std::string_view name,
                                               std::string_view of_what) const;
  /// A mapping; empty if it was not given.
  [[nodiscard]] pybind11::dict Dict(std::string_view name) const;
  /// A whole number; std::nullopt if it was not given. StatusError (InvalidArgument): too large.
  [[nodiscard]] std::optional<int64_t> Number(std::string_view name) const;

 private:
  [[noreturn]] void Refuse(std::string_view words) const;
  void Put(std::string_view name, pybind11::handle value);

  std::string function_;
  std::vector<std::pair<std::string_view, pybind11::object>> values_;
};

}  // namespace tollpass::python

namespace pybind11::detail {

/// How pybind11 makes one of an argument: see its documentation of custom type casters.
template <typename Void>
class type_caster<tollpass::python::GivenText, Void> {
 public:
  template <typename Wanted>
  using cast_op_type = tollpass::python::GivenText;
  static constexpr auto name = type_caster<std::string, Void>::name;

  bool load(const handle& source, bool /*convert*/) {
    const std::optional<tollpass::python::GivenText> text = tollpass::python::TextOf(source);
    if (text) value_ = *text;
    return text.has_value();
  }
  // NOLINTNEXTLINE(google-explicit-constructor): pybind11 calls it.
  operator tollpass::python::GivenText() const { return value_; }

 private:
  tollpass::python::GivenText value_;
};

}  // namespace pybind11::detail

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_GIVEN_H_
