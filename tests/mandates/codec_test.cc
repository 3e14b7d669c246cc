#include "mandates/codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "mandates/proto/mandate.pb.h"
#include "mandates/proto/order.pb.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;

MandateTerms FullMandate() {
  const LimitSpec day = {
      .window = WindowKind::kDay,
      .seconds = 0,
      .unit = "USD",
      .assets = {"eip155:84532/0xaa", "eip155:84532/0xbb"},
      .maximum = Amount::FromAtomic("340282366920938463463374607431768211455").value()};
  const LimitSpec rate = {.window = WindowKind::kRate,
                          .seconds = 60,
                          .unit = "calls",
                          .assets = {},
                          .maximum = Amount(30)};
  const LimitSpec call = {.window = WindowKind::kCall,
                          .seconds = 0,
                          .unit = "USDC",
                          .assets = {"eip155:84532/0xaa"},
                          .maximum = Amount(1)};
  MandateTerms terms;
  terms.id = "m0123456789";
  terms.ledger_id = "l1";
  terms.server_id = std::string(kServer);
  terms.server_name = "search";
  terms.assets = {TestTerms().asset};
  terms.limits = {day, rate};
  ToolRule& rule = terms.tools.emplace_back();
  rule.tool = "deep_*";
  rule.limits = {call};
  rule.ask_above = {call};
  rule.ask_always = true;
  rule.pay = false;
  rule.payees = {"0xee"};
  rule.pinned_payee = true;
  rule.schemes = {"upto"};
  terms.only_tools = {"deep_*", "search"};
  terms.uses = 3;
  terms.payees = {"0xcc"};
  terms.pinned_payee = true;
  terms.wallet_keys = {"0xdd"};
  terms.schemes = {"exact"};
  terms.ask_above = {call};
  terms.ask_always = true;
  terms.answers_ask = true;
  terms.max_validity = 300;
  terms.trust = {"receipts"};
  terms.chain_sources = {"rpc"};
  terms.not_before = 1000;
  terms.not_after = 2000;
  terms.parent = "m9";
  terms.delegate_key = std::string(64, 'a');
  return terms;
}

TEST(MandateCodec, KeepsEveryField) {
  const MandateTerms terms = FullMandate();
  const absl::StatusOr<MandateTerms> read = DecodeMandate(EncodeMandate(terms));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, terms);
}

/// The message of FullMandate after `change`.
absl::Status DecodeChanged(const std::function<void(wire::Mandate&)>& change) {
  wire::Mandate message;
  EXPECT_TRUE(message.ParseFromString(EncodeMandate(FullMandate())));
  change(message);
  return DecodeMandate(message.SerializeAsString()).status();
}

TEST(MandateCodec, RefusesValuesOutsideTheirRanges) {
  const struct {
    const char* what;
    std::function<void(wire::Mandate&)> change;
    const char* names;
  } cases[] = {
      {"no id", [](auto& m) { m.clear_id(); }, "id"},
      {"an id with a slash", [](auto& m) { m.set_id("m/1"); }, "id"},
      {"no ledger", [](auto& m) { m.clear_ledger_id(); }, "ledger_id"},
      {"no server", [](auto& m) { m.clear_server_id(); }, "server_id"},
      {"negative uses", [](auto& m) { m.set_uses(-1); }, "uses"},
      {"negative validity", [](auto& m) { m.set_max_validity(-1); }, "max_validity"},
      {"a validity of two years", [](auto& m) { m.set_max_validity(63'072'000); }, "max_validity"},
      {"an end before the beginning", [](auto& m) { m.set_not_after(999); }, "not_after"},
      {"an end after the year 9999", [](auto& m) { m.set_not_after(253'402'300'800); },
       "not_after"},
      {"a beginning before 1970", [](auto& m) { m.set_not_before(-1); }, "not_after"},
      {"a short delegate key", [](auto& m) { m.set_delegate_key("aa"); }, "delegate_key"},
      {"an amount of 15 bytes",
       [](auto& m) { m.mutable_limits(0)->set_maximum(std::string(15, '\1')); }, "limit.maximum"},
      {"an amount of 17 bytes",
       [](auto& m) { m.mutable_limits(0)->set_maximum(std::string(17, '\1')); }, "limit.maximum"},
      {"no window", [](auto& m) { m.mutable_limits(0)->set_window(wire::WINDOW_UNSPECIFIED); },
       "limit.window"},
      {"a window of a later version",
       [](auto& m) { m.mutable_limits(0)->set_window(static_cast<wire::Window>(77)); },
       "limit.window"},
      {"a day with a length", [](auto& m) { m.mutable_limits(0)->set_seconds(1); },
       "limit.seconds"},
      {"a rate without a length", [](auto& m) { m.mutable_limits(1)->set_seconds(0); },
       "limit.seconds"},
      {"a limit without a unit", [](auto& m) { m.mutable_limits(0)->clear_unit(); }, "limit.unit"},
      {"a unit with an escape", [](auto& m) { m.mutable_limits(0)->set_unit("US\x1b[2J"); },
       "limit.unit"},
      {"a unit with a space", [](auto& m) { m.mutable_limits(0)->set_unit("USD day"); },
       "limit.unit"},
      {"a rate of money", [](auto& m) { m.mutable_limits(1)->set_unit("USD"); }, "limit.unit"},
      {"a day of calls", [](auto& m) { m.mutable_limits(0)->set_unit("calls"); }, "limit.unit"},
      {"uses among the limits",
       [](auto& m) {
         m.mutable_limits(0)->set_window(wire::WINDOW_USES);
         m.mutable_limits(0)->set_unit("calls");
       },
       "limit.window"},
      {"two days in one unit", [](auto& m) { *m.add_limits() = m.limits(0); }, "limit:"},
      {"two of a rule", [](auto& m) { *m.mutable_tools(0)->add_limits() = m.tools(0).limits(0); },
       "limit:"},
      {"asking above a day", [](auto& m) { m.mutable_ask_above(0)->set_window(wire::WINDOW_DAY); },
       "ask_above"},
      {"a rule that asks above a total",
       [](auto& m) { m.mutable_tools(0)->mutable_ask_above(0)->set_window(wire::WINDOW_TOTAL); },
       "ask_above"},
      {"a parent that is no id", [](auto& m) { m.set_parent("m\x1b[2J"); }, "parent"},
      {"a delegate key in capitals", [](auto& m) { m.set_delegate_key(std::string(64, 'A')); },
       "delegate_key"},
      {"a symbol with an escape", [](auto& m) { m.mutable_assets(0)->set_symbol("USDC\x1b[2J"); },
       "asset"},
      {"a symbol that looks like another",
       [](auto& m) { m.mutable_assets(0)->set_symbol("USD\u0421"); }, "asset"},
      {"a tool without a name", [](auto& m) { m.mutable_tools(0)->clear_tool(); }, "tool"},
      {"a tool with two rules", [](auto& m) { *m.add_tools() = m.tools(0); }, "tool"},
      {"37 decimals", [](auto& m) { m.mutable_assets(0)->set_decimals(37); }, "asset.decimals"},
      {"a network that is no CAIP-2 id", [](auto& m) { m.mutable_assets(0)->set_network("base"); },
       "asset.network"},
      {"an asset without an id", [](auto& m) { m.mutable_assets(0)->clear_id(); }, "asset"},
  };
  for (const auto& item : cases) {
    const absl::Status status = DecodeChanged(item.change);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << item.what << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(item.names)) << item.what;
  }
}

TEST(MandateCodec, RefusesUnknownFieldsAtEveryDepth) {
  const auto add = [](google::protobuf::Message& message) {
    message.GetReflection()->MutableUnknownFields(&message)->AddVarint(999, 1);
  };
  const struct {
    const char* holder;
    std::function<void(wire::Mandate&)> change;
  } cases[] = {
      {"Mandate", [&](auto& m) { add(m); }},
      {"Asset", [&](auto& m) { add(*m.mutable_assets(0)); }},
      {"Limit", [&](auto& m) { add(*m.mutable_limits(1)); }},
      {"ToolRule", [&](auto& m) { add(*m.mutable_tools(0)); }},
      {"Limit", [&](auto& m) { add(*m.mutable_tools(0)->mutable_ask_above(0)); }},
  };
  for (const auto& item : cases) {
    const absl::Status status = DecodeChanged(item.change);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << item.holder;
    EXPECT_THAT(std::string(status.message()), HasSubstr(item.holder));
  }
}

TEST(MandateCodec, RefusesBytesThatAreNoMandate) {
  const std::string good = EncodeMandate(FullMandate());
  EXPECT_FALSE(DecodeMandate("").ok()) << "a message without any field has no id";
  EXPECT_FALSE(DecodeMandate("no mandate").ok());
  EXPECT_FALSE(DecodeMandate(std::string((size_t{1} << 20) + 1, '\0')).ok());
  for (size_t size = 1; size < good.size(); ++size) {
    // Every cut either breaks the message or loses what a mandate must have.
    const absl::StatusOr<MandateTerms> read = DecodeMandate(std::string_view(good).substr(0, size));
    EXPECT_FALSE(read.ok() && *read == FullMandate()) << size;
  }
}

TEST(OrderCodec, KeepsEveryFieldOfEveryKind) {
  for (int kind = 0; kind <= static_cast<int>(OrderKind::kAcceptLedger); ++kind) {
    Order order;
    order.kind = static_cast<OrderKind>(kind);
    order.ledger_id = "l1";
    order.subject = "a1";
    order.binding = "b";
    order.ceiling = Amount(5);
    order.issued_at = 10;
    order.expires_at = 20;
    order.body = std::string("\0\xff", 2);
    order.nonce = "n";
    const absl::StatusOr<Order> read = DecodeOrder(OrderBytes(order));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, order);
  }
}

TEST(OrderCodec, SignsWithADomainTag) {
  EXPECT_EQ(OrderBytes(Order()).substr(0, 17), "tollpass-order/1\n");
  EXPECT_FALSE(DecodeOrder(OrderBytes(Order()).substr(1)).ok());
}

TEST(OrderCodec, RefusesWhatIsNoOrder) {
  const std::string tag = "tollpass-order/1\n";
  wire::Order message;
  ASSERT_TRUE(message.ParseFromString(OrderBytes(Order()).substr(tag.size())));
  EXPECT_TRUE(DecodeOrder(tag + message.SerializeAsString()).ok());

  wire::Order other_kind = message;
  other_kind.set_kind(static_cast<wire::OrderKind>(42));
  EXPECT_FALSE(DecodeOrder(tag + other_kind.SerializeAsString()).ok());

  wire::Order short_ceiling = message;
  short_ceiling.set_ceiling("1");
  EXPECT_FALSE(DecodeOrder(tag + short_ceiling.SerializeAsString()).ok());

  wire::Order unknown = message;
  unknown.GetReflection()->MutableUnknownFields(&unknown)->AddVarint(999, 1);
  EXPECT_FALSE(DecodeOrder(tag + unknown.SerializeAsString()).ok());

  wire::Order early = message;
  early.set_issued_at(-1);
  EXPECT_FALSE(DecodeOrder(tag + early.SerializeAsString()).ok());
}

}  // namespace
}  // namespace tollpass
