#ifndef TOLLPASS_HOME_CHILD_TERMS_H_
#define TOLLPASS_HOME_CHILD_TERMS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/mandate_terms.h"
#include "core/random.h"
#include "core/time_zone.h"
#include "home/permission.h"

namespace tollpass {

std::string NewMandateId(Random& random);

/// Lowers `terms`, what the policy or the mandate above allows, to `permission`, and sets the
/// delegate key; times are left. `zone`: whose day it is, where no limit tells. Errors as TermsOf
/// of home/allow_order.h.
absl::Status NarrowTo(const Permission& permission, const TimeZone& zone, MandateTerms& terms);

/// What a mandate under `parent` for `permission` holds: from now on, and no longer than the
/// parent. Needs no home. Errors as TermsOf of home/allow_order.h.
absl::StatusOr<MandateTerms> ChildTerms(const MandateTerms& parent, const Permission& permission,
                                        const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_CHILD_TERMS_H_
