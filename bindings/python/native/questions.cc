// Where a server is, and what waits for the user.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bindings/cpp/open.h"
#include "bindings/python/native/parts.h"
#include "core/server_identity.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

ServerEndpoint MakeEndpoint(std::vector<std::string> command, std::string url, std::string cwd,
                            std::map<std::string, std::string> env) {
  return {.command = std::move(command),
          .cwd = std::move(cwd),
          .env = std::move(env),
          .url = std::move(url),
          .audience = {},
          .quote_keys = {}};
}

void BindEndpoint(py::module_& module) {
  py::class_<ServerEndpoint>(module, "Endpoint",
                             "Where a server is: a command to spawn, or a URL. All of it counts in "
                             "the server's identity, so start exactly that.")
      .def(py::init(&MakeEndpoint), py::arg("command") = std::vector<std::string>(),
           py::arg("url") = "", py::arg("cwd") = "",
           py::arg("env") = std::map<std::string, std::string>(),
           "command: argv, the program as an absolute path; or url; cwd, env: where given.")
      .def_readonly("command", &ServerEndpoint::command, "list[str]: argv; empty with a url.")
      .def_readonly("url", &ServerEndpoint::url, "str: origin and path; empty with a command.")
      .def_readonly("cwd", &ServerEndpoint::cwd, "str: working folder; empty: any.")
      .def_readonly("env", &ServerEndpoint::env, "dict[str, str]: added to the environment.");
}

}  // namespace

void BindQuestions(py::module_& module) {
  BindEndpoint(module);
  py::class_<Question>(module, "Question",
                       "A payment that waits for the user. Texts of the server and of the model "
                       "are made printable; show them as what they are. Read-only.")
      .def_readonly("id", &Question::id, "str: for Kernel.approve and Kernel.deny.")
      .def_readonly("server", &Question::server, "str: section of the policy; empty: it has none.")
      .def_readonly("tool", &Question::tool, "str: the server's word.")
      .def_readonly("arguments", &Question::arguments, "str: JSON text; the model's words.")
      .def_readonly("amount", &Question::amount, "str: for people, \"0.01 USDC\".")
      .def_readonly("atomic", &Question::atomic, "str: the amount in atomic units, digits.")
      .def_readonly("decimals", &Question::decimals, "int: digits behind the point.")
      .def_readonly("scheme", &Question::scheme, "str: way of paying, \"exact\".")
      .def_readonly("network", &Question::network, "str: CAIP-2 id.")
      .def_readonly("asset", &Question::asset, "str: id on the network.")
      .def_readonly("payee", &Question::payee, "str: account that would be paid.")
      .def_readonly("payee_paid_before", &Question::payee_paid_before,
                    "int: payments to it for this server.")
      .def_readonly("reason", &Question::reason, "str: code of docs/policy.md.")
      .def_readonly("why", &Question::why, "str: its sentence.")
      .def_readonly("also", &Question::also, "str: code of what else a yes covers; or empty.")
      .def_readonly("section", &Question::section, "str: of the policy, which asks.")
      .def_readonly("asked_at", &Question::asked_at, "int: seconds since 1970.")
      .def_readonly("expires_at", &Question::expires_at, "int: seconds since 1970, exclusive.");
}

}  // namespace tollpass::python
