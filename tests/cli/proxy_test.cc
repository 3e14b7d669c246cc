#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

Words SampleBehindDashes(const Sandbox& sandbox) {
  return {"proxy", "--", PAID_SERVER, "--log", sandbox.Path("payments")};
}

TEST(Proxy, PaysForACallThatTheUserAllowed) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "paid"}}), "paid");
  EXPECT_NE(host.CallText("almanac", {{"city", "Oslo"}}).find("do not allow"), std::string::npos);
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 1U);
  EXPECT_EQ(host.Close(), 0);
}

TEST(Proxy, FindsTheSectionOfACommandBehindDashes) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox, SampleBehindDashes(sandbox));
  EXPECT_EQ(host.CallText("paid_echo", {{"text", "paid"}}), "paid");
  host.Close();
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().at(0)["server"], "sample");
}

TEST(Proxy, TakesAnyOtherCommandForAnotherServer) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  Words words = SampleBehindDashes(sandbox);
  words.insert(words.end(), {"--price", "10000"});
  Host host(sandbox, words);
  EXPECT_NE(host.CallText("paid_echo", {{"text", "paid"}}), "paid");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().at(0)["reason"], "server_unknown");
}

TEST(Proxy, LetsFreeCallsPassBeforeInit) {
  Sandbox sandbox;
  Host host(sandbox, SampleBehindDashes(sandbox));
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  const std::string answer = host.CallText("paid_echo", {{"text", "paid"}});
  EXPECT_NE(answer.find("tollpass status"), std::string::npos) << answer;
  EXPECT_EQ(host.Close(), 0);
  EXPECT_FALSE(fs::exists(sandbox.home())) << "a proxy makes no home";
}

// Where there is no home there is none to be moved away either.
TEST(Proxy, SaysHowToMakeAHomeWhereThereIsNone) {
  Sandbox sandbox;
  Host host(sandbox, SampleBehindDashes(sandbox));
  host.CallText("paid_echo", {{"text", "paid"}});
  host.Close();
  const std::string told = host.program().Errors();
  EXPECT_NE(told.find("there is no Tollpass home at " + sandbox.home()), std::string::npos) << told;
  EXPECT_EQ(told.find("mv "), std::string::npos) << told;
  const std::string advice = "tollpass init --test --home '" + sandbox.home() + "'";
  EXPECT_NE(told.find(advice), std::string::npos) << told;
  EXPECT_EQ(sandbox.RunProgram({"/bin/sh", "-c", advice}).code, 0);
}

TEST(Proxy, ExitsWithTheCodeOfItsServer) {
  Sandbox sandbox;
  EXPECT_EQ(sandbox.Run({"proxy", "--", "/bin/sh", "-c", "exit 7"}).code, 7);
  EXPECT_EQ(sandbox.Run({"proxy", "--", "/bin/sh", "-c", "kill -9 $$"}).code, 137);
}

TEST(Proxy, GivesTheServerItsFolderAndEnvironment) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Do(
      {"add", "shell", "--", "/bin/sh", "-c", "pwd >&2; echo \"[$WORD][$TOLLPASS_HOME]\" >&2"});
  fs::create_directory(sandbox.Path("work"));
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) + "cwd = \"" +
                                          sandbox.Path("work") + "\"\nenv = { WORD = \"yes\" }\n");
  const Outcome outcome = sandbox.Run({"proxy", "shell"});
  EXPECT_NE(outcome.err.find(sandbox.Path("work")), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("[yes][]"), std::string::npos) << outcome.err;
}

TEST(Proxy, StartsAServerOfAPolicyThatIsNoToml) {
  Sandbox sandbox;
  sandbox.MakeReady();
  sandbox.Write(sandbox.PolicyPath(), sandbox.Read(sandbox.PolicyPath()) + "[[[\n");
  Host host(sandbox);
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
  EXPECT_NE(host.CallText("paid_echo", {{"text", "paid"}}), "paid");
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
  EXPECT_EQ(host.Close(), 0);
}

TEST(Proxy, SaysThatAServerByHttpComesLater) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.Do({"add", "remote", "--url", "https://mcp.acme.example/mcp"});
  const Outcome outcome = sandbox.Run({"proxy", "remote"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("HTTP"), std::string::npos) << outcome.err;
}

TEST(Proxy, StartsWithoutASideEffect) {
  Sandbox sandbox;
  sandbox.MakeReady();
  const auto changed = [&] {
    std::map<std::string, fs::file_time_type> times;
    for (const auto& entry : fs::recursive_directory_iterator(sandbox.home())) {
      times[entry.path()] = entry.last_write_time();
    }
    return times;
  };
  const auto before = changed();
  {
    Host host(sandbox);
    host.CallText("echo", {{"text", "free"}});
    host.Close();
  }
  EXPECT_EQ(changed(), before);
}

TEST(Proxy, RunsTwiceAtOnceOnOneHome) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host first(sandbox);
  Host second(sandbox);
  std::vector<std::pair<Host*, int>> calls;
  for (int i = 0; i < 5; ++i) {
    for (Host* host : {&first, &second}) {
      calls.emplace_back(host, host->Send("paid_echo", {{"text", std::to_string(i)}}));
    }
  }
  for (const auto& [host, id] : calls) {
    EXPECT_NE(TextOf(host->Receive(id)), "");
  }
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 10U);
  EXPECT_EQ(sandbox.Do({"ledger", "verify", "--json"}).Json()["holds"], true);
}

TEST(Proxy, CountsTheCallsOfALabelByThemselves) {
  Sandbox sandbox;
  sandbox.MakeReady();
  for (const char* label : {"alice", "bob"}) {
    Host host(sandbox, {"proxy", "sample", "--as", label});
    EXPECT_EQ(host.CallText("paid_echo", {{"text", "same"}}), "same");
  }
  EXPECT_EQ(sandbox.ServerSaw("settled").size(), 2U);
}

TEST(Proxy, EndsItsServerWhenItIsTerminated) {
  Sandbox sandbox;
  sandbox.MakeHome();
  Running proxy(sandbox, {TOLLPASS_PROGRAM, "proxy", "--", "/bin/sh", "-c",
                          "echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/up\"}'; "
                          "echo $$ > server.pid; exec sleep 60"});
  ASSERT_TRUE(proxy.ReadLine().has_value());
  proxy.Signal(SIGTERM);
  proxy.Wait();
  const std::string pid = sandbox.Read(sandbox.Path("server.pid"));
  EXPECT_FALSE(fs::exists("/proc/" + pid.substr(0, pid.size() - 1)));
}

}  // namespace
}  // namespace tollpass
