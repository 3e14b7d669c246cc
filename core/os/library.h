#ifndef TOLLPASS_CORE_OS_LIBRARY_H_
#define TOLLPASS_CORE_OS_LIBRARY_H_

#include "absl/status/statusor.h"

namespace tollpass::os {

/// A shared library that is loaded when it is needed: one that few runs need must not slow the
/// start of all of them. Stays loaded until the process ends. Thread-safe.
class Library {
 public:
  /// By its name with version ("libcurl.so.4"), from the folders of the system. Unavailable: it is
  /// not there.
  static absl::StatusOr<Library> Load(const char* name);

  /// The function `name` as a pointer of its type; nullptr: there is none.
  template <typename Function>
  [[nodiscard]] Function* Find(const char* name) const {
    return reinterpret_cast<Function*>(FindSymbol(name));
  }

 private:
  explicit Library(void* handle) : handle_(handle) {}
  [[nodiscard]] void* FindSymbol(const char* name) const;

  void* handle_;
};

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_LIBRARY_H_
