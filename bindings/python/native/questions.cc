// Where a server is, and what waits for the user.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/cpp/open.h"
#include "bindings/python/native/arguments.h"
#include "bindings/python/native/given.h"
#include "bindings/python/native/parts.h"
#include "core/server_identity.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

/// A variable may be a secret of the server: see Given.
ServerEndpoint MakeEndpoint(const py::args& in_order, const py::kwargs& by_name) {
  const Given given("Endpoint", {"command", "url", "cwd", "env", "audience", "quote_keys"},
                    in_order, by_name);
  ServerEndpoint endpoint;
  for (const py::handle argument : given.List("command", "arguments")) {
    endpoint.command.push_back(OsBytes(argument));
  }
  if (given.Of("cwd")) endpoint.cwd = OsBytes(given.Of("cwd"));
  for (const auto& [name, value] : given.Dict("env")) {
    endpoint.env.emplace(OsBytes(name), OsBytes(value));
  }
  endpoint.url = given.Text("url");
  endpoint.audience = given.Text("audience");
  endpoint.quote_keys = given.Texts("quote_keys", "keys");
  return endpoint;
}

py::list CommandOf(const ServerEndpoint& endpoint) {
  py::list command;
  for (const std::string& argument : endpoint.command) command.append(OsText(argument));
  return command;
}

py::dict VariablesOf(const ServerEndpoint& endpoint) {
  py::dict variables;
  for (const auto& [name, value] : endpoint.env) variables[OsText(name)] = OsText(value);
  return variables;
}

void BindEndpoint(py::module_& module) {
  py::class_<ServerEndpoint>(module, "Endpoint",
                             "Where a server is: a command to spawn, or a URL. All of it counts in "
                             "the server's identity, so start exactly that.")
      .def(py::init(&MakeEndpoint),
           "command: argv, its program best as an absolute path: Kernel.interceptor looks up a "
           "name without a slash along PATH, and starts a relative path at the working folder, as "
           "the identity counts it; or url; the others: where the policy has them. What the "
           "operating system reads may be str, bytes or os.PathLike.")
      .def_property_readonly("command", &CommandOf, "list[str]: argv; empty with a url.")
      .def_readonly("url", &ServerEndpoint::url, "str: origin and path; empty with a command.")
      .def_property_readonly(
          "cwd", [](const ServerEndpoint& endpoint) { return OsText(endpoint.cwd); },
          "str: working folder; empty: any.")
      .def_property_readonly("env", &VariablesOf, "dict[str, str]: added to the environment.")
      .def_readonly("audience", &ServerEndpoint::audience,
                    "str: what the server's quotes must be made for; empty: not written.")
      .def_readonly("quote_keys", &ServerEndpoint::quote_keys,
                    "list[str]: keys that may sign its quotes; empty: not written.");
}

}  // namespace

void BindQuestions(py::module_& module) {
  BindEndpoint(module);
  py::class_<Question>(module, "Question",
                       "A payment that waits for the user, or was approved and not used yet. Texts "
                       "of the server and of the model are made printable; show them to the user "
                       "as what they are, and never to a model. Read-only.")
      .def_readonly("id", &Question::id, "str: for Kernel.approve and Kernel.deny.")
      .def_readonly("state", &Question::state, "str: \"pending\", or \"granted\".")
      .def_readonly("server", &Question::server, "str: section of the policy; empty: it has none.")
      .def_readonly("tool", &Question::tool, "str: the server's word.")
      .def_readonly("arguments", &Question::arguments, "str: JSON text; the model's words.")
      .def_readonly("amount", &Question::amount, "str: for people, \"0.01 USDC\".")
      .def_readonly("atomic", &Question::atomic, "str: the amount in atomic units, digits.")
      .def_readonly("decimals", &Question::decimals, "int: digits behind the point.")
      .def_readonly("up_to", &Question::up_to,
                    "str: granted: the most that may be paid, \"0.02 USDC\"; else empty.")
      .def_readonly("up_to_atomic", &Question::up_to_atomic,
                    "str: the same in atomic units, digits.")
      .def_readonly("scheme", &Question::scheme, "str: way of paying, \"exact\".")
      .def_readonly("network", &Question::network, "str: CAIP-2 id.")
      .def_readonly("asset", &Question::asset, "str: id on the network.")
      .def_readonly("payee", &Question::payee, "str: account that would be paid.")
      .def_readonly("payee_paid_before", &Question::payee_paid_before,
                    "int: payments to it for this server.")
      .def_readonly("reason", &Question::reason, "str: code of docs/policy.md.")
      .def_readonly("why", &Question::why,
                    "str: its sentence, for a dialog; names no command that answers.")
      .def_readonly("also", &Question::also, "str: code of what else a yes covers; or empty.")
      .def_readonly("definition", &Question::definition,
                    "str: digest of what the server's list says of the tool now, hex, where the "
                    "question is whether such a tool may be paid; else empty.")
      .def_readonly("server_says_of_tool", &Question::server_says_of_tool,
                    "str: the same to read, cut at 4 KiB; the server's words, never for a model.")
      .def_readonly("section", &Question::section, "str: of the policy, which asks.")
      .def_readonly("asked_at", &Question::asked_at, "int: seconds since 1970.")
      .def_readonly("expires_at", &Question::expires_at, "int: seconds since 1970, exclusive.");
}

}  // namespace tollpass::python
