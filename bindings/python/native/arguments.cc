#include "bindings/python/native/arguments.h"

#include <pybind11/pybind11.h>

#include <algorithm>

#include "bindings/python/native/errors.h"
#include "bindings/python/native/given.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

std::string_view SecretOf(const py::handle& text) {
  if (!text) return {};
  if (PyByteArray_Check(text.ptr())) {
    return {PyByteArray_AS_STRING(text.ptr()),
            static_cast<size_t>(PyByteArray_GET_SIZE(text.ptr()))};
  }
  const std::optional<GivenText> given = TextOf(text, "the passphrase");
  if (!given) throw py::type_error("a passphrase is str, bytes or bytearray");
  return given->text;
}

}  // namespace

std::string OsBytes(const py::handle& text) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(text.ptr(), &bytes) == 0) {
    if (PyErr_ExceptionMatches(PyExc_ValueError) == 0) throw py::error_already_set();
    PyErr_Clear();  // It may have the text in it, and a variable may be a secret.
    throw StatusError(absl::InvalidArgumentError(
        "a path, an argument of a program or a variable has a NUL byte in it, or a character that "
        "the file system's encoding does not have"));
  }
  return py::reinterpret_steal<py::bytes>(bytes);
}

py::str OsText(std::string_view bytes) {
  const auto size = static_cast<Py_ssize_t>(bytes.size());
  PyObject* text = PyUnicode_DecodeFSDefaultAndSize(bytes.data(), size);
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

Passphrase::Passphrase(const py::handle& text) {
  const std::string_view secret = SecretOf(text);
  if (secret.empty()) return;
  bytes_ = ValueOrThrow(LockedBytes::Make(secret.size()));
  std::ranges::copy(secret, bytes_->writable().begin());
}

std::string_view Passphrase::view() const {
  if (!bytes_) return {};
  return {reinterpret_cast<const char*>(bytes_->readable().data()), bytes_->size()};
}

}  // namespace tollpass::python
