#ifndef TOLLPASS_TESTS_INTERCEPTOR_ODD_SPELLING_H_
#define TOLLPASS_TESTS_INTERCEPTOR_ODD_SPELLING_H_

#include <random>
#include <string>

namespace tollpass {

/// The same JSON value as compact `json`, written as strangely as `random` likes: characters of
/// keys and strings as escapes, numbers with exponents and fractions, white space between tokens;
/// and the same again inside strings that hold JSON.
std::string SpelledOddly(const std::string& json, std::mt19937& random);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_INTERCEPTOR_ODD_SPELLING_H_
