#ifndef TOLLPASS_BINDINGS_CPP_TOLLPASS_H_
#define TOLLPASS_BINDINGS_CPP_TOLLPASS_H_

/// Everything that an embedding host may use. How to: docs/embedding.md.

#include "bindings/cpp/open.h"
#include "bindings/cpp/session.h"
#include "bindings/cpp/version.h"
#include "core/amount.h"
#include "core/call.h"
#include "core/chain_sighting.h"
#include "core/challenge.h"
#include "core/clock.h"
#include "core/order.h"
#include "core/proof.h"
#include "core/reason.h"
#include "core/server_identity.h"
#include "home/permission.h"
#include "home/supposed_payment.h"
#include "interceptor/interceptor.h"
#include "interceptor/mcp/price_hint.h"
#include "wallet/chain/chain_source.h"
#include "wallet/kernel/kernel.h"

#endif  // TOLLPASS_BINDINGS_CPP_TOLLPASS_H_
