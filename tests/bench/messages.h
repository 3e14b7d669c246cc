#ifndef TOLLPASS_TESTS_BENCH_MESSAGES_H_
#define TOLLPASS_TESTS_BENCH_MESSAGES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollpass::bench {

/// Whom every paid call of the benchmarks pays.
inline constexpr std::string_view kPayTo = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";

/// A tools/call of `tool` under `id`; calls of different ids have different arguments.
std::string ToolCall(uint64_t id, std::string_view tool);
/// ToolCall with a payment in it: for a server that does not look at it.
std::string PaidToolCall(uint64_t id, std::string_view tool);

/// A tool's result under `id` whose text is `bytes` of English prose.
std::string Prose(uint64_t id, size_t bytes);
/// A tool's result of about `bytes` that is a table: numbers, short keys, few letters.
std::string Table(uint64_t id, size_t bytes);
/// A tool's result that demands 0.01 USDC on Base Sepolia by x402 version 2.
std::string X402Challenge(uint64_t id);

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_MESSAGES_H_
