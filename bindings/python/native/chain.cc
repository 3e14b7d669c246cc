#include "bindings/python/native/chain.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "bindings/python/native/given.h"
#include "bindings/python/native/parts.h"
#include "bindings/python/native/texts.h"
#include "bindings/python/native/without_gil.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

using Answers = std::vector<absl::StatusOr<ChainAnswer>>;

absl::Status NotKnown(std::string_view why) {
  return absl::UnavailableError(absl::StrFormat("the host's chain source: %s", why));
}

/// With the GIL. Throws what the function raises, and cast_error for what it should not return.
Answers AnswersOf(const py::object& function, const std::string& network,
                  const std::vector<OneTimeUse>& uses, int64_t deadline_ms) {
  const py::list given = function(network, uses, deadline_ms);
  Answers answers;
  for (const py::handle& one : given) {
    if (one.is_none()) {
      answers.emplace_back(NotKnown("it does not know"));
    } else {
      answers.emplace_back(one.cast<ChainAnswer>());
    }
  }
  return answers;
}

class AskedFunction final : public ChainSource {
 public:
  explicit AskedFunction(py::object function)
      : function_(std::make_unique<py::object>(std::move(function))) {}
  ~AskedFunction() override {
    const WithGil gil;
    if (gil.holds()) {
      function_.reset();
    } else {
      static_cast<void>(function_.release());
    }
  }

  absl::StatusOr<Answers> Ask(const std::string& network, const std::vector<OneTimeUse>& uses,
                              int64_t deadline_ms) override {
    const WithGil gil;
    if (!gil.holds()) return NotKnown("the interpreter is exiting");
    try {
      return AnswersOf(*function_, network, uses, deadline_ms);
    } catch (const py::builtin_exception& error) {
      return NotKnown(error.what());
    } catch (const py::error_already_set& error) {
      return NotKnown(error.what());
    }
  }

 private:
  std::unique_ptr<py::object> function_;  // touched with the GIL only
};

}  // namespace

std::shared_ptr<ChainSource> SourceThatAsks(const py::handle& function) {
  if (function.is_none()) return nullptr;
  if (PyCallable_Check(function.ptr()) == 0) {
    throw py::type_error("chain is a function (network, uses, deadline_ms)");
  }
  return std::make_shared<AskedFunction>(py::reinterpret_borrow<py::object>(function));
}

void BindChain(py::module_& module) {
  py::class_<OneTimeUse>(module, "OneTimeUse",
                         "The part of a proof that settles at most once on its network.")
      .def_readonly("network", &OneTimeUse::network, "str: CAIP-2.")
      .def_readonly("asset", &OneTimeUse::asset, "str: canonical id of the token.")
      .def_readonly("payer", &OneTimeUse::payer, "str: canonical account.")
      .def_readonly("value", &OneTimeUse::value,
                    "str: 64 hex digits; of an EIP-3009 authorisation its nonce.");
  py::class_<ChainAnswer>(module, "ChainAnswer", "What one final block says about one value.")
      .def(py::init([](bool used, int64_t block_time, int64_t block_number, GivenText hash) {
             return ChainAnswer{used, block_time, block_number, hash.copy()};
           }),
           py::arg("used"), py::arg("block_time"), py::arg("block_number") = 0,
           py::arg("block_hash") = "",
           "used: the value was used up by then; block_time: Unix seconds; number and hash: for "
           "the user.")
      .def_readonly("used", &ChainAnswer::used, "bool: the value was used up by then.")
      .def_readonly("block_time", &ChainAnswer::block_time, "int: Unix seconds.")
      .def_readonly("block_number", &ChainAnswer::block_number, "int: height.")
      .def_property_readonly(
          "block_hash", [](const ChainAnswer& answer) { return Readable(answer.block_hash); },
          "str: for the user.");
}

}  // namespace tollpass::python
