#ifndef TOLLPASS_TESTS_KIT_CHECK_H_
#define TOLLPASS_TESTS_KIT_CHECK_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/kit/transcript.h"

namespace tollpass::kit {

/// One thing that was looked at. `words` say what is right or wrong, for a person.
struct Finding {
  std::string subject;  // a tool, or what the model saw
  bool passed = false;
  std::string words;
};

/// Holds what the kit's server recorded and what the model saw to what Calls() say.
std::vector<Finding> Check(const std::vector<nlohmann::json>& events, const Transcript& seen);

bool AllPassed(const std::vector<Finding>& findings);

/// A line for each finding and one with the sum; or (`as_json`) one document. Ends with LF.
std::string ReportText(const std::vector<Finding>& findings, bool as_json);

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_CHECK_H_
