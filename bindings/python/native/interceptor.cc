#include "bindings/python/native/interceptor.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/python/native/given.h"
#include "bindings/python/native/parts.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

constexpr const char* kDoc =
    "MCP messages in, MCP messages out, for one connection; it does no input or output of its own "
    "and holds no authority. Use it where tollpass.mcp.paid does not fit: give it every message "
    "and carry out the actions that it returns, in their order.\n\n"
    "Kernel.interceptor makes one. Messages are str or bytes, one JSON-RPC message each, without "
    "line end. One thread at a time. "
    "Raises TollpassError FAILED_PRECONDITION in a forked child.";

}  // namespace

void BindInterceptor(py::module_& module) {
  using Self = OwnedInterceptor;
  py::class_<Self>(module, "Interceptor", kDoc)
      .def(
          "from_host",
          [](Self& self, GivenText message) { return self.Use().FromHost(message.text); },
          py::arg("message"), "A message of the host. Returns a list of actions.")
      .def(
          "from_server",
          [](Self& self, GivenText message) { return self.Use().FromServer(message.text); },
          py::arg("message"), "A message of the server. Returns a list of actions.")
      .def(
          "from_kernel",
          [](Self& self, uint64_t ticket, const Decision& decision) {
            return self.Use().FromKernel(ticket, decision);
          },
          py::arg("ticket"), py::arg("decision"),
          "What the kernel said to an Authorize. Returns a list of actions.")
      .def(
          "server_closed", [](Self& self) { return self.Use().ServerClosed(); },
          "The server is gone: every request that waits gets an answer. Returns a list of actions.")
      .def(
          "host_closed", [](Self& self) { return self.Use().HostClosed(); },
          "The host is gone: nothing is sent any more, what was paid is concluded. Returns a list "
          "of actions.")
      .def(
          "tick", [](Self& self) { return self.Use().Tick(); },
          "A time that a Wake named has come. Returns a list of actions.")
      .def("now_ms", &Self::NowMs, "int: milliseconds of a clock that never goes back.");
}

}  // namespace tollpass::python
