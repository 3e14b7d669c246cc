#include "samples/paid_server/sample_hook.h"

namespace tollpass::samples {

HookDecision SampleHook::BeforePayment(const PaidCall& call) {
  if (options_.rejected_tools.contains(call.tool.name)) {
    return Reject{{{"error", "This tool is not for sale."}}};
  }
  if (options_.free_calls > 0) {
    --options_.free_calls;
    return RunFree{};
  }
  return options_.change;
}

}  // namespace tollpass::samples
