#include "policy/policy.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "bindings/python/native/errors.h"
#include "bindings/python/native/given.h"
#include "bindings/python/native/parts.h"
#include "bindings/python/native/texts.h"
#include "home/policy_findings.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

std::vector<std::string> ServerNames(const Policy& policy) {
  std::vector<std::string> names;
  for (const ServerSection& section : policy.servers()) names.push_back(section.name);
  return names;
}

}  // namespace

void BindPolicy(py::module_& module) {
  py::class_<Policy>(module, "Policy",
                     "The text of a policy file (docs/policy.md). To see how it decides, put it "
                     "into tollpass.open_test and ask Kernel.explain_payment.")
      .def(py::init([](const GivenText& text, const GivenText& file) {
             return std::make_unique<Policy>(ValueOrThrow(Policy::Parse(text.text, file.text)));
           }),
           py::arg("text"), py::arg("file") = "policy.toml",
           "text: TOML; file: its name in messages. Raises TollpassError INVALID_ARGUMENT with "
           "line and column of each error.")
      .def_property_readonly("servers", &ServerNames, "list[str]: the names of its servers.")
      .def_static(
          "check",
          [](const GivenText& text, const GivenText& file) {
            return Parsed(PolicyFindingsJson(FindInPolicy(text.text, file.text)));
          },
          py::arg("text"), py::arg("file") = "policy.toml",
          "Errors and warnings of a text: a dict, `check` of docs/json.md. What is wrong in it "
          "raises "
          "nothing.");
}

}  // namespace tollpass::python
