#include "wallet/chain/rpc_source.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"
#include "core/network.h"
#include "core/status.h"
#include "wallet/chain/json_rpc.h"

namespace tollpass {
namespace {

constexpr int kMaxDepth = 16;
constexpr size_t kHashDigits = 64;
constexpr size_t kAddressDigits = 40;
constexpr size_t kSelectorBytes = 4;
constexpr std::string_view kAuthorizationState = "authorizationState(address,bytes32)";

absl::Status Unclear(std::string_view what) {
  return absl::UnavailableError(absl::StrFormat("the node does not say clearly: %s", what));
}

/// A QUANTITY of JSON-RPC: "0x" and hex digits without a leading zero, here below 2^63.
std::optional<int64_t> Quantity(std::string_view text) {
  constexpr int kHex = 16;
  if (!text.starts_with("0x")) return std::nullopt;
  const std::string_view digits = text.substr(2);
  if (digits.empty() || (digits.front() == '0' && digits.size() > 1)) return std::nullopt;
  int64_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, kHex);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<int64_t> QuantityIn(const json::Value& object, std::string_view key) {
  const std::optional<std::string> text = json::FindString(object, key);
  return text ? Quantity(*text) : std::nullopt;
}

bool IsHex(std::string_view text, size_t digits) {
  return text.size() == digits + 2 && text.starts_with("0x") && HexDecode(text.substr(2));
}

struct Block {
  int64_t number = 0;
  int64_t time = 0;
  std::string hash;
};

absl::StatusOr<Block> ReadBlock(std::string_view result) {
  const absl::StatusOr<json::Value> object = json::ParseUnique(result, kMaxDepth);
  if (!object.ok()) return Unclear("which block is final");
  const std::optional<int64_t> number = QuantityIn(*object, "number");
  const std::optional<int64_t> time = QuantityIn(*object, "timestamp");
  const std::optional<std::string> hash = json::FindString(*object, "hash");
  if (!number || !time || !hash || !IsHex(*hash, kHashDigits)) {
    return Unclear("which block is final");
  }
  return Block{*number, *time, *hash};
}

absl::StatusOr<Block> GetBlock(JsonRpc& rpc, std::string_view tag) {
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::string result,
      rpc.Call("eth_getBlockByNumber", absl::StrFormat("[\"%s\",false]", tag)));
  return ReadBlock(result);
}

std::string HexNumber(int64_t number) { return absl::StrFormat("0x%x", number); }

absl::StatusOr<Block> FinalBlock(JsonRpc& rpc, const std::string& finality) {
  if (finality == "finalized" || finality == "safe") return GetBlock(rpc, finality);
  int64_t depth = 0;
  const auto [end, error] =
      std::from_chars(finality.data(), finality.data() + finality.size(), depth);
  if (error != std::errc() || depth < 1) return Unclear("how many blocks make one final");
  TOLLPASS_ASSIGN_OR_RETURN(const Block latest, GetBlock(rpc, "latest"));
  if (latest.number < depth) return Unclear("the chain is shorter than what makes a block final");
  const int64_t number = latest.number - depth;
  TOLLPASS_ASSIGN_OR_RETURN(Block block, GetBlock(rpc, HexNumber(number)));
  return block.number == number ? absl::StatusOr<Block>(std::move(block))
                                : Unclear("it gave another block than the one asked for");
}

/// The call data of authorizationState; std::nullopt where payer or value have not their form.
std::optional<std::string> CallData(const OneTimeUse& use) {
  const std::optional<std::string> value = HexDecode(use.value);
  if (!IsHex(use.payer, kAddressDigits) || !IsHex(use.asset, kAddressDigits) || !value ||
      use.value.size() != kHashDigits) {
    return std::nullopt;
  }
  const Digest hash = Keccak256(kAuthorizationState);
  return "0x" + HexEncode(std::span(hash).first(kSelectorBytes)) +
         std::string(kHashDigits - kAddressDigits, '0') + use.payer.substr(2) + use.value;
}

/// The word that an ABI encodes a bool in.
std::optional<bool> Flag(std::string_view result) {
  const absl::StatusOr<json::Value> value = json::Parse(result, kMaxDepth);
  const std::optional<std::string> text = value.ok() ? json::AsString(*value) : std::nullopt;
  if (!text || !IsHex(*text, kHashDigits)) return std::nullopt;
  const std::string zeros(kHashDigits - 1, '0');
  if (*text == "0x" + zeros + "0") return false;
  if (*text == "0x" + zeros + "1") return true;
  return std::nullopt;
}

absl::StatusOr<ChainAnswer> AskOne(JsonRpc& rpc, const OneTimeUse& use, const Block& block) {
  const std::optional<std::string> data = CallData(use);
  if (!data) return absl::InvalidArgumentError("there is nothing to ask a node about this proof");
  const std::string call =
      json::ObjectWriter().String("to", use.asset).String("data", *data).Done();
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::string result,
      rpc.Call("eth_call", absl::StrFormat("[%s,\"%s\"]", call, HexNumber(block.number))));
  const std::optional<bool> used = Flag(result);
  if (!used) return Unclear("whether the proof was used");
  return ChainAnswer{*used, block.time, block.number, block.hash};
}

class RpcSource final : public ChainSource {
 public:
  explicit RpcSource(ChainSection section) : section_(std::move(section)) {}

  absl::StatusOr<std::vector<absl::StatusOr<ChainAnswer>>> Ask(const std::string& network,
                                                               const std::vector<OneTimeUse>& uses,
                                                               int64_t deadline_ms) override {
    if (network != section_.network) return Unclear("another network was asked about");
    JsonRpc rpc(section_.rpc, deadline_ms);
    TOLLPASS_RETURN_IF_ERROR(CheckChain(rpc));
    TOLLPASS_ASSIGN_OR_RETURN(const Block block, FinalBlock(rpc, section_.finality));
    std::vector<absl::StatusOr<ChainAnswer>> answers;
    answers.reserve(uses.size());
    for (const OneTimeUse& use : uses) {
      answers.push_back(AskOne(rpc, use, block));
    }
    TOLLPASS_ASSIGN_OR_RETURN(const Block again, GetBlock(rpc, HexNumber(block.number)));
    if (again.hash != block.hash || again.number != block.number) {
      return Unclear("the block that was final changed meanwhile");
    }
    return answers;
  }

 private:
  absl::Status CheckChain(JsonRpc& rpc) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::string result, rpc.Call("eth_chainId", "[]"));
    const absl::StatusOr<json::Value> value = json::Parse(result, kMaxDepth);
    const std::optional<std::string> text = value.ok() ? json::AsString(*value) : std::nullopt;
    const std::optional<int64_t> id = text ? Quantity(*text) : std::nullopt;
    const std::optional<uint64_t> wanted = Eip155ChainId(section_.network);
    if (!id || !wanted || static_cast<uint64_t>(*id) != *wanted) {
      return absl::UnavailableError(absl::StrFormat("the node is not one of %s: it says chain %s",
                                                    section_.network,
                                                    Printable(text.value_or("nothing"))));
    }
    return absl::OkStatus();
  }

  const ChainSection section_;
};

}  // namespace

std::unique_ptr<ChainSource> MakeRpcSource(const ChainSection& section) {
  return std::make_unique<RpcSource>(section);
}

}  // namespace tollpass
