#ifndef TOLLPASS_TESTS_SIMULATION_PROXY_H_
#define TOLLPASS_TESTS_SIMULATION_PROXY_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "interceptor/interceptor.h"
#include "interceptor/transports/kernel_calls.h"
#include "tests/simulation/machine.h"
#include "tests/simulation/timeline.h"
#include "tests/simulation/witness.h"

namespace tollpass::simulation {

/// A proxy process: an interceptor, and a kernel that is asked one thing after the other, as
/// interceptor/transports/kernel_worker.h does it. What it writes to the host arrives at once.
class Proxy : public std::enable_shared_from_this<Proxy> {
 public:
  struct Outside {
    std::function<void(std::string)> to_host;
    std::function<void(std::string)> to_server;
    std::function<void(const Decision&)> decided;
    std::function<void(const Report&, const std::string& failure)> reported;
    std::function<void()> ended;  // it closed in good order and is done
  };

  /// `server`: section of the policy file; `identity`: of the server.
  Proxy(Machine& machine, Timeline& timeline, Witness& witness, std::string server,
        const std::string& identity, Outside outside);

  [[nodiscard]] const std::string& server_id() const { return server_id_; }
  [[nodiscard]] int pid() const { return process_.pid(); }
  Process& process() { return process_; }
  /// Its process is gone, and it does nothing any more.
  void Abandon() { ended_ = true; }
  [[nodiscard]] bool ended() const { return ended_; }
  /// A mistake for tests of the simulation.
  void ForgetReports() { forgets_reports_ = true; }

  void FromHost(std::string_view line);
  void FromServer(std::string_view line);
  /// One side is gone: it comes to its end.
  void ServerClosed();
  void HostClosed();

 private:
  enum class From { kHost, kServer, kElse };
  using Job = std::variant<Authorize, Report>;

  void Carry(const Actions& actions, From from, std::string_view line);
  void Later(int64_t delay_ms, void (Proxy::*what)());
  void Pump();
  void Tick();
  void Do(const Authorize& authorize);
  void Do(const Report& report);
  void Close();

  Timeline& timeline_;
  Witness& witness_;
  const std::string server_;
  const std::string server_id_;
  Outside outside_;
  Process& process_;
  const SimClock& clock_;
  Interceptor interceptor_;
  KernelCalls kernel_calls_;
  std::deque<Job> jobs_;
  bool forgets_reports_ = false;
  bool closing_ = false;
  bool ended_ = false;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_PROXY_H_
