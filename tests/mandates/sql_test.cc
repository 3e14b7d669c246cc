#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "mandates/sql/counters.h"
#include "mandates/sql/database.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/schema.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass::sql {
namespace {

using ::testing::HasSubstr;

Database WithTable() {
  Database database = Database::OpenTemporary().value();
  EXPECT_TRUE(database.Execute("CREATE TABLE t (a INTEGER, b TEXT, c BLOB) STRICT").ok());
  return database;
}

int64_t Count(Database& database) {
  Statement select = database.Prepare("SELECT count(*) FROM t").value();
  EXPECT_TRUE(select.Step().value());
  int64_t count = 0;
  select.Read(count);
  return count;
}

TEST(Statement, GivesBackWhatWasBound) {
  Database database = WithTable();
  const std::string text("with \0 inside \xe2\x82\xac", 17);
  const Amount amount = Amount::FromAtomic("340282366920938463463374607431768211455").value();
  {
    Statement insert = database.Prepare("INSERT INTO t VALUES (?, ?, ?)").value();
    EXPECT_EQ(insert.Bind(int64_t{-5}).Bind(text).Bind(amount).Run().value(), 1);
  }
  Statement select = database.Prepare("SELECT a, b, c FROM t").value();
  ASSERT_TRUE(select.Step().value());
  int64_t number = 0;
  std::string read_text;
  Amount read_amount;
  select.Read(number).Read(read_text).Read(read_amount);
  EXPECT_TRUE(select.status().ok());
  EXPECT_EQ(number, -5);
  EXPECT_EQ(read_text, text);
  EXPECT_EQ(read_amount, amount);
  EXPECT_FALSE(select.Step().value());
}

TEST(Statement, AnEmptyTextIsNotNull) {
  Database database = WithTable();
  Statement insert = database.Prepare("INSERT INTO t VALUES (1, ?, ?)").value();
  ASSERT_TRUE(insert.Bind(std::string_view()).Bind(Blob{}).Run().ok());
  Statement select = database.Prepare("SELECT b IS NULL OR c IS NULL FROM t").value();
  ASSERT_TRUE(select.Step().value());
  int64_t null = 1;
  select.Read(null);
  EXPECT_EQ(null, 0);
}

TEST(Statement, AnAmountOfAnotherLengthIsDataLoss) {
  Database database = WithTable();
  ASSERT_TRUE(database.Execute("INSERT INTO t VALUES (1, '', x'01')").ok());
  Statement select = database.Prepare("SELECT c FROM t").value();
  ASSERT_TRUE(select.Step().value());
  Amount amount;
  select.Read(amount);
  EXPECT_TRUE(absl::IsDataLoss(select.status()));
}

TEST(Statement, OfOneTextCanBeUsedTwiceAtATime) {
  Database database = WithTable();
  ASSERT_TRUE(database.Execute("INSERT INTO t VALUES (1, '', x''), (2, '', x'')").ok());
  constexpr std::string_view kSql = "SELECT a FROM t ORDER BY a";
  Statement first = database.Prepare(kSql).value();
  ASSERT_TRUE(first.Step().value());
  Statement second = database.Prepare(kSql).value();
  ASSERT_TRUE(second.Step().value());
  int64_t a = 0;
  second.Read(a);
  EXPECT_EQ(a, 1) << "it does not go on where the first one is";
}

TEST(Statement, IsKnownAgainByTheTextAtItsPlace) {
  Database database = WithTable();
  ASSERT_TRUE(database.Execute("INSERT INTO t VALUES (1, '', x''), (2, '', x'')").ok());
  constexpr std::string_view kFirst = "SELECT a FROM t ORDER BY a";
  constexpr std::string_view kLast = "SELECT a FROM t ORDER BY a DESC";
  for (const auto& [sql, expected] : {std::pair(kFirst, 1), std::pair(kLast, 2), {kFirst, 1}}) {
    Statement select = database.Prepare(sql).value();
    ASSERT_TRUE(select.Step().value());
    int64_t a = 0;
    select.Read(a);
    EXPECT_EQ(a, expected);
  }
}

TEST(Statement, TellsWhatIsWrong) {
  Database database = WithTable();
  EXPECT_THAT(std::string(database.Prepare("SELECT nothing FROM t").status().message()),
              HasSubstr("nothing"));
  Statement insert = database.Prepare("INSERT INTO t VALUES ('x', ?, x'')").value();
  EXPECT_FALSE(insert.Bind("text").Run().ok());
  Statement too_many = database.Prepare("DELETE FROM t").value();
  EXPECT_FALSE(too_many.Bind(int64_t{1}).Run().ok());
}

TEST(Transaction, IsRolledBackUnlessCommitted) {
  Database database = WithTable();
  {
    auto transaction = Transaction::BeginImmediate(database);
    ASSERT_TRUE(transaction.ok());
    ASSERT_TRUE(database.Execute("INSERT INTO t VALUES (1, '', x'')").ok());
    EXPECT_TRUE(database.InTransaction());
  }
  EXPECT_FALSE(database.InTransaction());
  EXPECT_EQ(Count(database), 0);
  {
    auto transaction = Transaction::BeginImmediate(database);
    ASSERT_TRUE(database.Execute("INSERT INTO t VALUES (1, '', x'')").ok());
    ASSERT_TRUE(transaction->Commit().ok());
  }
  EXPECT_EQ(Count(database), 1);
}

TEST(Transaction, TakesNothingMoreOnceSqliteHasUndoneIt) {
  Database database = WithTable();
  ASSERT_TRUE(database.Execute("PRAGMA max_page_count = 4").ok());
  {
    auto transaction = Transaction::BeginImmediate(database);
    ASSERT_TRUE(database.Execute("INSERT INTO t VALUES (1, '', x'')").ok());
    Statement insert = database.Prepare("INSERT INTO t VALUES (2, ?, x'')").value();
    ASSERT_FALSE(insert.Bind(std::string(100'000, 'x')).Run().ok());
    ASSERT_FALSE(database.InTransaction());
    const char* const kSmall = "INSERT INTO t VALUES (3, '', x'')";
    EXPECT_TRUE(absl::IsUnavailable(database.Execute(kSmall)));
    EXPECT_TRUE(absl::IsUnavailable(database.Prepare(kSmall).status()));
    EXPECT_TRUE(absl::IsUnavailable(database.PrepareOnce(kSmall).status()));
    EXPECT_TRUE(absl::IsUnavailable(transaction->Commit()));
  }
  EXPECT_EQ(Count(database), 0);
  ASSERT_TRUE(database.Execute("INSERT INTO t VALUES (4, '', x'')").ok());
  EXPECT_EQ(Count(database), 1);
}

TEST(Database, OpeningDoesNotMakeAFile) {
  const std::string path = ::testing::TempDir() + "/no_such_ledger.db";
  for (const Database::Mode mode : {Database::Mode::kReadOnly, Database::Mode::kReadWrite}) {
    EXPECT_TRUE(absl::IsFailedPrecondition(Database::Open(path, mode).status()));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Database, IsKeptDurably) {
  LedgerHome home;
  Database database = Database::Open(home.home().LedgerPath(), Database::Mode::kReadWrite).value();
  const struct {
    const char* pragma;
    const char* value;
  } cases[] = {{"PRAGMA journal_mode", "wal"},
               {"PRAGMA synchronous", "2"},
               {"PRAGMA foreign_keys", "1"},
               {"PRAGMA trusted_schema", "0"},
               {"PRAGMA busy_timeout", "5000"}};
  for (const auto& item : cases) {
    Statement pragma = database.Prepare(item.pragma).value();
    ASSERT_TRUE(pragma.Step().value());
    std::string value;
    pragma.Read(value);
    EXPECT_EQ(value, item.value) << item.pragma;
  }
}

TEST(Database, AReaderCannotWrite) {
  LedgerHome home;
  Database database = Database::Open(home.home().LedgerPath(), Database::Mode::kReadOnly).value();
  EXPECT_TRUE(absl::IsFailedPrecondition(database.Execute("DELETE FROM meta")));
}

int64_t CountCharges(Database& database) {
  Statement count = database.Prepare("SELECT count(*) FROM charges").value();
  EXPECT_TRUE(count.Step().value());
  int64_t charges = 0;
  count.Read(charges);
  return charges;
}

TEST(Database, IsReadByItselfWithoutTheFilesBesideIt) {
  LedgerHome home;
  const std::string path = home.home().LedgerPath();
  {
    Database alone = Database::Open(path, Database::Mode::kFileAlone).value();
    EXPECT_FALSE(alone.MissesLog());
    // As far as one gets that may not grow to a page.
    std::ofstream(path + "-wal") << std::string(4000, 'x');
    EXPECT_FALSE(alone.MissesLog());
    std::filesystem::remove(path + "-wal");
    const auto ledger = home.Open();
    Pay(*ledger, Payable(TestCall()));
    EXPECT_TRUE(alone.MissesLog());
  }
  Database alone = Database::Open(path, Database::Mode::kFileAlone).value();
  EXPECT_EQ(CountCharges(alone), 1);
}

TEST(Database, IsReadByItselfWithItsLogUnlessSomebodyElseHasItOpen) {
  LedgerHome home;
  const std::string path = home.home().LedgerPath();
  {
    const auto ledger = home.Open();
    Pay(*ledger, Payable(TestCall()));
    Database busy = Database::Open(path, Database::Mode::kFileAlone).value();
    EXPECT_TRUE(absl::IsUnavailable(ReadFormat(busy).status()));
    for (const char* end : {"", "-wal"}) std::filesystem::copy_file(path + end, path + "2" + end);
  }
  const auto log = std::filesystem::file_size(path + "2-wal");
  ASSERT_GT(log, 4152U);
  {
    Database alone = Database::Open(path + "2", Database::Mode::kFileAlone).value();
    EXPECT_EQ(CountCharges(alone), 1);
    EXPECT_FALSE(alone.MissesLog());
  }
  EXPECT_EQ(std::filesystem::file_size(path + "2-wal"), log) << "left as it was";
  EXPECT_FALSE(std::filesystem::exists(path + "2-shm"));
}

TEST(Database, AFullOneSaysSo) {
  Database database = WithTable();
  ASSERT_TRUE(database.Execute("PRAGMA max_page_count = 4").ok());
  Statement insert = database.Prepare("INSERT INTO t VALUES (1, ?, x'')").value();
  const absl::Status status = insert.Bind(std::string(100'000, 'x')).Run().status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("cannot grow"));
}

TEST(Schema, IsMadeOnceAndIsThenUpToDate) {
  Database database = Database::OpenTemporary().value();
  EXPECT_TRUE(absl::IsDataLoss(ReadFormat(database).status())) << "no ledger yet";
  ASSERT_TRUE(Migrate(database).ok());
  ASSERT_TRUE(Migrate(database).ok());
  EXPECT_EQ(ReadFormat(database).value(), kFormat);
}

// A newer program may migrate while this one waits for the lock.
TEST(Schema, OfANewerFormatIsLeftAsItIs) {
  Database database = Database::OpenTemporary().value();
  ASSERT_TRUE(Migrate(database).ok());
  ASSERT_TRUE(database.Execute("PRAGMA user_version = 99").ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(Migrate(database)));
  Statement format = database.PrepareOnce("PRAGMA user_version").value();
  ASSERT_TRUE(format.Step().value());
  int64_t value = 0;
  format.Read(value);
  EXPECT_EQ(value, 99);
}

TEST(Schema, HasAKeyForEveryTableThatIsVerified) {
  Database database = Database::OpenTemporary().value();
  ASSERT_TRUE(Migrate(database).ok());
  Statement tables =
      database.Prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'events'")
          .value();
  while (tables.Step().value()) {
    std::string name;
    tables.Read(name);
    bool verified = false;
    for (const TableKey& table : DerivedTables()) {
      verified = verified || table.table == name;
    }
    EXPECT_TRUE(verified) << name;
  }
}

TEST(Schema, LooksNothingUpByReadingAWholeTable) {
  Database database = Database::OpenTemporary().value();
  ASSERT_TRUE(Migrate(database).ok());
  const char* queries[] = {
      "SELECT * FROM events ORDER BY sequence DESC LIMIT 1",
      "SELECT 1 FROM events WHERE subject = 'm1' AND kind = 'revoked' LIMIT 1",
      "SELECT * FROM events WHERE subject = 'a1' AND kind = 'asked' ORDER BY sequence DESC LIMIT 1",
      "SELECT 1 FROM refused_prices WHERE server_id = 's' AND tool = 't' AND network = 'n'"
      " AND asset_id = 'a' AND amount = x'00' AND time >= 5",
      "SELECT * FROM charges WHERE call_state <> 'live' AND money IN ('refused', 'unknown')"
      " AND dead_after BETWEEN 1 AND 5 AND EXISTS"
      " (SELECT 1 FROM calls c WHERE c.sequence = charges.sequence AND c.network = 'n')"
      " ORDER BY dead_after DESC LIMIT 8",
      "SELECT * FROM charges WHERE call_state <> 'live' AND money = 'refused' AND generation = 0"
      " AND dead_after BETWEEN 1 AND 5 AND EXISTS"
      " (SELECT 1 FROM calls c WHERE c.sequence = charges.sequence AND c.server_id = 's')"
      " ORDER BY dead_after DESC LIMIT 8",
      "SELECT * FROM charges WHERE call_state <> 'answered' AND replaced_by = ''"
      " AND money <> 'released' AND call_key = 'k' AND (call_state = 'open' OR called_at_ms <= 1)"
      " ORDER BY sequence DESC",
      "SELECT * FROM charges WHERE call_state = 'live' ORDER BY sequence",
      "SELECT * FROM charges WHERE id = 'c1'",
      "SELECT * FROM calls WHERE id = 'c1'",
      "SELECT sum FROM counters WHERE counter = 'a' AND unit = 'u' AND window = 'day'"
      " AND seconds = 0 AND bucket >= 5",
      "SELECT * FROM mandates WHERE server_id = 's' AND revoked_at = 0 AND not_after > 5"
      " ORDER BY not_after, id",
      "SELECT * FROM approvals WHERE call_key = 'k' AND state IN ('granted', 'denied')"
      " AND expires_at > 5 ORDER BY asked_at, id",
      "SELECT * FROM approvals WHERE state = 'pending' AND binding = 'b' AND expires_at > 5"
      " ORDER BY asked_at, id",
      "SELECT * FROM approvals WHERE state = 'pending' AND expires_at > 5 ORDER BY asked_at, id",
      "SELECT * FROM approvals WHERE state = 'granted' AND expires_at > 5 ORDER BY asked_at, id",
      "SELECT id FROM charges WHERE alarm <> '' ORDER BY sequence DESC LIMIT 1",
      "SELECT payments FROM payees_paid WHERE server_id = 's' AND network = 'n' AND payee = 'p'",
      "SELECT 1 FROM orders_used WHERE nonce = 'n'",
      "SELECT * FROM receipts_used WHERE network = 'n' AND payer = 'p' AND transaction_id = 't'",
  };
  for (const std::string query : queries) {
    Statement plan = database.PrepareOnce("EXPLAIN QUERY PLAN " + query).value();
    while (plan.Step().value()) {
      int64_t number = 0;
      std::string detail;
      plan.Read(number).Read(number).Read(number).Read(detail);
      const bool walks_index = detail.find("USING") != std::string::npos;
      EXPECT_TRUE(detail.find("SCAN") == std::string::npos || walks_index ||
                  query.find("DESC LIMIT 1") != std::string::npos)
          << query << ": " << detail;
    }
  }
}

}  // namespace
}  // namespace tollpass::sql
