#include "bindings/cpp/version.h"

#define TOLLPASS_AS_WRITTEN(x) #x
#define TOLLPASS_TEXT(x) TOLLPASS_AS_WRITTEN(x)

namespace tollpass {

std::string_view LibraryVersion() {
  return TOLLPASS_TEXT(TOLLPASS_VERSION_MAJOR) "." TOLLPASS_TEXT(
      TOLLPASS_VERSION_MINOR) "." TOLLPASS_TEXT(TOLLPASS_VERSION_PATCH);
}

}  // namespace tollpass
