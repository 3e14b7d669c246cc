#include "tests/cli/sandbox.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/cli/running.h"

namespace tollpass {

nlohmann::json Outcome::Json() const {
  nlohmann::json document = nlohmann::json::parse(out, nullptr, false);
  if (document.is_discarded()) {
    ADD_FAILURE() << "not one JSON document: " << out << err;
    return nullptr;
  }
  return document;
}

Sandbox::Sandbox() {
  std::string pattern = ::testing::TempDir() + "cli_XXXXXX";
  path_ = mkdtemp(pattern.data());
  const std::string build = std::filesystem::path(TOLLPASS_PROGRAM).parent_path();
  const std::string samples = std::filesystem::path(PAID_SERVER).parent_path();
  const std::string kit = std::filesystem::path(TOLLPASS_KIT).parent_path();
  variables_ = {{"HOME", path_},
                {"TOLLPASS_HOME", home()},
                {"PATH", build + ":" + samples + ":" + kit + ":/usr/local/bin:/usr/bin:/bin"}};
}

Sandbox::~Sandbox() { std::filesystem::remove_all(path_); }

std::string Sandbox::Path(std::string_view name) const { return path_ + "/" + std::string(name); }

std::string Sandbox::Read(const std::string& path) const {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void Sandbox::Write(const std::string& path, std::string_view content) const {
  std::ofstream(path, std::ios::binary) << content;
}

void Sandbox::EditPolicy(std::string_view old_text, std::string_view new_text) const {
  std::string text = Read(PolicyPath());
  const size_t place = text.find(old_text);
  ASSERT_NE(place, std::string::npos) << old_text << " is not in\n" << text;
  ASSERT_EQ(text.find(old_text, place + 1), std::string::npos) << old_text << " is there twice";
  Write(PolicyPath(), text.replace(place, old_text.size(), new_text));
}

Outcome Sandbox::RunProgram(const Words& command, const Variables& variables,
                            std::string_view input) {
  Running program(*this, command, variables);
  program.Send(input);
  program.CloseInput();
  Outcome outcome;
  outcome.out = program.ReadAll();
  outcome.code = program.Wait();
  outcome.err = program.Errors();
  return outcome;
}

Outcome Sandbox::Run(const Words& arguments, const Variables& variables, std::string_view input) {
  Words command = {TOLLPASS_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return RunProgram(command, variables, input);
}

Outcome Sandbox::Do(const Words& arguments) {
  Outcome outcome = Run(arguments);
  EXPECT_EQ(outcome.code, 0) << ::testing::PrintToString(arguments) << outcome.out << outcome.err;
  return outcome;
}

void Sandbox::MakeHome() { Do({"init", "--test"}); }

void Sandbox::AddSample(const Words& server_flags, const Words& add_flags) {
  Words words = {"add", "sample", "--pay-to", kPayee};
  words.insert(words.end(), add_flags.begin(), add_flags.end());
  words.insert(words.end(), {"--", PAID_SERVER, "--log", Path("payments")});
  words.insert(words.end(), server_flags.begin(), server_flags.end());
  Do(words);
}

void Sandbox::MakeReady(const Words& server_flags) {
  MakeHome();
  AddSample(server_flags);
  Do({"allow", "sample"});
}

std::vector<nlohmann::json> Sandbox::ServerSaw(std::string_view event) const {
  std::vector<nlohmann::json> seen;
  std::istringstream lines(Read(Path("payments")));
  for (std::string line; std::getline(lines, line);) {
    nlohmann::json record = nlohmann::json::parse(line);
    if (record.at("event") == event) {
      seen.push_back(std::move(record));
    }
  }
  return seen;
}

std::string Sandbox::NewErrorPath() { return Path("stderr." + std::to_string(++error_files_)); }

void Sandbox::KeepLedger() {
  const Outcome copied = RunProgram(
      {"/usr/bin/python3", "-c",
       "import sqlite3; a = sqlite3.connect('home/ledger.db'); b = sqlite3.connect('kept.db');"
       " a.backup(b); b.execute('PRAGMA journal_mode=WAL'); b.close()"});
  ASSERT_EQ(copied.code, 0) << copied.err;
}

void Sandbox::RestoreLedger() {
  const std::string database = home() + "/ledger.db";
  for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(database + end);
  std::filesystem::copy_file(Path("kept.db"), database);
  std::filesystem::permissions(
      database, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

}  // namespace tollpass
