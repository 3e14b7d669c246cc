#ifndef TOLLPASS_BINDINGS_CPP_VERSION_H_
#define TOLLPASS_BINDINGS_CPP_VERSION_H_

#include <string_view>

#include "core/export.h"

/// The version of these headers (semantic versioning; before 1.0 the minor number breaks).
#define TOLLPASS_VERSION_MAJOR 0
#define TOLLPASS_VERSION_MINOR 1
#define TOLLPASS_VERSION_PATCH 0

namespace tollpass {

/// The version of the library that is loaded, "0.1.0". A host may compare it with its headers'.
TOLLPASS_EXPORT std::string_view LibraryVersion();

}  // namespace tollpass

#endif  // TOLLPASS_BINDINGS_CPP_VERSION_H_
