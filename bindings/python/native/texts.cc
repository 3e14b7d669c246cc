#include "bindings/python/native/texts.h"

#include <pybind11/pybind11.h>

namespace tollpass::python {
namespace {

namespace py = pybind11;

py::str Decoded(std::string_view text, const char* what_else) {
  return py::bytes(text.data(), text.size()).attr("decode")("utf-8", what_else);
}

}  // namespace

py::str Readable(std::string_view text) { return Decoded(text, "backslashreplace"); }

py::object Parsed(const std::string& text) {
  return py::module_::import("json").attr("loads")(Decoded(text, "replace"));
}

}  // namespace tollpass::python
