// What the kernel is asked, what it says, and what it is told afterwards.

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

#include "bindings/python/native/parts.h"
#include "bindings/python/native/texts.h"
#include "core/reason.h"
#include "wallet/kernel/kernel.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

void BindCall(py::module_& module) {
  py::class_<Call>(module, "Call", "What the host asked a server to do. Read-only.")
      .def_readonly("server_id", &Call::server_id,
                    "str: the server's identity, 64 hex digits over what the user configured.")
      .def_readonly("principal", &Call::principal,
                    "str: the operating-system user, then \"/LABEL\".")
      .def_readonly("method", &Call::method, "str: \"tools/call\".")
      .def_property_readonly(
          "tool", [](const Call& call) { return Readable(call.tool); }, "str: the tool's name.")
      .def_property_readonly(
          "arguments", [](const Call& call) { return Readable(call.arguments); },
          "str: JSON text of the arguments as the host wrote them; empty if there are none.");
}

void BindRequest(py::module_& module) {
  py::class_<AuthorizeRequest>(module, "AuthorizeRequest",
                               "A call that the server asks money for. Only an Interceptor makes "
                               "one. Read-only.")
      .def_readonly("call", &AuthorizeRequest::call, "Call: what the host asked for.")
      .def_readonly("called_at_ms", &AuthorizeRequest::called_at_ms,
                    "int: when the host asked; milliseconds since 1970.");
}

void BindDecision(py::module_& module) {
  py::enum_<DecisionKind>(module, "DecisionKind", "What the kernel says to a call.")
      .value("PAY", DecisionKind::kPay, "A new charge; its proof goes to the server.")
      .value("REPEAT", DecisionKind::kRepeat, "An open charge; its first proof goes out again.")
      .value("ASK", DecisionKind::kAsk, "The call waits for the user.")
      .value("DECLINE", DecisionKind::kDecline, "The rules say no.")
      .value("UNAVAILABLE", DecisionKind::kUnavailable, "It cannot be paid right now.")
      .value("EXPIRED", DecisionKind::kExpired, "The server's offer is too old.");
  py::class_<Decision>(module, "Decision",
                       "What the kernel says. It is for the user's eyes and for "
                       "Interceptor.from_kernel, never for the model.")
      .def(py::init<>(), "A decision \"unavailable\": for a request that the kernel is not asked.")
      .def_readonly("kind", &Decision::kind, "DecisionKind.")
      .def_property_readonly(
          "reason", [](const Decision& one) { return std::string(ReasonCode(one.reason)); },
          "str: a code of docs/policy.md, such as \"over_day\".")
      .def_property_readonly(
          "why", [](const Decision& one) { return std::string(ReasonSentence(one.reason)); },
          "str: its sentence.")
      .def_readonly("charge_id", &Decision::charge_id, "str: id in the log; empty if none.")
      .def_readonly("approval_id", &Decision::approval_id,
                    "str: with ASK, the id of the question; else empty.")
      .def_readonly("ask_wait_ms", &Decision::ask_wait_ms,
                    "int: with ASK, how long the call may wait; milliseconds.")
      .def_property_readonly(
          "notice", [](const Decision& one) { return Readable(one.notice); },
          "str: what of the user's is missing or broken, and the way out; else empty.");
}

void BindReport(py::module_& module) {
  py::class_<Report>(module, "Report",
                     "How a paid call went. Only an Interceptor makes one, in a Conclude.")
      .def_readonly("charge_id", &Report::charge_id, "str: id of the charge.")
      .def_readonly("generation", &Report::generation, "int: how often the charge was adopted.")
      .def_readwrite("answered", &Report::answered,
                     "bool: the answer reached the host. A driver clears it where the messages of "
                     "the same actions could not be written.");
}

}  // namespace

void BindDecisions(py::module_& module) {
  BindCall(module);
  BindRequest(module);
  BindDecision(module);
  BindReport(module);
}

}  // namespace tollpass::python
