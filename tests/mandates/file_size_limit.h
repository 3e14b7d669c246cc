#ifndef TOLLPASS_TESTS_MANDATES_FILE_SIZE_LIMIT_H_
#define TOLLPASS_TESTS_MANDATES_FILE_SIZE_LIMIT_H_

#include <signal.h>
#include <sys/resource.h>

#include <cstddef>

namespace tollpass {

/// No file of this process grows beyond `bytes` while this lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(size_t bytes) : before_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit small = {bytes, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    signal(SIGXFSZ, before_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  sighandler_t before_;
  rlimit limit_ = {};
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_MANDATES_FILE_SIZE_LIMIT_H_
