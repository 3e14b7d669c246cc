#include "tests/bench/floor_lanes.h"

#include <secp256k1.h>
#include <secp256k1_recovery.h>
#include <sqlite3.h>

#include <array>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "core/json/json.h"
#include "core/os/poll.h"
#include "tests/bench/bare_rows.h"
#include "tests/bench/messages.h"

namespace tollpass::bench {
namespace {

constexpr char kTable[] =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "CREATE TABLE IF NOT EXISTS rows(id INTEGER PRIMARY KEY, body BLOB) STRICT;";
constexpr char kRow[] = "BEGIN IMMEDIATE; INSERT INTO rows(body) VALUES(zeroblob(1024)); COMMIT;";
constexpr int kDepth = 32;

[[noreturn]] void Fail(const char* why) {
  std::fprintf(stderr, "round_trips: %s\n", why);
  std::exit(1);
}

class CommitLane final : public Lane {
 public:
  explicit CommitLane(const std::string& folder) {
    const std::string path = folder + "/floor.db";
    if (sqlite3_open(path.c_str(), &database_) != SQLITE_OK) Fail("cannot open the floor's file");
    Run(kTable);
  }
  ~CommitLane() override { sqlite3_close(database_); }
  CommitLane(const CommitLane&) = delete;
  CommitLane& operator=(const CommitLane&) = delete;

  int64_t Once() override {
    const int64_t begin = NowNs();
    Run(kRow);
    return NowNs() - begin;
  }

 private:
  void Run(const char* script) {
    if (sqlite3_exec(database_, script, nullptr, nullptr, nullptr) != SQLITE_OK) {
      Fail(sqlite3_errmsg(database_));
    }
  }

  sqlite3* database_ = nullptr;
};

class SignLane final : public Lane {
 public:
  SignLane() : curve_(secp256k1_context_create(SECP256K1_CONTEXT_NONE)) {
    secret_.fill(1);
    digest_.fill(2);
  }
  ~SignLane() override { secp256k1_context_destroy(curve_); }
  SignLane(const SignLane&) = delete;
  SignLane& operator=(const SignLane&) = delete;

  int64_t Once() override {
    secp256k1_ecdsa_recoverable_signature signature;
    const int64_t begin = NowNs();
    if (secp256k1_ecdsa_sign_recoverable(curve_, &signature, digest_.data(), secret_.data(),
                                         nullptr, nullptr) != 1) {
      Fail("cannot sign");
    }
    return NowNs() - begin;
  }

 private:
  secp256k1_context* curve_;
  std::array<unsigned char, 32> secret_{};
  std::array<unsigned char, 32> digest_{};
};

class ParseLane final : public Lane {
 public:
  int64_t Once() override {
    const int64_t begin = NowNs();
    if (!json::Parse(demand_, kDepth).ok()) Fail("cannot parse the demand");
    return NowNs() - begin;
  }

 private:
  const std::string demand_ = X402Challenge(1);
};

class RowsLane final : public Lane {
 public:
  explicit RowsLane(const std::string& folder) : rows_(folder + "/rows") {}
  int64_t Once() override { return rows_.WriteOne(); }

 private:
  BareRows rows_;
};

class HandOverLane final : public Lane {
 public:
  HandOverLane() : done_(os::Wakeup::Make().value()), thread_([this] { Serve(); }) {}
  ~HandOverLane() override {
    Submit(Job::kEnd);
    thread_.join();
  }
  HandOverLane(const HandOverLane&) = delete;
  HandOverLane& operator=(const HandOverLane&) = delete;

  int64_t Once() override {
    const int64_t begin = NowNs();
    Submit(Job::kOne);
    if (!os::Wait(watched_, -1).ok()) Fail("cannot wait");
    done_.Drain();
    return NowNs() - begin;
  }

 private:
  enum class Job { kNone, kOne, kEnd };

  void Submit(Job job) {
    {
      const std::lock_guard lock(mutex_);
      job_ = job;
    }
    submitted_.notify_one();
  }

  void Serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      submitted_.wait(lock, [this] { return job_ != Job::kNone; });
      if (job_ == Job::kEnd) return;
      job_ = Job::kNone;
      done_.Notify();
    }
  }

  std::mutex mutex_;
  std::condition_variable submitted_;
  Job job_ = Job::kNone;  // guarded by mutex_
  os::Wakeup done_;
  std::vector<os::Watched> watched_ = {{.fd = done_.fd(), .want_read = true}};
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Lane> MakeFloorLane(const std::string& job, const std::string& folder) {
  if (job == "commit") return std::make_unique<CommitLane>(folder);
  if (job == "sign") return std::make_unique<SignLane>();
  if (job == "parse") return std::make_unique<ParseLane>();
  if (job == "rows") return std::make_unique<RowsLane>(folder);
  if (job == "handover") return std::make_unique<HandOverLane>();
  return nullptr;
}

}  // namespace tollpass::bench
