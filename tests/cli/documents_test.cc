#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

/// A fenced block of a document.
struct Block {
  std::string language;
  std::string before;  // the last line before it that is not empty
  std::string text;
};

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> Documents() {
  std::vector<fs::path> documents = {fs::path(TOLLPASS_SOURCE) / "README.md"};
  for (const auto& entry : fs::directory_iterator(fs::path(TOLLPASS_SOURCE) / "docs")) {
    if (entry.path().extension() == ".md") {
      documents.push_back(entry.path());
    }
  }
  return documents;
}

std::vector<Block> BlocksOf(const fs::path& document) {
  std::vector<Block> blocks;
  std::istringstream lines(ReadFile(document));
  std::string before;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) != 0) {
      before = line.empty() ? before : line;
      continue;
    }
    Block block{line.substr(3), before, ""};
    while (std::getline(lines, line) && line != "```") {
      block.text += line + "\n";
    }
    before.clear();
    blocks.push_back(std::move(block));
  }
  return blocks;
}

/// Those that would start the tests from inside the tests; they are run as they are elsewhere.
bool BuildsEverything(const Block& block) {
  static const std::set<std::string> lines = {
      "samples/quickstart.sh", "tests/run.sh", "tests/run.sh --quick",
      "scripts/install-packages.sh build", "cmake --preset release",
      "cmake --build --preset release --target tollpass "
      "libtollpass paid_server",
      "cmake --install build/release --prefix /usr/local",
      // By tests/python/run.py:
      "python3 -m venv venv", ". venv/bin/activate", "pip install './bindings/python[mcp]'",
      "cmake --preset release -DTOLLPASS_PYTHON=ON",
      "cmake --build --preset release --target tollpass_python",
      "export PYTHONPATH=\"$PWD/build/release/bindings/python\"",
      "pip install 'mcp>=1.20,<3' 'anyio>=4.7'"};
  std::istringstream text(block.text);
  for (std::string line; std::getline(text, line);) {
    line = line.substr(0, line.find('#'));
    line.erase(line.find_last_not_of(' ') + 1);
    if (lines.count(line) == 0) {
      return false;
    }
  }
  return true;
}

TEST(Documents, EveryCommandInThemWorks) {
  int run = 0;
  for (const fs::path& document : Documents()) {
    Sandbox sandbox;
    for (const Block& block : BlocksOf(document)) {
      if (block.language != "sh" || BuildsEverything(block)) {
        continue;
      }
      ASSERT_EQ(block.before, "<!-- tested -->") << document << " has commands that no test runs:\n"
                                                 << block.text;
      const Outcome outcome =
          sandbox.RunProgram({"/bin/bash", "-euo", "pipefail", "-c", block.text});
      EXPECT_EQ(outcome.code, 0) << document << "\n" << block.text << outcome.out << outcome.err;
      ++run;
    }
  }
  EXPECT_GT(run, 0);
}

TEST(Documents, EveryJsonInThemIsJson) {
  for (const fs::path& document : Documents()) {
    for (const Block& block : BlocksOf(document)) {
      if (block.language == "json") {
        EXPECT_TRUE(nlohmann::json::accept(block.text)) << document << "\n" << block.text;
      }
    }
  }
}

TEST(Documents, EveryLinkedFileIsThere) {
  const std::regex link(R"(\]\(([^)#:]+)\))");
  for (const fs::path& document : Documents()) {
    const std::string text = ReadFile(document);
    for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
      EXPECT_TRUE(fs::exists(document.parent_path() / (*match)[1].str()))
          << document << " links to " << (*match)[1];
    }
  }
}

/// Every word in `text` that names a suite which proves a promise.
std::set<std::string> PromiseSuites(const std::string& text) {
  static const std::regex name("\\bPromise[1-7][A-Z][A-Za-z0-9]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), name), {}};
}

TEST(Documents, TheSecurityDocumentNamesEverySuiteThatProvesAPromise) {
  std::set<std::string> tested;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(TOLLPASS_SOURCE) / "tests")) {
    if (entry.path().filename().string().ends_with("_test.cc")) {
      tested.merge(PromiseSuites(ReadFile(entry.path())));
    }
  }
  EXPECT_EQ(PromiseSuites(ReadFile(fs::path(TOLLPASS_SOURCE) / "docs/security.md")), tested);
}

/// What the two lists of scripts/install-packages.sh hold.
std::set<std::string> InstalledPackages() {
  const std::string script = ReadFile(fs::path(TOLLPASS_SOURCE) / "scripts/install-packages.sh");
  const std::regex list(R"(_packages=\(([^)]*)\))");
  std::set<std::string> packages;
  for (std::sregex_iterator match(script.begin(), script.end(), list), end; match != end; ++match) {
    std::istringstream words((*match)[1].str());
    packages.insert(std::istream_iterator<std::string>(words), {});
  }
  return packages;
}

TEST(Documents, TheDependencyDocumentNamesEveryPackageThatIsInstalled) {
  const std::string document = ReadFile(fs::path(TOLLPASS_SOURCE) / "docs/dependencies.md");
  const std::set<std::string> packages = InstalledPackages();
  EXPECT_GT(packages.size(), 10U);
  for (const std::string& package : packages) {
    EXPECT_TRUE(std::regex_search(
        document,
        std::regex("[| ]" + std::regex_replace(package, std::regex("[+]"), "[+]") + "[, ]")))
        << package;
  }
}

TEST(Documents, TheDependencyDocumentNamesEveryPackageThatIsLookedFor) {
  const std::string document = ReadFile(fs::path(TOLLPASS_SOURCE) / "docs/dependencies.md");
  const std::string cmake =
      ReadFile(fs::path(TOLLPASS_SOURCE) / "cmake/TollpassDependencies.cmake");
  const std::regex call(R"((?:find_package|pkg_check_modules)\((\w+))");
  int found = 0;
  for (std::sregex_iterator match(cmake.begin(), cmake.end(), call), end; match != end; ++match) {
    EXPECT_NE(document.find("`" + (*match)[1].str() + "`"), std::string::npos) << (*match)[1];
    ++found;
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace tollpass
