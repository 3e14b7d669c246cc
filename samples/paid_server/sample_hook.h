#ifndef TOLLPASS_SAMPLES_PAID_SERVER_SAMPLE_HOOK_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_SAMPLE_HOOK_H_

#include <set>
#include <string>
#include <utility>

#include "samples/paid_server/call_hook.h"

namespace tollpass::samples {

struct SampleHookOptions {
  int free_calls = 0;                    // so many calls of paid tools cost nothing
  std::set<std::string> rejected_tools;  // these are not for sale
  OfferChange change;                    // what is asked instead of the price list
};

/// The hook that the command line describes. Not thread-safe.
class SampleHook final : public CallHook {
 public:
  explicit SampleHook(SampleHookOptions options) : options_(std::move(options)) {}

  HookDecision BeforePayment(const PaidCall& call) override;

 private:
  SampleHookOptions options_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_SAMPLE_HOOK_H_
