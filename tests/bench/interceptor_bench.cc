// Messages that have nothing to do with a payment, and how a demand is read.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "core/clock.h"
#include "core/json/json.h"
#include "interceptor/dialects/dialect.h"
#include "interceptor/interceptor.h"
#include "interceptor/mcp/markers.h"
#include "interceptor/mcp/message.h"
#include "tests/bench/messages.h"

namespace tollpass::bench {
namespace {

using Make = std::string (*)(uint64_t id, size_t bytes);

void CountBytes(benchmark::State& state, const std::string& line) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * line.size()));
}

/// The floor: looks at every byte once, by a table, as a hand-written scanner does.
void OneScan(benchmark::State& state, Make make) {
  const std::string line = make(7, static_cast<size_t>(state.range(0)));
  std::array<uint8_t, 256> table{};
  table['"'] = table['\\'] = table['{'] = table['}'] = 1;
  for (auto _ : state) {
    size_t found = 0;
    for (const char c : line) found += table[static_cast<uint8_t>(c)];
    benchmark::DoNotOptimize(found);
  }
  CountBytes(state, line);
}

/// What a common library takes to tell whether a line is JSON at all.
void AcceptByLibrary(benchmark::State& state, Make make) {
  const std::string line = make(7, static_cast<size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(nlohmann::json::accept(line));
  CountBytes(state, line);
}

void MarkerScan(benchmark::State& state, Make make) {
  const std::string line = make(7, static_cast<size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(HasMarker(line));
  CountBytes(state, line);
}

void ParseMessage(benchmark::State& state, Make make) {
  const std::string line = make(7, static_cast<size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(ReadMessage(line));
  CountBytes(state, line);
}

/// A result to a call that waits for it, as it passes; the call itself is not measured.
void PassResult(benchmark::State& state, Make make) {
  const std::string line = make(7, static_cast<size_t>(state.range(0)));
  const std::string call = ToolCall(7, "free");
  const SystemClock clock;
  Interceptor interceptor({.server_id = "s", .principal = "p", .id_prefix = "x"}, clock);
  for (auto _ : state) {
    state.PauseTiming();
    interceptor.FromHost(call);
    state.ResumeTiming();
    const Actions actions = interceptor.FromServer(line);
    if (actions.size() != 1 || !std::holds_alternative<Forward>(actions[0])) std::abort();
  }
  CountBytes(state, line);
}

/// Something that a server says unasked.
void PassNotification(benchmark::State& state, Make make) {
  std::string line = make(7, static_cast<size_t>(state.range(0)));
  line.replace(line.find("\"result\""), 8, "\"method\":\"notifications/message\",\"params\"");
  line.erase(line.rfind(",\"id\"")).push_back('}');
  const SystemClock clock;
  Interceptor interceptor({.server_id = "s", .principal = "p", .id_prefix = "x"}, clock);
  for (auto _ : state) {
    const Actions actions = interceptor.FromServer(line);
    if (actions.size() != 1 || !std::holds_alternative<Forward>(actions[0])) std::abort();
  }
  CountBytes(state, line);
}

/// A small call and its small result.
void PassCallAndResult(benchmark::State& state) {
  const std::string call = ToolCall(7, "free");
  const std::string result = Prose(7, 40);
  const SystemClock clock;
  Interceptor interceptor({.server_id = "s", .principal = "p", .id_prefix = "x"}, clock);
  for (auto _ : state) {
    benchmark::DoNotOptimize(interceptor.FromHost(call));
    benchmark::DoNotOptimize(interceptor.FromServer(result));
  }
}

void ReadDemand(benchmark::State& state) {
  const std::string line = X402Challenge(7);
  const Dialects dialects = MakeDialects();
  for (auto _ : state) {
    const Message message = ReadMessage(line);
    const Answer answer("tools/call", message.result, message.error);
    if (!ReadChallenge(dialects, answer)) std::abort();
  }
  CountBytes(state, line);
}

void Attach(benchmark::State& state) {
  const Dialects dialects = MakeDialects();
  const Dialect* dialect = FindDialect(dialects, "x402-v2");
  Proof proof;
  proof.dialect = "x402-v2";
  proof.payload = R"({"signature":"0x)" + std::string(130, 'a') + R"(","authorization":{}})";
  proof.offer = R"({"scheme":"exact","network":"eip155:84532","amount":"10000"})";
  proof.resource = R"({"url":"mcp://tool/paid"})";
  const std::string call = ToolCall(7, "paid");
  for (auto _ : state) {
    const absl::StatusOr<std::string> paid = json::Splice(call, dialect->Attach(proof));
    if (!paid.ok()) std::abort();
  }
}

constexpr int64_t kSmall = 2'000;
constexpr int64_t kLarge = 200'000;

BENCHMARK_CAPTURE(OneScan, prose, Prose)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(OneScan, table, Table)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(AcceptByLibrary, prose, Prose)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(AcceptByLibrary, table, Table)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(MarkerScan, prose, Prose)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(MarkerScan, table, Table)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(ParseMessage, prose, Prose)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(ParseMessage, table, Table)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(PassNotification, prose, Prose)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(PassNotification, table, Table)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(PassResult, prose, Prose)->Arg(kLarge);
BENCHMARK_CAPTURE(PassResult, table, Table)->Arg(kLarge);
BENCHMARK(PassCallAndResult);
BENCHMARK(ReadDemand);
BENCHMARK(Attach);

}  // namespace
}  // namespace tollpass::bench
