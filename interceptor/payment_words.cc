#include "interceptor/payment_words.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/challenge.h"
#include "core/json/strings.h"
#include "interceptor/dialects/recognise.h"

namespace tollpass {
namespace {

// What payment libraries and facilitators write (x402's error codes among them), and no tool:
// words that begin like this, that are this, or that have it in them. "nonce", "signature" and
// "authorization" have other uses too.
constexpr std::string_view kBegin[] = {"facilitator", "x402", "macaroon", "permit2_"};
constexpr std::string_view kAre[] = {"payto", "pay_to", "l402"};
constexpr std::string_view kHave[] = {"exact_evm", "exact_svm", "eip3009",
                                      "transferwithauthorization"};

// Codes that say as much as two words.
constexpr std::string_view kCodes[] = {
    "payment_required", "payment_failed", "payment_invalid",   "payment_rejected",
    "invalid_payment",  "settle_failed",  "settlement_failed", "payment_verification_failed"};
constexpr std::string_view kRefusals[] = {"verif",  "reject", "invalid",
                                          "requir", "fail",   "already"};
constexpr std::string_view kPayment[] = {"payment", "payments"};
constexpr std::string_view kSettle[] = {"settle",   "settles",    "settled",
                                        "settling", "settlement", "settlements"};
// Behind "payment": what a tool that takes payments is given.
constexpr std::string_view kOfATool[] = {"method", "methods", "id",  "intent",
                                         "link",   "terms",   "date"};
// Members whose whole text may be one of these words.
constexpr std::string_view kReasons[] = {"reason", "errorReason", "error", "code", "message"};

constexpr size_t kMaxBytesRead = 64 * 1024 * 1024;
constexpr int kMaxTexts = 8;         // within texts
constexpr int kMaxEscapeLevels = 4;  // of one

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

template <typename Set>
bool IsIn(const Set& set, std::string_view word) {
  return std::ranges::count(set, word) > 0;
}

template <typename Set>
bool BeginsLike(const Set& set, std::string_view word) {
  return std::ranges::any_of(set, [&](std::string_view begin) { return word.starts_with(begin); });
}

// The next word of a text that has them in small letters; empty at its end.
std::string_view TakeWord(std::string_view& text) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  text.remove_prefix(std::min(text.find_first_of(kLetters), text.size()));
  const std::string_view word = text.substr(0, text.find_first_not_of(kLetters));
  text.remove_prefix(word.size());
  return word;
}

bool IsOfLibrary(std::string_view word) {
  return BeginsLike(kBegin, word) || IsIn(kAre, word) ||
         std::ranges::any_of(kHave, [&](std::string_view part) {
           return word.find(part) != std::string_view::npos;
         });
}

// Which words that alone prove nothing are in a string.
struct Weak {
  bool payment = false;
  bool settle = false;
  bool insufficient = false;
  bool payee = false;
  bool refusal = false;
  bool needs = false;
  bool code = false;  // or HTTP's status
  bool number = false;

  void Take(std::string_view before, std::string_view word, std::string_view behind) {
    payment = payment || (IsIn(kPayment, word) && !IsIn(kOfATool, behind));
    settle = settle || IsIn(kSettle, word);
    insufficient =
        insufficient || word.starts_with("insufficient_fund") ||
        word.starts_with("insufficient_balance") ||
        (word == "insufficient" && (behind.starts_with("fund") || behind.starts_with("balance")));
    payee = payee || word == "payee";
    refusal = refusal || BeginsLike(kRefusals, word);
    needs = needs || word == "needs";
    number = number || word == "402";
    code =
        code || IsIn(kCodes, word) || (word == "402" && (before == "http" || before == "status"));
  }

  [[nodiscard]] bool Counts(bool amount, bool is_reason) const {
    const int words = int{payment} + int{settle} + int{insufficient} + int{payee};
    return words > 1 || code || (amount && needs) ||
           (words == 1 && (refusal || number || amount || is_reason));
  }
};

bool IsAmount(std::string_view name) {
  return name.find_first_not_of("0123456789.") == std::string_view::npos;
}

class Listener {
 public:
  explicit Listener(const std::vector<std::string>& named) : named_(named) {}

  void Hear(const json::Value& value, std::string_view key, int texts) {
    if (heard_ == Speech::kThePayment || !Read(value.text.size())) return;
    if (value.type == json::Type::kString) {
      HearText(json::Unescape(value.text), key, texts);
      return;
    }
    for (const json::Value& element : json::Elements(value)) Hear(element, key, texts);
    for (const json::Member& member : json::Members(value)) Hear(member.value, member.key, texts);
  }

  [[nodiscard]] Speech heard() const { return heard_; }

 private:
  void HearText(const std::string& text, std::string_view key, int texts) {
    if (text.starts_with('{') || text.starts_with('[')) {
      const absl::StatusOr<json::Value> inner = json::Parse(text, kMaxJsonDepth);
      if (inner.ok() && texts > 0) {
        Hear(*inner, "", texts - 1);
        return;
      }
    }
    int levels = 0;
    HoldsInEscapes(text, [&](std::string_view bare) {
      if (++levels > kMaxEscapeLevels) {
        Take(Speech::kPerhapsThePayment);
        return true;
      }
      return !Read(bare.size()) || HearWords(Lower(bare), key);
    });
  }

  bool HearWords(const std::string& lower, std::string_view key) {
    bool amount = false;
    bool surely = lower.find("eip-3009") != std::string::npos;
    for (const std::string& name : named_) {
      if (HasWord(lower, name)) (IsAmount(name) ? amount : surely) = true;
    }
    Weak weak;
    size_t words = 0;
    std::string_view rest = lower;
    std::string_view before;
    for (std::string_view word = TakeWord(rest); !word.empty() && !surely; ++words) {
      const std::string_view behind = TakeWord(rest);
      surely = IsOfLibrary(word);
      weak.Take(before, word, behind);
      before = std::exchange(word, behind);
    }
    if (surely) Take(Speech::kThePayment);
    if (weak.Counts(amount, words == 1 && IsIn(kReasons, key))) Take(Speech::kPerhapsThePayment);
    return surely;
  }

  void Take(Speech speech) { heard_ = std::max(heard_, speech); }

  bool Read(size_t bytes) {
    bytes_read_ += bytes;
    if (bytes_read_ > kMaxBytesRead) Take(Speech::kPerhapsThePayment);
    return bytes_read_ <= kMaxBytesRead;
  }

  const std::vector<std::string>& named_;
  Speech heard_ = Speech::kSomethingElse;
  size_t bytes_read_ = 0;
};

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

Speech WhatIsSpokenOf(const json::Value& answer, const std::vector<std::string>& named) {
  Listener listener(named);
  listener.Hear(answer, "", kMaxTexts);
  return listener.heard();
}

}  // namespace tollpass
