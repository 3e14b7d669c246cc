#include "mandates/event.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tollpass {
namespace {

/// Gives every field a value of its own, so that a mixed-up one is noticed.
template <typename Row>
Row Filled(int64_t first) {
  Row row;
  int64_t number = first;
  ForEachField(row, [&](std::string_view name, auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    ++number;
    if constexpr (std::is_same_v<Field, std::string>) {
      field = std::string(name) + " \"\n\xe2\x82\xac " + std::to_string(number);
    } else if constexpr (std::is_same_v<Field, int64_t>) {
      field = number % 2 == 0 ? number : -number;
    } else if constexpr (std::is_same_v<Field, Amount>) {
      field = Amount(static_cast<uint64_t>(number));
    } else {
      field.bytes = std::string("\0\xff", 2) + std::to_string(number);
    }
  });
  return row;
}

TEST(EventBodies, ReadBackAsTheyWere) {
  const sql::CounterRow count = Filled<sql::CounterRow>(700);
  const struct {
    EventKind kind;
    EventBody body;
  } cases[] = {
      {EventKind::kInitialised, Initialised{"l1", std::string("\0key", 4)}},
      {EventKind::kDeclined, Declined{Filled<sql::CallRow>(100)}},
      {EventKind::kDeclined,
       Declined{.call = Filled<sql::CallRow>(100), .refused = std::vector<RefusedPrice>()}},
      {EventKind::kDeclined,
       Declined{.call = Filled<sql::CallRow>(100),
                .refused = std::vector<RefusedPrice>{Filled<RefusedPrice>(110)},
                .question = Filled<sql::ApprovalRow>(120)}},
      {EventKind::kAsked, Asked{Filled<sql::CallRow>(200), Filled<sql::ApprovalRow>(300)}},
      {EventKind::kCharged, Charged{Filled<sql::CallRow>(400),
                                    Filled<sql::ChargeRow>(500),
                                    {count, Filled<sql::CounterRow>(800)},
                                    {{"channel", std::string("\0\1", 2)}, {"coin", ""}},
                                    "eip155:84532/0xaa",
                                    "c1"}},
      {EventKind::kAdopted, ChargeChanged{"c1", 4, "open", Filled<sql::ChargeState>(600)}},
      {EventKind::kConcluded, ChargeChanged{"c1", 0, "live", Filled<sql::ChargeState>(610)}},
      {EventKind::kRecovered, ChargeChanged{"c1", 1, "live", Filled<sql::ChargeState>(620)}},
      {EventKind::kConcluded, ChargeChanged{.charge = "c1",
                                            .seen_generation = 0,
                                            .seen_call_state = "open",
                                            .state = Filled<sql::ChargeState>(630),
                                            .empty = true,
                                            .no_fault = true,
                                            .late = true,
                                            .added = {count}}},
      {EventKind::kDenied,
       Ordered{.order = "bytes", .signature = "", .replaced_pin = "aa", .restored_pin = "bb"}},
      {EventKind::kPaused, Ordered{"bytes", "", {}}},
      {EventKind::kReconciled, Ordered{std::string("\0o", 2), "signature", {count}}},
  };
  for (const auto& item : cases) {
    const std::string json = EncodeEventBody(item.body);
    const absl::StatusOr<EventBody> read = DecodeEventBody(item.kind, json);
    ASSERT_TRUE(read.ok()) << EventKindName(item.kind) << read.status() << json;
    EXPECT_EQ(read->index(), item.body.index());
    EXPECT_EQ(EncodeEventBody(*read), json) << EventKindName(item.kind);
  }
}

TEST(EventBodies, TellWhatWasNotSaidFromWhatIsNothing) {
  EXPECT_EQ(EncodeEventBody(Declined{.call = {}, .refused = std::vector<RefusedPrice>()}),
            R"({"call":{},"refused":[]})");
  const auto refused = [](const char* json) {
    return std::get<Declined>(DecodeEventBody(EventKind::kDeclined, json).value()).refused;
  };
  EXPECT_FALSE(refused(R"({"call":{}})"));
  EXPECT_TRUE(refused(R"({"call":{},"refused":[]})")->empty());
}

TEST(EventBodies, LeaveOutWhatIsEmpty) {
  EXPECT_EQ(EncodeEventBody(Declined{}), R"({"call":{}})");
  EXPECT_EQ(EncodeEventBody(Ordered{"o", "", {}}), R"({"order":"bw=="})");
}

TEST(EventBodies, ThatDoNotFitAreRefused) {
  const struct {
    EventKind kind;
    const char* json;
  } cases[] = {
      {EventKind::kDeclined, "no json"},
      {EventKind::kDeclined, "[]"},
      {EventKind::kDeclined, R"({"call":7})"},
      {EventKind::kDeclined, R"({"call":{"amount":"-1"}})"},
      {EventKind::kDeclined, R"({"call":{"amount":10}})"},
      {EventKind::kDeclined, R"({"call":{"id":"c1","id":"c2"}})"},
      {EventKind::kCharged, R"({"counts":[{"bucket":"0"}]})"},
      {EventKind::kCharged, R"({"states":[{"value":"%"}]})"},
      {EventKind::kPaused, R"({"order":"not base64!"})"},
  };
  for (const auto& item : cases) {
    EXPECT_TRUE(absl::IsInvalidArgument(DecodeEventBody(item.kind, item.json).status()))
        << item.json;
  }
}

TEST(EventKinds, HaveNamesThatReadBack) {
  for (int i = 0; i <= static_cast<int>(EventKind::kLedgerAccepted); ++i) {
    const auto kind = static_cast<EventKind>(i);
    EXPECT_EQ(EventKindFromName(EventKindName(kind)), kind);
  }
  EXPECT_EQ(EventKindFromName("forgotten"), std::nullopt);
}

}  // namespace
}  // namespace tollpass
