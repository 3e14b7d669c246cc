#ifndef TOLLPASS_TESTS_WALLET_ATTACK_DRIVERS_H_
#define TOLLPASS_TESTS_WALLET_ATTACK_DRIVERS_H_

#include "tests/attacks/attack_list.h"

namespace tollpass {

/// What a server asks for: offers, prices, payees, tools.
AttackDrivers TermsAttacks();
/// What it does and says once it was paid.
AttackDrivers PaidServerAttacks();
/// Budgets, clocks, and what programs and other processes do.
AttackDrivers LedgerAttacks();
/// Mandates, approvals, policy files.
AttackDrivers AuthorityAttacks();

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_ATTACK_DRIVERS_H_
