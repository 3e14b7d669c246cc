#include "interceptor/sent_proofs.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/ascii.h"
#include "core/status.h"
#include "interceptor/dialects/recognise.h"
#include "interceptor/mcp/message.h"
#include "interceptor/redaction.h"

namespace tollpass {
namespace {

constexpr size_t kShortestText = 48;     // addresses of all chains are shorter
constexpr size_t kShortestOneTime = 32;  // a total of a channel is no secret
constexpr size_t kMostSecrets = 256;

// Whoever looks at every sixteenth byte finds eight of these in a row in any secret.
constexpr size_t kStride = 16;
constexpr size_t kGram = sizeof(uint64_t);
static_assert(kShortestOneTime >= kStride + kGram);

uint64_t GramAt(std::string_view text, size_t at) {
  uint64_t gram = 0;
  std::memcpy(&gram, text.data() + at, kGram);
  return gram;
}

bool IsPlain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("+/=_-.").find(c) != std::string_view::npos;
  });
}

bool IsHex(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return absl::ascii_isxdigit(static_cast<unsigned char>(c)); });
}

}  // namespace

void SentProofs::Add(const Proof& proof) {
  AddSecret(proof.one_time, kShortestOneTime);
  const absl::StatusOr<json::Value> payload = json::Parse(proof.payload, kMaxMessageDepth);
  if (payload.ok()) AddStrings(*payload, proof);
}

void SentProofs::AddStrings(const json::Value& value, const Proof& proof) {
  for (const json::Member& member : json::Members(value)) AddStrings(member.value, proof);
  for (const json::Value& element : json::Elements(value)) AddStrings(element, proof);
  const std::optional<std::string> text = json::AsString(value);
  if (!text) return;
  for (const std::string* echo : {&proof.offer, &proof.resource, &proof.extensions}) {
    if (echo->find(*text) != std::string::npos) return;
  }
  AddSecret(*text, kShortestText);
}

// Hex is the same secret with and without its prefix, in small and in capital letters.
void SentProofs::AddSecret(std::string_view text, size_t shortest) {
  const bool has_prefix = text.starts_with("0x") || text.starts_with("0X");
  if (has_prefix) text.remove_prefix(2);
  if (text.size() < shortest || !IsPlain(text)) return;
  Remember(std::string(text));
  if (!IsHex(text)) return;
  Remember(absl::AsciiStrToUpper(std::string(text)));
  Remember(absl::AsciiStrToLower(std::string(text)));
}

void SentProofs::Remember(std::string secret) {
  if (std::ranges::count(secrets_, secret) > 0) return;
  if (secrets_.size() == kMostSecrets) ForgetElderHalf();
  secrets_.push_back(std::move(secret));
  Index(secrets_.back());
}

void SentProofs::Index(const std::string& secret) {
  for (size_t at = 0; at < kStride; ++at) index_.insert({GramAt(secret, at), {&secret, at}});
}

void SentProofs::ForgetElderHalf() {
  secrets_.erase(secrets_.begin(), secrets_.begin() + kMostSecrets / 2);
  index_.clear();
  for (const std::string& secret : secrets_) Index(secret);
}

std::optional<std::string_view> SentProofs::FindIn(std::string_view text) const {
  for (size_t at = 0; at + kGram <= text.size(); at += kStride) {
    const auto [begin, end] = index_.equal_range(GramAt(text, at));
    for (auto entry = begin; entry != end; ++entry) {
      const auto& [secret, offset] = entry->second;
      if (at < offset) continue;
      const std::string_view found = text.substr(at - offset, secret->size());
      if (found == *secret) return found;
    }
  }
  return std::nullopt;
}

// Only what has an escape in it can hide one.
bool SentProofs::HoldsEscaped(std::string_view text) const {
  if (text.find("\\u") == std::string_view::npos && text.find("\\/") == std::string_view::npos) {
    return false;
  }
  return HoldsInEscapes(text, [this](std::string_view bare) { return FindIn(bare).has_value(); });
}

std::string SentProofs::ReplacedIn(std::string_view text) const {
  std::string replaced;
  while (const std::optional<std::string_view> found = FindIn(text)) {
    std::string_view before = text.substr(0, found->data() - text.data());
    text.remove_prefix(before.size() + found->size());
    if (before.ends_with("0x") || before.ends_with("0X")) before.remove_suffix(2);
    replaced.append(before).append(kPaymentRemoved);
  }
  return replaced.append(text);
}

// Whole strings in which one is spelled with escapes.
void SentProofs::Replaced(const json::Value& value, std::vector<json::Replacement>& out) const {
  if (value.type == json::Type::kString) {
    if (FindIn(value.text) || HoldsEscaped(value.text))
      out.push_back({value.text, json::Quote(kPaymentRemoved)});
    return;
  }
  for (const json::Member& member : json::Members(value)) Replaced(member.value, out);
  for (const json::Value& element : json::Elements(value)) Replaced(element, out);
}

absl::StatusOr<std::optional<std::string>> SentProofs::Without(std::string_view text) const {
  if (secrets_.empty() || (!FindIn(text) && !HoldsEscaped(text))) return std::nullopt;
  std::string without = ReplacedIn(text);
  absl::StatusOr<json::Value> root = json::Parse(without, kMaxMessageDepth);
  if (!root.ok()) {  // it began with the last digit of an escape, or was a number
    without = text;
    root = json::Parse(without, kMaxMessageDepth);
  }
  TOLLPASS_RETURN_IF_ERROR(root.status());
  std::vector<json::Replacement> strings;
  Replaced(*root, strings);
  without = json::Replace(without, strings);
  if (FindIn(without) || HoldsEscaped(without)) {
    return absl::InvalidArgumentError("it is in a number, or in the name of a member");
  }
  return without;
}

}  // namespace tollpass
