#ifndef TOLLPASS_MANDATES_NARROWING_H_
#define TOLLPASS_MANDATES_NARROWING_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/mandate_terms.h"

namespace tollpass {

/// What `child` permits and `parent` does not, field by field: a sentence for each, which begins
/// with the name of the field. Empty: it only narrows. A limit that is gone is wider, although
/// those of the parent are charged too; a rule for tools that the parent lacks may only forbid,
/// or name one tool. Pure.
std::vector<std::string> WiderFields(const MandateTerms& child, const MandateTerms& parent);

/// FailedPrecondition with all of WiderFields.
absl::Status CheckNarrows(const MandateTerms& child, const MandateTerms& parent);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_NARROWING_H_
