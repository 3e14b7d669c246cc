#include "bindings/python/native/errors.h"

#include <pybind11/pybind11.h>

#include <string>

#include "bindings/python/native/parts.h"
#include "bindings/python/native/texts.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

constexpr const char* kDoc =
    "Something went wrong; str() says what, and the way out.\n\n"
    "code: str, the kind of error: \"NOT_FOUND\", \"INVALID_ARGUMENT\", \"FAILED_PRECONDITION\", "
    "\"PERMISSION_DENIED\", \"UNAVAILABLE\", \"DATA_LOSS\", ... (the names of absl::StatusCode).";

void Raise(PyObject* type, const absl::Status& status) {
  const std::string text(status.message());
  const py::object error = py::reinterpret_borrow<py::object>(type)(Readable(text));
  error.attr("code") = absl::StatusCodeToString(status.code());
  PyErr_SetObject(type, error.ptr());
}

}  // namespace

void BindErrors(py::module_& module) {
  // Never freed: the interpreter may raise it until its very end.
  static PyObject* const type =
      PyErr_NewExceptionWithDoc("tollpass.TollpassError", kDoc, PyExc_RuntimeError, nullptr);
  module.add_object("TollpassError", type);
  py::reinterpret_borrow<py::object>(type).attr("code") = "UNKNOWN";
  py::register_exception_translator([](std::exception_ptr raised) {
    try {
      if (raised) std::rethrow_exception(raised);
    } catch (const StatusError& error) {
      Raise(type, error.status());
    }
  });
}

}  // namespace tollpass::python
