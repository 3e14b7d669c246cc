#include "bindings/python/native/without_gil.h"

#include <pybind11/pybind11.h>

#include <atomic>
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

/// Of one interpreter.
struct CallsInFlight {
  std::atomic<int64_t> process = os::ProcessNumber();
  std::atomic<int64_t> count = 0;
  std::atomic<bool> exiting = false;
};

CallsInFlight& Calls() {
  static CallsInFlight calls;
  // A forked child has none of the threads that made these calls.
  if (calls.process.exchange(os::ProcessNumber()) != os::ProcessNumber()) {
    calls.count = 0;
    calls.exiting = false;
  }
  return calls;
}

/// True if it is counted: the interpreter's exit will wait for its end.
bool Count() {
  ++Calls().count;
  if (!Calls().exiting) return true;
  --Calls().count;
  return false;
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
  if (at_exit == AtExit::kAllowed) {
    ++Calls().count;
  } else if (!Count()) {
    throw StatusError(
        absl::UnavailableError("the interpreter is exiting; nothing is paid any more"));
  }
  saved_ = PyEval_SaveThread();
}

WithoutGil::~WithoutGil() {
  PyEval_RestoreThread(static_cast<PyThreadState*>(saved_));
  --Calls().count;
}

WithGil::WithGil() : holds_(Count()) {
  if (holds_) state_ = static_cast<int>(PyGILState_Ensure());
}

WithGil::~WithGil() {
  if (!holds_) return;
  PyGILState_Release(static_cast<PyGILState_STATE>(state_));
  --Calls().count;
}

void BindExit(py::module_& /*module*/) {
  py::module_::import("atexit").attr("register")(py::cpp_function(&WaitForCalls));
}

}  // namespace tollpass::python
