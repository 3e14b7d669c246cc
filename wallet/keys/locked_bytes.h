#ifndef TOLLPASS_WALLET_KEYS_LOCKED_BYTES_H_
#define TOLLPASS_WALLET_KEYS_LOCKED_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "absl/status/statusor.h"

namespace tollpass {

/// Memory for a secret: never swapped, between guard pages, wiped when freed. Move-only.
///
/// A new one can be written. After Seal() the pages cannot be read either, except through an Open
/// guard. Not thread-safe by itself: whoever shares a sealed one holds a mutex while it is open.
class LockedBytes {
 public:
  /// `size` zero bytes. ResourceExhausted: the system gives no more locked memory.
  static absl::StatusOr<LockedBytes> Make(size_t size);

  LockedBytes(LockedBytes&&) noexcept = default;
  LockedBytes& operator=(LockedBytes&&) noexcept = default;
  ~LockedBytes() = default;

  /// The bytes while they can be written: before Seal().
  [[nodiscard]] std::span<uint8_t> writable() { return {bytes_.get(), size_}; }
  /// The bytes before Seal().
  [[nodiscard]] std::span<const uint8_t> readable() const { return {bytes_.get(), size_}; }
  [[nodiscard]] size_t size() const { return size_; }

  /// A copy of a part that is not sealed. ResourceExhausted as Make.
  [[nodiscard]] absl::StatusOr<LockedBytes> Copy(size_t offset, size_t size) const;

  /// Takes every access away. There is no way back to writing.
  void Seal();

  /// Makes a sealed secret readable, and `mutex` held, for as long as it lives.
  class Open {
   public:
    Open(const LockedBytes& secret, std::mutex& mutex);
    ~Open();
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

    [[nodiscard]] const uint8_t* bytes() const { return secret_.bytes_.get(); }

   private:
    const LockedBytes& secret_;
    std::lock_guard<std::mutex> held_;
  };

 private:
  struct Free {
    void operator()(uint8_t* bytes) const;
  };
  LockedBytes(uint8_t* bytes, size_t size) : bytes_(bytes), size_(size) {}

  std::unique_ptr<uint8_t[], Free> bytes_;
  size_t size_ = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_LOCKED_BYTES_H_
