#ifndef TOLLPASS_CORE_AVX2_H_
#define TOLLPASS_CORE_AVX2_H_

/// Loops over texts exist twice where most of the work is theirs: for any processor, by
/// core/byte_block.h, and for an x86-64 that has AVX2, as nearly all since 2015 do. Both give the
/// same; the second is called only where ThisProcessor says so.
#ifdef __x86_64__
/// Of a function: its instructions may be those of kAvx2. Lambdas in it are not of them.
#define TOLLPASS_AVX2 gnu::target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul")
#endif

namespace tollpass {

enum class Processor { kAny, kAvx2 };

/// The best that this one is.
inline Processor ThisProcessor() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul")) {
    return Processor::kAvx2;
  }
#endif
  return Processor::kAny;
}

}  // namespace tollpass

#endif  // TOLLPASS_CORE_AVX2_H_
