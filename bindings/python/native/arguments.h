#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_ARGUMENTS_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_ARGUMENTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "wallet/keys/locked_bytes.h"

namespace pybind11 {
class handle;
class str;
}  // namespace pybind11

/// Arguments that Python has in a form of its own. All with the GIL.
namespace tollpass::python {

/// The bytes that the operating system gets for a path, a program's argument or a variable: a str,
/// bytes or os.PathLike, as os.fsencode reads it. Throws TypeError for anything else, StatusError
/// (InvalidArgument) for a NUL byte and for what the encoding does not have.
std::string OsBytes(const pybind11::handle& text);
/// Such bytes as os.fsdecode writes them: what is no UTF-8 survives.
pybind11::str OsText(std::string_view bytes);

/// A passphrase, copied straight into locked memory from a str (in UTF-8), bytes or a bytearray.
class Passphrase {
 public:
  /// A null handle is an empty one. Throws TypeError for anything else, StatusError
  /// (InvalidArgument) for a str with half of a surrogate pair, and (ResourceExhausted) without
  /// locked memory; nothing that it throws has the secret in it.
  explicit Passphrase(const pybind11::handle& text);

  /// Valid as long as this; needs no GIL.
  [[nodiscard]] std::string_view view() const;

 private:
  std::optional<LockedBytes> bytes_;  // absent: an empty one
};

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_ARGUMENTS_H_
