#include "core/os/library.h"

#include <dlfcn.h>

#include "absl/strings/str_format.h"

namespace tollpass::os {

absl::StatusOr<Library> Library::Load(const char* name) {
  void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* why = dlerror();
    return absl::UnavailableError(
        absl::StrFormat("%s cannot be loaded: %s", name, why == nullptr ? "not found" : why));
  }
  return Library(handle);
}

void* Library::FindSymbol(const char* name) const { return dlsym(handle_, name); }

}  // namespace tollpass::os
