#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_TEXTS_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_TEXTS_H_

#include <string>
#include <string_view>

namespace pybind11 {
class object;
class str;
}  // namespace pybind11

namespace tollpass::python {

/// A text for people as a str. It may hold paths, or words of a host or a server: what is no UTF-8
/// in it becomes "\xff". With the GIL.
pybind11::str Readable(std::string_view text);

/// A document of docs/json.md as Python's lists and dicts; what is no UTF-8 in it becomes U+FFFD.
/// With the GIL.
pybind11::object Parsed(const std::string& text);

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_TEXTS_H_
