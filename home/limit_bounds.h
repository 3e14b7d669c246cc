#ifndef TOLLPASS_HOME_LIMIT_BOUNDS_H_
#define TOLLPASS_HOME_LIMIT_BOUNDS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/amount.h"
#include "core/limit.h"
#include "core/mandate_terms.h"

/// How one more limit of money narrows what a mandate permits, and how much it permits already. In
/// one list of limits all hold; a list names each window and unit once, since these are one sum.
/// Pure.
namespace tollpass {

/// AssetKeys of the assets of `terms` that `unit` stands for: what a limit counts in it, and what
/// has that symbol or symbol@network; empty if none.
std::vector<std::string> AssetsOf(const MandateTerms& terms, std::string_view unit);

/// Digits after the point that every one of `assets` can hold.
int DigitsOf(const MandateTerms& terms, const std::vector<std::string>& assets);

/// The most that `terms` lets through in the window of `limit`, of all assets that it counts; for a
/// call, in any one of them, by any tool. std::nullopt: they are not all bounded.
std::optional<Amount> CeilingOf(const MandateTerms& terms, const LimitSpec& limit);

/// Afterwards at most `limit` of all assets that it counts is let through in its window, the rules
/// of single tools included. What is not payable before is not payable after.
void Bound(MandateTerms& terms, const LimitSpec& limit);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_LIMIT_BOUNDS_H_
