#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/reason.h"
#include "tests/policy/shop.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string Document() { return ReadFile(fs::path(TOLLPASS_SOURCE) / "docs/policy.md"); }

/// The text between the headings that begin with `from` and `to`.
std::string Chapter(const std::string& text, std::string_view from, std::string_view to) {
  const size_t begin = text.find(from);
  EXPECT_NE(begin, std::string::npos) << from;
  return text.substr(begin, text.find(to, begin) - begin);
}

std::vector<fs::path> SamplePolicies() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(TOLLPASS_SOURCE) / "samples/policies")) {
    files.push_back(entry.path());
  }
  return files;
}

TEST(PolicyDocument, EverySamplePolicyLoadsWithoutWarningAndLetsEachServerBePaid) {
  EXPECT_EQ(SamplePolicies().size(), 3U);
  for (const fs::path& file : SamplePolicies()) {
    const Policy policy = Load(ReadFile(file));
    EXPECT_EQ(policy.Warnings(), std::vector<std::string>()) << file;
    EXPECT_FALSE(policy.servers().empty()) << file;
    for (const ServerSection& server : policy.servers()) {
      EXPECT_FALSE(policy.MandateFor(server.name)->assets.empty()) << file << server.name;
    }
  }
}

TEST(PolicyDocument, ShowsTheSamplePoliciesAsTheyAre) {
  const std::string document = Document();
  for (const fs::path& file : SamplePolicies()) {
    EXPECT_NE(document.find("```toml\n" + ReadFile(file) + "```\n"), std::string::npos) << file;
  }
}

TEST(PolicyDocument, ListsEveryReasonWithItsSentence) {
  const std::string chapter = Chapter(Document(), "## Reasons", "\n## ");
  const std::regex row("\\| `(\\w+)` \\| ([^\n]*) \\|\n");
  std::map<std::string, std::string> documented;
  for (std::sregex_iterator match(chapter.begin(), chapter.end(), row), end; match != end;
       ++match) {
    documented[(*match)[1]] = (*match)[2];
  }
  std::map<std::string, std::string> known;
  for (int value = 0; value <= static_cast<int>(Reason::kSigningFailed); ++value) {
    const auto reason = static_cast<Reason>(value);
    known[std::string(ReasonCode(reason))] = ReasonSentence(reason);
  }
  EXPECT_EQ(documented, known);
}

/// A row of a table of keys: the key and its example.
std::map<std::string, std::string> KeyRows(const std::string& chapter) {
  const std::regex row("\\| `(\\w+)` \\| [^\n]* \\| `([^`]*)` \\|\n");
  std::map<std::string, std::string> rows;
  for (std::sregex_iterator match(chapter.begin(), chapter.end(), row), end; match != end;
       ++match) {
    rows[(*match)[1]] = (*match)[2];
  }
  return rows;
}

TEST(PolicyDocument, ListsEveryKey) {
  std::set<std::string> documented;
  for (const auto& [key, example] : KeyRows(Chapter(Document(), "## Keys", "\n## Reasons"))) {
    documented.insert(key);
  }
  EXPECT_EQ(
      documented,
      (std::set<std::string>{
          "after_unknown", "ask",        "ask_above",    "ask_wait",   "asset",    "audience",
          "breaker",       "budget",     "chain",        "command",    "cwd",      "decimals",
          "eip712",        "env",        "file",         "finality",   "host",     "host_timeout",
          "hours",         "id",         "max_validity", "network",    "networks", "observe",
          "pay",           "pay_to",     "per_call",     "per_day",    "per_hour", "per_month",
          "per_week",      "prefer",     "price_drift",  "quote_keys", "rate",     "rolling",
          "rpc",           "schemes",    "server",       "servers",    "tool",     "total",
          "trust",         "unattended", "unit",         "url",        "version",  "zone"}));
}

TEST(PolicyDocument, EveryExampleLoadsInItsPlace) {
  const std::string keys = Chapter(Document(), "## Keys", "\n## Reasons");
  const std::string unit = "unit.USD = [\"USDC\"]\n";
  const std::string server = "[server.search]\ncommand = [\"/b\"]\n";
  for (const char* key : {"networks", "prefer", "unattended", "observe", "zone", "max_validity",
                          "ask_wait", "host_timeout", "after_unknown"}) {
    EXPECT_EQ(ErrorsOf("version = 1\n" + KeyRows(keys).at(key)), "") << key;
  }
  for (const char* key :
       {"cwd",          "env",      "audience",     "quote_keys",    "pay_to",    "schemes",
        "per_call",     "per_hour", "per_day",      "per_week",      "per_month", "total",
        "rolling",      "rate",     "ask_above",    "ask",           "pay",       "tool",
        "max_validity", "ask_wait", "host_timeout", "after_unknown", "hours",     "price_drift",
        "breaker",      "trust"}) {
    EXPECT_EQ(ErrorsOf("version = 1\n" + unit + server + KeyRows(keys).at(key)), "") << key;
  }
  for (const char* key : {"command", "url"}) {
    EXPECT_EQ(ErrorsOf("version = 1\n[server.search]\n" + KeyRows(keys).at(key)), "") << key;
  }
  EXPECT_EQ(ErrorsOf("version = 1\n[budget.b]\n" + KeyRows(keys).at("servers") + "\n" + server),
            "");
  std::string asset = "version = 1\n[asset.USDC]\n";
  for (const char* key : {"network", "id", "decimals", "eip712"}) {
    asset += KeyRows(keys).at(key) + "\n";
  }
  EXPECT_EQ(ErrorsOf(asset), "");
  for (const char* key : {"rpc", "file", "host"}) {
    EXPECT_EQ(ErrorsOf("version = 1\n[chain.\"eip155:8453\"]\n" + KeyRows(keys).at(key)), "")
        << key;
  }
  EXPECT_EQ(ErrorsOf("version = 1\n[chain.\"eip155:8453\"]\n" + KeyRows(keys).at("rpc") + "\n" +
                     KeyRows(keys).at("finality")),
            "");
}

}  // namespace
}  // namespace tollpass
