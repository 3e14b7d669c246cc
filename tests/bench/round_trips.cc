// Does the same job over several programs in turn, and tells how long each took.
//
//   round_trips --rounds N --calls N [--pause-us N] [--starts N] [--folder DIR]
//               -- NAME JOB [PROGRAM ARG...] -- NAME JOB ...
//
// Jobs: process_lane.h, floor_lanes.h, payment_lanes.h; "charge" with the words of charge_lane.h.
// Each round does --calls jobs over each lane, so that what disturbs the machine disturbs all of
// them. --pause-us before each job: time in which a program does what nobody waits for. Gives a
// JSON array with an object for each lane: the median of each round, the mean of all jobs, and for
// programs the times until the first answer (--starts of them), CPU time and memory.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/bench/charge_lane.h"
#include "tests/bench/floor_lanes.h"
#include "tests/bench/payment_lanes.h"
#include "tests/bench/process_lane.h"

namespace tollpass::bench {
namespace {

using nlohmann::json;

constexpr int kWarmUpCalls = 5;

struct Options {
  int rounds = 20;
  int calls = 20;
  int pause_us = 0;
  int starts = 1;
  std::string folder = ".";
};

struct Entry {
  std::string name;
  std::unique_ptr<Lane> lane;
  ProcessLane* process = nullptr;  // the lane, if it is one
  int64_t cpu_before_ns = 0;       // when the rounds began
  std::vector<int64_t> first_ns;
  std::vector<int64_t> rounds_ns;
  int64_t sum_ns = 0;  // of all jobs
};

int64_t Median(std::vector<int64_t> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Entry MakeEntry(const std::vector<std::string>& words, const Options& options) {
  if (words.size() < 2) std::exit(2);
  Entry entry;
  entry.name = words[0];
  const std::string& job = words[1];
  std::vector<std::string> rest(words.begin() + 2, words.end());
  entry.lane = MakeFloorLane(job, options.folder);
  if (entry.lane == nullptr) entry.lane = MakePaymentLane(job, options.folder);
  if (job == "charge" && !rest.empty()) entry.lane = MakeChargeLane(rest, options.folder);
  if (entry.lane == nullptr) {
    auto process = std::make_unique<ProcessLane>(job, std::move(rest));
    entry.process = process.get();
    entry.lane = std::move(process);
  }
  return entry;
}

void StartAll(std::vector<Entry>& entries, int starts) {
  for (int start = 0; start < starts; ++start) {
    for (Entry& entry : entries) {
      if (entry.process == nullptr) continue;
      if (start > 0) entry.process->Stop();
      entry.first_ns.push_back(entry.process->Start());
    }
  }
}

void RunRounds(std::vector<Entry>& entries, const Options& options) {
  for (Entry& entry : entries) {
    for (int call = 0; call < kWarmUpCalls; ++call) entry.lane->Once();
    if (entry.process != nullptr) entry.cpu_before_ns = entry.process->Used().cpu_ns;
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (Entry& entry : entries) {
      std::vector<int64_t> times;
      for (int call = 0; call < options.calls; ++call) {
        std::this_thread::sleep_for(std::chrono::microseconds(options.pause_us));
        times.push_back(entry.lane->Once());
        entry.sum_ns += times.back();
      }
      entry.rounds_ns.push_back(Median(std::move(times)));
    }
  }
}

json Told(Entry& entry, int calls) {
  json told = {
      {"name", entry.name}, {"rounds_ns", entry.rounds_ns}, {"mean_ns", entry.sum_ns / calls}};
  if (entry.process == nullptr) return told;
  const Usage used = entry.process->Used();
  told["first_ns"] = entry.first_ns;
  told["rss_kib"] = used.rss_kib;
  told["pss_kib"] = used.pss_kib;
  told["cpu_ns_per_call"] = (used.cpu_ns - entry.cpu_before_ns) / calls;
  entry.process->Stop();
  return told;
}

int Run(int argc, char** argv) {
  Options options;
  int at = 1;
  for (; at + 1 < argc && std::string(argv[at]) != "--"; at += 2) {
    const std::string flag = argv[at];
    const std::string value = argv[at + 1];
    if (flag == "--rounds") options.rounds = std::atoi(value.c_str());
    if (flag == "--calls") options.calls = std::atoi(value.c_str());
    if (flag == "--pause-us") options.pause_us = std::atoi(value.c_str());
    if (flag == "--starts") options.starts = std::atoi(value.c_str());
    if (flag == "--folder") options.folder = value;
  }
  std::vector<Entry> entries;
  while (at < argc) {
    std::vector<std::string> words;
    for (++at; at < argc && std::string(argv[at]) != "--"; ++at) words.emplace_back(argv[at]);
    entries.push_back(MakeEntry(words, options));
  }
  StartAll(entries, options.starts);
  RunRounds(entries, options);
  json told = json::array();
  for (Entry& entry : entries) {
    told.push_back(Told(entry, options.rounds * options.calls));
  }
  std::cout << told.dump(1) << "\n";
  return 0;
}

}  // namespace
}  // namespace tollpass::bench

int main(int argc, char** argv) { return tollpass::bench::Run(argc, argv); }
