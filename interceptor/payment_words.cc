#include "interceptor/payment_words.h"

#include <algorithm>
#include <optional>

#include "core/challenge.h"
#include "interceptor/dialects/recognise.h"

namespace tollpass {
namespace {

// What servers, their payment libraries and facilitators write (x402's error codes among them).
// "nonce", "signature" and "authorization" have other uses too.
constexpr std::string_view kWords[] = {
    "payment",
    "settle",
    "facilitator",
    "payto",
    "pay_to",
    "payee",
    "x402",
    "l402",
    "eip-3009",
    "eip3009",
    "exact_evm",
    "exact_svm",
    "permit2_",
    "macaroon",
    "transferwithauthorization",
    "insufficient_fund",
    "insufficient fund",
    "insufficient_balance",
};

constexpr size_t kMinNamed = 4;  // shorter ones stand in texts by chance

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return Lower(c); });
  return lower;
}

bool IsOfWord(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_' || c == '.';
}

// As a word of its own: an amount is no part of a longer number.
bool HasWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !IsOfWord(text[at - 1])) &&
        (end == text.size() || text[end] == '.' || !IsOfWord(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> NamedBy(const Proof& proof) {
  std::vector<std::string> named;
  const absl::StatusOr<json::Value> offer = json::Parse(proof.offer, kMaxJsonDepth);
  if (!offer.ok()) return named;
  for (const std::string_view key :
       {"payTo", "payee", "asset", "amount", "maxAmountRequired", "quote_id"}) {
    const std::optional<std::string> value = json::FindString(*offer, key);
    if (value && value->size() >= kMinNamed) named.push_back(Lower(*value));
  }
  return named;
}

bool SpeaksOfPayment(const json::Value& answer, const std::vector<std::string>& named) {
  return HoldsInEscapes(answer.text, [&](std::string_view bare) {
    const std::string text = Lower(bare);
    return std::ranges::any_of(
               kWords,
               [&](std::string_view word) { return text.find(word) != std::string::npos; }) ||
           HasWord(text, "402") ||
           std::ranges::any_of(named, [&](const std::string& name) { return HasWord(text, name); });
  });
}

}  // namespace tollpass
