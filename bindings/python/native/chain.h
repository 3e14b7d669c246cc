#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_CHAIN_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_CHAIN_H_

#include <memory>

#include "wallet/chain/chain_source.h"

namespace pybind11 {
class handle;
}

namespace tollpass::python {

/// The source that asks `function`, as tollpass.open describes it; nullptr for None. With the GIL;
/// what it returns is used and destroyed on any thread, without. Throws TypeError for what cannot
/// be called. Whatever the function raises is Unavailable: nothing is known then.
std::shared_ptr<ChainSource> SourceThatAsks(const pybind11::handle& function);

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_CHAIN_H_
