#include "bindings/python/native/given.h"

#include <pybind11/pybind11.h>

#include <algorithm>

#include "absl/strings/str_format.h"
#include "bindings/python/native/errors.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

[[noreturn]] void RefuseKind(std::string_view name, std::string_view what) {
  throw py::type_error(absl::StrFormat("%s is %s", name, what));
}

[[noreturn]] void RefuseType(std::string_view name, std::string_view what,
                             const py::handle& value) {
  RefuseKind(name, absl::StrFormat("%s, not %s", what, Py_TYPE(value.ptr())->tp_name));
}

}  // namespace

std::optional<GivenText> TextOf(const py::handle& value, std::string_view what) {
  if (PyBytes_Check(value.ptr())) {
    return GivenText{
        {PyBytes_AS_STRING(value.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(value.ptr()))}};
  }
  if (!PyUnicode_Check(value.ptr())) return std::nullopt;
  Py_ssize_t size = 0;
  const char* begin = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (begin == nullptr) {
    PyErr_Clear();  // It has the text in it.
    throw StatusError(absl::InvalidArgumentError(
        absl::StrFormat("%s has half of a surrogate pair in it, which is no UTF-8", what)));
  }
  return GivenText{{begin, static_cast<size_t>(size)}};
}

Given::Given(std::string_view function, std::initializer_list<std::string_view> names,
             const py::tuple& in_order, const py::dict& by_name)
    : function_(function) {
  if (in_order.size() > names.size()) {
    Refuse(absl::StrFormat("takes %d arguments at most", names.size()));
  }
  const auto* next = names.begin();
  for (const py::handle value : in_order) Put(*next++, value);
  for (const auto& [key, value] : by_name) {
    const std::string given = TextOf(key)->copy();
    const auto* const name = std::ranges::find(names, given);
    if (name == names.end()) Refuse(absl::StrFormat("has no argument %s", given));
    Put(*name, value);
  }
}

void Given::Put(std::string_view name, py::handle value) {
  if (Of(name)) Refuse(absl::StrFormat("was given %s twice", name));
  values_.emplace_back(name, py::reinterpret_borrow<py::object>(value));
}

py::handle Given::Of(std::string_view name) const {
  for (const auto& [known, value] : values_) {
    if (known == name) return value;
  }
  return {};
}

std::string Given::Text(std::string_view name) const {
  const py::handle value = Of(name);
  if (!value) return {};
  const std::optional<GivenText> text = TextOf(value, name);
  if (!text) RefuseType(name, "a str", value);
  return text->copy();
}

std::string Given::NeededText(std::string_view name) const {
  if (!Of(name)) Refuse(absl::StrFormat("needs %s", name));
  return Text(name);
}

py::list Given::List(std::string_view name, std::string_view of_what) const {
  const py::handle value = Of(name);
  if (!value) return py::list();
  // A str is a sequence of str too: each letter would be one.
  const bool is_text = py::isinstance<py::str>(value) || py::isinstance<py::bytes>(value);
  if (is_text || !py::isinstance<py::sequence>(value)) {
    RefuseKind(name, absl::StrFormat("a list of %s", of_what));
  }
  return py::list(py::reinterpret_borrow<py::object>(value));
}

std::vector<std::string> Given::Texts(std::string_view name, std::string_view of_what) const {
  std::vector<std::string> texts;
  for (const py::handle one : List(name, of_what)) {
    if (!py::isinstance<py::str>(one)) RefuseKind(name, absl::StrFormat("a list of %s", of_what));
    texts.push_back(TextOf(one, name)->copy());
  }
  return texts;
}

py::dict Given::Dict(std::string_view name) const {
  const py::handle value = Of(name);
  if (!value) return py::dict();
  if (!py::hasattr(value, "keys")) RefuseType(name, "a mapping", value);
  return py::dict(py::reinterpret_borrow<py::object>(value));
}

std::optional<int64_t> Given::Number(std::string_view name) const {
  const py::handle value = Of(name);
  if (!value) return std::nullopt;
  if (PyIndex_Check(value.ptr()) == 0) RefuseType(name, "an int", value);
  PyObject* const whole = PyNumber_Index(value.ptr());
  if (whole == nullptr) throw py::error_already_set();
  int overflow = 0;
  const int64_t number =
      PyLong_AsLongLongAndOverflow(py::reinterpret_steal<py::int_>(whole).ptr(), &overflow);
  if (overflow != 0) {
    throw StatusError(absl::InvalidArgumentError(absl::StrFormat("%s: too large a number", name)));
  }
  return number;
}

void Given::Refuse(std::string_view words) const {
  throw py::type_error(absl::StrFormat("%s() %s", function_, words));
}

}  // namespace tollpass::python
