#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_PARTS_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_PARTS_H_

// The parts of the module tollpass._native, each in a source of its name.

namespace pybind11 {
class module_;
}

namespace tollpass::python {

void BindErrors(pybind11::module_& module);
void BindExit(pybind11::module_& module);
void BindDecisions(pybind11::module_& module);
void BindActions(pybind11::module_& module);
void BindInterceptor(pybind11::module_& module);
void BindChain(pybind11::module_& module);
void BindKernel(pybind11::module_& module);
void BindQuestions(pybind11::module_& module);
void BindPolicy(pybind11::module_& module);
void BindKernelWorker(pybind11::module_& module);

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_PARTS_H_
