#ifndef TOLLPASS_TESTS_CORE_NO_THREADS_H_
#define TOLLPASS_TESTS_CORE_NO_THREADS_H_

#include <pthread.h>

#include <cstddef>

namespace tollpass {

/// While it lives this process gets no more threads: none has room for the stack that is asked for.
/// RLIMIT_NPROC does not bind root, as whom tests may run.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&usual_);
    Ask(size_t{1} << 46);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;
  ~NoThreads() {
    pthread_setattr_default_np(&usual_);
    pthread_attr_destroy(&usual_);
  }

 private:
  static void Ask(size_t stack_bytes) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }

  pthread_attr_t usual_{};
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CORE_NO_THREADS_H_
