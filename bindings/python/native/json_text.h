#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_JSON_TEXT_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_JSON_TEXT_H_

#include <string>

namespace pybind11 {
class object;
}

namespace tollpass::python {

/// A document of docs/json.md as Python's lists and dicts. With the GIL.
pybind11::object Parsed(const std::string& text);

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_JSON_TEXT_H_
