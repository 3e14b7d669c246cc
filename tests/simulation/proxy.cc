#include "tests/simulation/proxy.h"

#include <utility>

#include "absl/strings/str_join.h"

namespace tollpass::simulation {
namespace {

InterceptorOptions OptionsFor(const std::string& identity) {
  return {.server_id = identity, .principal = "tester", .id_prefix = "k3v9"};
}

}  // namespace

Proxy::Proxy(Machine& machine, Timeline& timeline, Witness& witness, std::string server,
             const std::string& identity, Outside outside)
    : timeline_(timeline),
      witness_(witness),
      server_(std::move(server)),
      server_id_(identity),
      outside_(std::move(outside)),
      process_(machine.Start()),
      clock_(machine.clock()),
      interceptor_(OptionsFor(identity), machine.clock()),
      kernel_calls_(process_.kernel()) {}

void Proxy::FromHost(std::string_view line) {
  if (closing_ || ended_) return;
  Carry(interceptor_.FromHost(line), From::kHost, line);
}
void Proxy::FromServer(std::string_view line) {
  Carry(interceptor_.FromServer(line), From::kServer, line);
}
void Proxy::ServerClosed() {
  Carry(interceptor_.ServerClosed(), From::kElse, "");
  Close();
}
void Proxy::HostClosed() {
  Carry(interceptor_.HostClosed(), From::kElse, "");
  Close();
}

void Proxy::Close() {
  closing_ = true;
  Later(0, &Proxy::Pump);
}

void Proxy::Later(int64_t delay_ms, void (Proxy::*what)()) {
  timeline_.After(delay_ms, [weak = weak_from_this(), what] {
    if (const std::shared_ptr<Proxy> self = weak.lock()) (self.get()->*what)();
  });
}

void Proxy::Tick() {
  if (!ended_) Carry(interceptor_.Tick(), From::kElse, "");
}

void Proxy::Carry(const Actions& actions, From from, std::string_view line) {
  for (const Action& action : actions) {
    if (std::holds_alternative<Forward>(action)) {
      (from == From::kHost ? outside_.to_server : outside_.to_host)(std::string(line));
    } else if (const auto* up = std::get_if<ToHost>(&action)) {
      outside_.to_host(up->message);
    } else if (const auto* down = std::get_if<ToServer>(&action)) {
      outside_.to_server(down->message);
    } else if (const auto* authorize = std::get_if<Authorize>(&action)) {
      jobs_.emplace_back(*authorize);
    } else if (const auto* conclude = std::get_if<Conclude>(&action)) {
      witness_.Concluding(process_, conclude->report);
      jobs_.emplace_back(conclude->report);
    } else if (const auto* wake = std::get_if<Wake>(&action)) {
      Later(wake->at_ms - clock_.SteadyMillis(), &Proxy::Tick);
    }
  }
  if (!jobs_.empty()) Later(0, &Proxy::Pump);
}

void Proxy::Pump() {
  if (ended_ || process_.busy()) return;
  if (!jobs_.empty()) {
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    std::visit([this](const auto& one) { Do(one); }, job);
  } else if (!kernel_calls_.recorded_all()) {
    process_.Run([this] { kernel_calls_.RecordAgain().IgnoreError(); },
                 [this] { Later(1000, &Proxy::Pump); });
  } else if (closing_) {
    ended_ = true;
    outside_.ended();
  }
}

void Proxy::Do(const Authorize& authorize) {
  const Standing before = witness_.Now();
  const auto decision = std::make_shared<Decision>();
  process_.Run(
      [this, authorize, decision] { *decision = kernel_calls_.Authorize(authorize.request); },
      [this, authorize, decision, before] {
        outside_.decided(*decision);
        witness_.Decided(process_, server_, authorize.request, *decision, before);
        Carry(interceptor_.FromKernel(authorize.ticket, *decision), From::kElse, "");
        Later(0, &Proxy::Pump);
      });
}

void Proxy::Do(const Report& report) {
  process_.Run(
      [this, report] {
        if (forgets_reports_) {
          process_.kernel().Conclude(report).IgnoreError();
        } else {
          kernel_calls_.Conclude(report);
          outside_.reported(report, absl::StrJoin(kernel_calls_.TakeFailures(), ", "));
        }
      },
      [this] { Later(kernel_calls_.recorded_all() || !jobs_.empty() ? 0 : 1000, &Proxy::Pump); });
}

}  // namespace tollpass::simulation
