#include "interceptor/transports/kernel_worker.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/native/kernel.h"
#include "bindings/python/native/parts.h"
#include "bindings/python/native/process_bound.h"
#include "bindings/python/native/texts.h"
#include "bindings/python/native/without_gil.h"
#include "core/clock.h"
#include "interceptor/transports/held_reports.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

/// Its end waits for the call that runs, so it lets go of the GIL meanwhile.
class Worker {
 public:
  explicit Worker(const OpenKernel& kernel)
      : one_(std::make_unique<ProcessBound<KernelWorker>>(std::make_unique<KernelWorker>(
            kernel.Use().kernel(), ValueOrThrow(os::Wakeup::Make()), clock_))) {}
  ~Worker() {
    const WithoutGil without_gil(WithoutGil::AtExit::kAllowed);
    one_.reset();
  }

  std::vector<std::string> Close() {
    std::vector<std::string> failures;
    // Whoever uses it while this waits finds it closed: at exit a loop may still run elsewhere.
    std::unique_ptr<ProcessBound<KernelWorker>> ending = std::move(one_);
    if (ending == nullptr) return failures;
    const WithoutGil without_gil(WithoutGil::AtExit::kAllowed);
    if (ending->IsHere()) failures = ending->Use().End();
    ending.reset();
    return failures;
  }
  [[nodiscard]] KernelWorker& Use() const {
    if (one_ == nullptr) throw StatusError(absl::FailedPreconditionError("this is closed"));
    return one_->Use();
  }

 private:
  const SystemClock clock_;
  std::unique_ptr<ProcessBound<KernelWorker>> one_;
};

py::tuple Take(const Worker& worker) {
  KernelWorker::Replies replies = worker.Use().Take();
  py::list decided;
  for (KernelWorker::Decided& one : replies.decided) {
    decided.append(py::make_tuple(one.ticket, std::move(one.decision)));
  }
  py::list failures;
  for (const std::string& failure : replies.failures) failures.append(Readable(failure));
  return py::make_tuple(decided, failures);
}

void BindHeldReports(py::module_& module) {
  using Side = HeldReports::Side;
  py::class_<HeldReports>(module, "HeldReports",
                          "Reports of answers on their way to the host, until these are written. "
                          "Each call returns a list of Report that the kernel is to be told now. "
                          "For the drivers of this package.")
      .def(py::init<>())
      .def("hold", &HeldReports::Hold, py::arg("conclude"), py::arg("written_at"),
           "Holds a Conclude until that much is written.")
      .def("take_back", &HeldReports::TakeBack, py::arg("id_key"),
           "The host took this request back.")
      .def(
          "release",
          [](HeldReports& held, uint64_t written, bool ended) {
            return held.Release(written, ended ? Side::kEnded : Side::kOpen);
          },
          py::arg("written"), py::arg("ended"), "So much is written; ended: nothing more will be.");
}

}  // namespace

void BindKernelWorker(py::module_& module) {
  BindHeldReports(module);
  py::class_<Worker>(module, "KernelWorker",
                     "Calls a kernel on a thread of its own, which never needs the GIL: one call "
                     "after the other, reports that were not taken once more. For the drivers of "
                     "this package.")
      .def(py::init<const OpenKernel&>(), py::arg("kernel"), py::keep_alive<1, 2>(),
           "kernel: the Kernel to call.")
      .def(
          "authorize",
          [](const Worker& worker, const Authorize& action) { worker.Use().Submit(action); },
          py::arg("action"), "Asks; the decision comes with take().")
      .def(
          "conclude",
          [](const Worker& worker, const Report& report) { worker.Use().Submit(report); },
          py::arg("report"), "Tells.")
      .def("take", &Take,
           "What came back: (list of (ticket, Decision), list of str: reports not recorded).")
      .def(
          "withdraw", [](const Worker& worker) { return worker.Use().Withdraw(); },
          "list[int]: the tickets of what has not begun; none of it will be asked.")
      .def(
          "fileno", [](const Worker& worker) { return worker.Use().fd(); },
          "int: a descriptor that is readable when there is something to take.")
      .def_property_readonly(
          "authorizing", [](const Worker& worker) { return worker.Use().authorizing(); },
          "bool: a decision is still to be taken.")
      .def_property_readonly(
          "idle", [](const Worker& worker) { return worker.Use().idle(); },
          "bool: everything is done and taken.")
      .def(
          "close",
          [](Worker& worker) {
            py::list failures;
            for (const std::string& failure : worker.Close()) failures.append(Readable(failure));
            return failures;
          },
          "Drops what has not begun, waits for the call that has, and records what it can in 2 s; "
          "may take seconds. list[str]: reports not recorded.");
}

}  // namespace tollpass::python
