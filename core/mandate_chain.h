#ifndef TOLLPASS_CORE_MANDATE_CHAIN_H_
#define TOLLPASS_CORE_MANDATE_CHAIN_H_

#include <cstddef>
#include <vector>

#include "core/mandate_terms.h"

namespace tollpass {

/// Links from a mandate up to its root, at most.
inline constexpr size_t kMaxMandateLinks = 8;

/// `leaf` and the mandates above it among `all`, leaf first; empty where one of them is missing or
/// there are too many. The pointers are into `all` and to `leaf`.
std::vector<const MandateTerms*> ChainOf(const std::vector<MandateTerms>& all,
                                         const MandateTerms& leaf);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_MANDATE_CHAIN_H_
