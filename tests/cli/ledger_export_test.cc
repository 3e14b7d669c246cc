#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/written_charge.h"

namespace tollpass {
namespace {

using nlohmann::json;

/// The records of a CSV text as a spreadsheet's own library reads them.
json Records(Sandbox& sandbox, const std::string& csv) {
  sandbox.Write(sandbox.Path("export.csv"), csv);
  const Outcome read = sandbox.RunProgram(
      {"/usr/bin/python3", "-c",
       "import csv, json; print(json.dumps(list(csv.DictReader(open('export.csv', newline='',"
       " encoding='utf-8'), strict=True))))"});
  EXPECT_EQ(read.code, 0) << read.err;
  return read.Json();
}

TEST(LedgerExport, IsCsvWithAHeaderAndExactAmounts) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "one"}});
  host.CallText("almanac", {{"city", "Oslo"}});
  host.Close();
  const std::string csv = sandbox.Do({"ledger", "export"}).out;
  EXPECT_EQ(csv.rfind("id,sequence,time,", 0), 0U);
  EXPECT_NE(csv.find("server_says\r\n"), std::string::npos);
  const json records = Records(sandbox, csv);
  const json log = sandbox.Do({"log", "--json"}).Json();
  ASSERT_EQ(records.size(), log.size());
  for (size_t i = 0; i < log.size(); ++i) {
    for (const auto& [name, value] : log[i].items()) {
      if (name == "amount") {
        EXPECT_EQ(records[i]["amount_atomic"], value["atomic"]);
        EXPECT_EQ(records[i]["amount_decimals"], "6");
        EXPECT_EQ(records[i]["amount"].get<std::string>() + " USDC", value["text"]);
      } else {
        const std::string text = value.is_null()     ? ""
                                 : value.is_string() ? value.get<std::string>()
                                                     : value.dump();
        EXPECT_EQ(records[i][name], text) << name;
      }
    }
  }
}

TEST(LedgerExport, HasALineOfJsonForEachRow) {
  Sandbox sandbox;
  sandbox.MakeHome();
  // More than one page.
  for (int i = 0; i < 3; ++i) Write(sandbox, {.arguments = "[" + std::to_string(i) + "]"});
  std::istringstream lines(sandbox.Do({"ledger", "export", "--format", "jsonl"}).out);
  json rows = json::array();
  for (std::string line; std::getline(lines, line);) rows.push_back(json::parse(line));
  EXPECT_EQ(rows, sandbox.Do({"log", "--json"}).Json());
}

TEST(LedgerExport, BeginsWhereItIsTold) {
  Sandbox sandbox;
  sandbox.MakeHome();
  Write(sandbox, {});
  const auto count = [&](const std::string& since) {
    return Records(sandbox, sandbox.Do({"ledger", "export", "--since", since}).out).size();
  };
  EXPECT_EQ(count("1h"), 1U);
  EXPECT_EQ(count("2020-01-01"), 1U);
  EXPECT_EQ(count("2090-01-01"), 0U);
  EXPECT_EQ(count("2090-01-01T00:00:00Z"), 0U);
}

TEST(LedgerExport, HandsASpreadsheetNoFormulaAndLosesNothing) {
  Sandbox sandbox;
  sandbox.MakeHome();
  const std::vector<std::string> texts = {
      "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "'quoted", "a\"b,c", "plain", "1=1"};
  for (size_t i = 0; i < texts.size(); ++i) {
    Write(sandbox,
          {.tool = texts[i], .server_text = texts[i], .arguments = "[" + std::to_string(i) + "]"});
  }
  const json records = Records(sandbox, sandbox.Do({"ledger", "export"}).out);
  ASSERT_EQ(records.size(), texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    for (const char* name : {"tool", "server_says"}) {
      std::string cell = records[i][name];
      EXPECT_EQ(std::string("=+-@\t\r").find(cell.front()), std::string::npos) << cell;
      if (cell.front() == '\'') cell.erase(0, 1);
      EXPECT_EQ(cell, texts[i]) << name;
    }
  }
}

TEST(LedgerExport, NeedsNoMoreMemoryForMoreRows) {
  Sandbox sandbox;
  sandbox.MakeHome();
  for (int i = 0; i < 20; ++i) {
    Write(sandbox,
          {.server_text = std::string(1000, 'x'), .arguments = "[" + std::to_string(i) + "]"});
  }
  EXPECT_EQ(sandbox.RunProgram({"/bin/sh", "-c", "tollpass ledger export | head -c 10"}).out.size(),
            10U)
      << "a reader that stops early stops it";
}

}  // namespace
}  // namespace tollpass
