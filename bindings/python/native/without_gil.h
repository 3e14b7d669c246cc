#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_WITHOUT_GIL_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_WITHOUT_GIL_H_

namespace tollpass::python {

/// Lets other Python threads run while this one is in a call that may wait. A thread that comes
/// back when the interpreter has begun to end would be ended inside our frames, and the process
/// aborts: so the interpreter's exit waits for these calls, and none begins after it.
class WithoutGil {
 public:
  enum class AtExit { kRefused, kAllowed };

  /// With the GIL held. Throws StatusError (Unavailable) for kRefused once the interpreter exits;
  /// what the main thread destroys then is kAllowed.
  explicit WithoutGil(AtExit at_exit = AtExit::kRefused);
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;
  ~WithoutGil();

 private:
  void* saved_ = nullptr;  // the interpreter's state of this thread, a PyThreadState
};

/// Holds the GIL on any thread, one of the kernel's too. The interpreter's exit waits for it; after
/// that nobody gets it, and Python's objects are to be left alone.
class WithGil {
 public:
  WithGil();
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;
  ~WithGil();

  /// False once the interpreter exits.
  [[nodiscard]] bool holds() const { return holds_; }

 private:
  const bool holds_;
  int state_ = 0;  // a PyGILState_STATE
};

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_WITHOUT_GIL_H_
