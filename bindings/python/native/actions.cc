// What an interceptor wants done.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>

#include "bindings/python/native/parts.h"
#include "bindings/python/native/texts.h"
#include "interceptor/interceptor.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

template <typename T>
py::bytes MessageOf(const T& one) {
  return py::bytes(one.message);
}

void BindMessages(py::module_& module) {
  py::class_<Forward>(module, "Forward",
                      "Action: the message that was just given goes to the other side unchanged.");
  py::class_<ToHost>(module, "ToHost", "Action: send this message to the host.")
      .def_property_readonly("message", &MessageOf<ToHost>,
                             "bytes: one JSON-RPC message, UTF-8, without line end.");
  py::class_<ToServer>(module, "ToServer", "Action: send this message to the server.")
      .def_property_readonly("message", &MessageOf<ToServer>,
                             "bytes: one JSON-RPC message, UTF-8, without line end.")
      .def_readonly("repeats", &ToServer::repeats,
                    "str: id (JSON text) of the host's request that this sends once more, so that "
                    "headers of that request go along; empty: of none.");
}

void BindOrders(py::module_& module) {
  py::class_<Authorize>(module, "Authorize",
                        "Action: ask Kernel.authorize off the loop, and give the decision to "
                        "Interceptor.from_kernel with this ticket.")
      .def_readonly("ticket", &Authorize::ticket, "int: names this question.")
      .def_readonly("request", &Authorize::request, "AuthorizeRequest: what to ask.");
  py::class_<Conclude>(module, "Conclude",
                       "Action: tell Kernel.conclude off the loop, after the messages of the same "
                       "list were written.")
      .def_readwrite("report", &Conclude::report, "Report: what to tell.")
      .def_readwrite("answered", &Conclude::answered,
                     "list[str]: keys of the host's requests that those messages answered.");
  py::class_<TakenBack>(module, "TakenBack",
                        "Action: the host took back a request after it was answered. A report that "
                        "still waits for this answer to be written says that nothing was answered.")
      .def_readonly("id_key", &TakenBack::id_key, "str: key of the request.");
  py::class_<Wake>(module, "Wake", "Action: call Interceptor.tick at this time.")
      .def_readonly("at_ms", &Wake::at_ms, "int: milliseconds, as Interceptor.now_ms counts.");
  py::class_<Note>(module, "Note", "Action: a line for the user; never for the host.")
      .def_property_readonly(
          "text", [](const Note& note) { return Readable(note.text); }, "str: the line.");
}

}  // namespace

void BindActions(py::module_& module) {
  BindMessages(module);
  BindOrders(module);
}

}  // namespace tollpass::python
