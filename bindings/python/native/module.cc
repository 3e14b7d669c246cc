#include <pybind11/pybind11.h>

#include "bindings/python/native/parts.h"

PYBIND11_MODULE(_native, module) {
  // Types stand in _native.pyi; the docstrings say what types do not.
  pybind11::options options;
  options.disable_function_signatures();
  module.doc() = "The compiled part of tollpass. Import its names from tollpass.";
  module.attr("__version__") = TOLLPASS_VERSION;
  tollpass::python::BindErrors(module);
  tollpass::python::BindExit(module);
  tollpass::python::BindDecisions(module);
  tollpass::python::BindActions(module);
  tollpass::python::BindInterceptor(module);
  tollpass::python::BindQuestions(module);
  tollpass::python::BindChain(module);
  tollpass::python::BindKernel(module);
  tollpass::python::BindPolicy(module);
  tollpass::python::BindKernelWorker(module);
}
