#include "tests/simulation/pipes.h"

#include <algorithm>

namespace tollpass::simulation {

bool Pipes::Happens(Fault fault, uint64_t one_in) {
  const bool now = dice_.OneIn(one_in);
  return now && faults_.test(static_cast<size_t>(fault));
}

void Pipes::Send(int64_t& free_at_ms, std::function<void()> arrive) {
  if (Happens(Fault::kLost, 12)) return;
  const int64_t now = timeline_.now_ms();
  int64_t at = now + dice_.Between(1, 40);
  if (Happens(Fault::kLate, 8)) at += dice_.Between(1'000, 100'000);
  if (!Happens(Fault::kReorder, 3)) at = std::max(at, free_at_ms);
  free_at_ms = std::max(at, free_at_ms);
  if (Happens(Fault::kDuplicate, 8)) timeline_.After(at - now + dice_.Between(0, 500), arrive);
  timeline_.After(at - now, std::move(arrive));
}

void Pipes::ToServer(std::string line) {
  Send(to_server_free_at_ms_,
       [self = shared_from_this(), line = std::move(line)] { self->ServerReceives(line); });
}

void Pipes::ServerReceives(const std::string& line) {
  if (!server_lives_) return;
  const Shop::Reaction reaction = shop_.Receive(line);
  for (const std::string& answer : reaction.answers) {
    Send(to_proxy_free_at_ms_, [self = shared_from_this(), answer] {
      if (self->server_heard_) self->ends_.to_proxy(answer);
    });
  }
  if (!reaction.dies) return;
  server_lives_ = false;
  // What it said last may be cut off.
  timeline_.After(dice_.Between(0, 40), [self = shared_from_this()] {
    self->server_heard_ = false;
    self->ends_.server_closed();
  });
}

}  // namespace tollpass::simulation
