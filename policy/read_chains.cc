#include "policy/read_chains.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/network.h"
#include "policy/keys.h"
#include "policy/origin.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr std::string_view kExample = "[chain.\"eip155:8453\"] with rpc = \"https://node.example\"";
constexpr std::string_view kDefaultFinality = "finalized";
constexpr int64_t kMostBlocks = 1'000'000;

void ReadRpc(const Node& table, ChainSection& chain, LoadErrors& errors) {
  const std::optional<std::string> url = ReadText(table, "rpc", errors);
  if (!url) return;
  chain.rpc = *url;
  const Position at = FindMember(table, "rpc")->at;
  const std::optional<Origin> origin = OriginOf(*url);
  // The URL may hold a key: it is not repeated.
  if (!origin || url->find_first_of("#@ ") != std::string::npos) {
    errors.Add(at,
               "'rpc' is not the address of a node; write it like \"https://node.example\", "
               "without user name or fragment");
  } else if (origin->scheme == "http" && !origin->IsLoopback()) {
    errors.Add(at,
               "'rpc' is plain http to another machine, where anybody on the way can say what "
               "gives budget back; use https");
  }
  if (NetworkFamily(chain.network) != "eip155") {
    errors.Add(at, absl::StrFormat("a node is asked on networks of eip155 only, not on %s",
                                   Quoted(chain.network)));
  }
}

void ReadFile(const Node& table, ChainSection& chain, LoadErrors& errors) {
  chain.file = ReadText(table, "file", errors).value_or("");
  if (!chain.file.empty() && !chain.file.starts_with('/')) {
    errors.Add(FindMember(table, "file")->at,
               absl::StrFormat("'file' must be an absolute path, not %s", Quoted(chain.file)));
  }
}

void ReadFinality(const Node& table, ChainSection& chain, LoadErrors& errors) {
  const Node* node = FindMember(table, "finality");
  if (node == nullptr) {
    chain.finality = chain.rpc.empty() ? "" : std::string(kDefaultFinality);
    return;
  }
  if (chain.rpc.empty()) {
    errors.Add(node->at, "'finality' belongs to 'rpc'; remove it");
    return;
  }
  if (node->kind == NodeKind::kInteger && node->integer >= 1 && node->integer <= kMostBlocks) {
    chain.finality = std::to_string(node->integer);
  } else if (node->kind == NodeKind::kString &&
             (node->text == "finalized" || node->text == "safe")) {
    chain.finality = node->text;
  } else {
    errors.Add(node->at, absl::StrFormat("'finality' must be \"finalized\", \"safe\", or a number "
                                         "of blocks from 1 to %d that stand on a block",
                                         kMostBlocks));
  }
}

std::optional<ChainSection> ReadChain(const Member& member, LoadErrors& errors) {
  CheckKeys(member.value, Place::kChain, absl::StrFormat("[chain.%s]", Quoted(member.key)), errors);
  ChainSection chain;
  chain.network = member.key;
  const auto has = [&](std::string_view key) { return FindMember(member.value, key) != nullptr; };
  if (has("rpc") + has("file") + has("host") != 1) {
    errors.Add(member.at,
               "say where the facts about the network come from: one of 'rpc', 'file' "
               "and 'host'");
    return std::nullopt;
  }
  ReadRpc(member.value, chain, errors);
  ReadFile(member.value, chain, errors);
  chain.host = ReadBool(member.value, "host", errors).value_or(false);
  if (has("host") && !chain.host) {
    errors.Add(member.at, "'host' must be true; remove the section to have no source");
  }
  ReadFinality(member.value, chain, errors);
  return chain;
}

}  // namespace

std::vector<ChainSection> ReadChains(const Node& root, LoadErrors& errors) {
  std::vector<ChainSection> chains;
  const Node* section = ReadTable(root, "chain", kExample, errors);
  if (section == nullptr) return chains;
  for (const Member& member : section->members) {
    if (!IsNetworkId(member.key) || member.value.kind != NodeKind::kTable) {
      errors.Add(member.at, absl::StrFormat("%s must be a section of a network: %s",
                                            Quoted("chain." + member.key), kExample));
    } else if (std::optional<ChainSection> chain = ReadChain(member, errors)) {
      chains.push_back(*std::move(chain));
    }
  }
  return chains;
}

}  // namespace tollpass
