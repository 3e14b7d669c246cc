#include "home/log_row_text.h"

#include <gtest/gtest.h>

#include <string>

/// What `tollpass log` and `show` tell of a call.
namespace tollpass {
namespace {

LogRow Declined(const std::string& offered) {
  LogRow row;
  row.id = "p1";
  row.reason = "quote_malformed";
  row.offered = offered;
  return row;
}

TEST(LogRowText, ShowsOfAnUnreadOfferWhatItSaysAndNoBlanks) {
  const std::string known =
      R"([{"scheme":"exact","network":"eip155:1","asset":"","amount":"5","pay_to":"","extra":""}])";
  for (const std::string& text : {LogRowText(Declined(known), 0), LogRowLine(Declined(known), 0)}) {
    EXPECT_NE(text.find("exact, 5 atomic units on eip155:1"), std::string::npos) << text;
  }
  const std::string blank =
      R"([{"scheme":"quote","network":"","asset":"","amount":"","pay_to":"","extra":""}])";
  for (const std::string& text : {LogRowText(Declined(blank), 0), LogRowLine(Declined(blank), 0)}) {
    EXPECT_EQ(text.find("unread offer"), std::string::npos) << text;
  }
}

TEST(OfferText, LeavesOutWhatAnOfferDoesNotSay) {
  OfferNote offer;
  offer.scheme = "quote";
  EXPECT_EQ(OfferText(offer), "quote");
  offer.asset = "iso4217:USD";
  EXPECT_EQ(OfferText(offer), "quote, in iso4217:USD");
  offer.amount = "5";
  offer.network = "eip155:1";
  offer.payee = "0xb";
  EXPECT_EQ(OfferText(offer), "quote, 5 atomic units of iso4217:USD on eip155:1 to 0xb");
}

}  // namespace
}  // namespace tollpass
