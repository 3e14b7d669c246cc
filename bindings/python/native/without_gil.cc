#include "bindings/python/native/without_gil.h"

#include <pybind11/pybind11.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "bindings/python/native/errors.h"
#include "bindings/python/native/parts.h"
#include "core/os/process.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds kLook{1};

/// Of one interpreter, and guarded by its GIL.
struct CallsInFlight {
  int64_t process = os::ProcessNumber();
  int64_t count = 0;
  bool exiting = false;
};

CallsInFlight& Calls() {
  static CallsInFlight calls;
  // A forked child has none of the threads that made these calls.
  if (calls.process != os::ProcessNumber()) calls = CallsInFlight();
  return calls;
}

void WaitForCalls() {
  Calls().exiting = true;
  while (Calls().count > 0) {
    const py::gil_scoped_release without_gil;
    std::this_thread::sleep_for(kLook);
  }
}

}  // namespace

WithoutGil::WithoutGil(AtExit at_exit) {
  if (at_exit == AtExit::kRefused && Calls().exiting) {
    throw StatusError(
        absl::UnavailableError("the interpreter is exiting; nothing is paid any more"));
  }
  ++Calls().count;
  saved_ = PyEval_SaveThread();
}

WithoutGil::~WithoutGil() {
  PyEval_RestoreThread(static_cast<PyThreadState*>(saved_));
  --Calls().count;
}

void BindExit(py::module_& /*module*/) {
  py::module_::import("atexit").attr("register")(py::cpp_function(&WaitForCalls));
}

}  // namespace tollpass::python
