#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_DELIVERY_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_DELIVERY_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interceptor/interceptor.h"
#include "interceptor/transports/held_reports.h"
#include "interceptor/transports/kernel_worker.h"
#include "interceptor/transports/line_writer.h"

namespace tollpass {

/// Carries out an interceptor's actions over two line streams and a kernel. One thread; what it is
/// made of must outlive it.
class Delivery {
 public:
  Delivery(LineWriter& to_host, LineWriter& to_server, KernelWorker& kernel)
      : to_host_(to_host), to_server_(to_server), kernel_(kernel) {}

  /// `line` is what the actions are about; a Forward sends it to `onward`.
  void Carry(Actions actions, const Line& line, LineWriter& onward);
  /// Actions that are about no line.
  void Carry(Actions actions);

  /// Gives the kernel the reports of answers that reached the host's stream, or never will.
  void ReleaseReports();
  [[nodiscard]] bool HoldsReports() const { return !held_.empty(); }

  /// From now on no authorisation begins.
  void StopPaying();
  /// Tickets of authorisations that did not begin; each wants a Decision "unavailable".
  std::vector<uint64_t> TakeRefused();
  [[nodiscard]] bool HasRefused() const { return !refused_.empty(); }

  /// When the interceptor wants its next Tick.
  [[nodiscard]] std::optional<int64_t> NextWake() const;
  /// Forgets the times up to `now_ms`; false if there were none.
  bool TakeDue(int64_t now_ms);

 private:
  void Pay(Authorize authorize);
  void Tell(Conclude conclude);
  void TakeBack(const std::string& id_key);
  void Submit(std::vector<Report> reports);

  LineWriter& to_host_;
  LineWriter& to_server_;
  KernelWorker& kernel_;
  HeldReports held_;  // written at so many bytes of to_host_
  std::set<int64_t> wakes_;
  std::vector<uint64_t> refused_;
  bool paying_ = true;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_DELIVERY_H_
