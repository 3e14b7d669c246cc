#include "bindings/python/native/json_text.h"

#include <pybind11/pybind11.h>

namespace tollpass::python {

pybind11::object Parsed(const std::string& text) {
  return pybind11::module_::import("json").attr("loads")(text);
}

}  // namespace tollpass::python
