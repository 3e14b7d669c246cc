#include "bindings/python/native/arguments.h"

#include <pybind11/pybind11.h>

#include <algorithm>

#include "bindings/python/native/errors.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

std::string_view SecretOf(const py::handle& text) {
  const char* begin = nullptr;
  Py_ssize_t size = 0;
  if (PyUnicode_Check(text.ptr())) {
    begin = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (begin == nullptr) throw py::error_already_set();
  } else if (PyBytes_Check(text.ptr())) {
    begin = PyBytes_AS_STRING(text.ptr());
    size = PyBytes_GET_SIZE(text.ptr());
  } else if (PyByteArray_Check(text.ptr())) {
    begin = PyByteArray_AS_STRING(text.ptr());
    size = PyByteArray_GET_SIZE(text.ptr());
  } else {
    throw py::type_error("a passphrase is str, bytes or bytearray");
  }
  return {begin, static_cast<size_t>(size)};
}

}  // namespace

std::string OsBytes(const py::handle& text) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(text.ptr(), &bytes) == 0) throw py::error_already_set();
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
