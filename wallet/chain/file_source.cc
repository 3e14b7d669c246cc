#include "wallet/chain/file_source.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/asset.h"
#include "core/json/json.h"
#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr size_t kMaxFileBytes = size_t{16} * 1024 * 1024;
constexpr int kMaxDepth = 8;
constexpr std::string_view kFormat = "tollpass-chain-facts/1";

struct Known {
  OneTimeUse use;
  bool used = false;
};

struct Document {
  ChainAnswer block;  // all but `used`
  std::vector<Known> known;
};

std::string_view WithoutPrefix(std::string_view hex) {
  return hex.starts_with("0x") ? hex.substr(2) : hex;
}

std::optional<int64_t> IntegerIn(const json::Value& object, std::string_view key) {
  const std::optional<json::Value> value = json::Find(object, key);
  return value ? json::AsInteger(*value) : std::nullopt;
}

std::optional<ChainAnswer> ReadBlock(const json::Value& root) {
  const std::optional<json::Value> block = json::Find(root, "block");
  if (!block) return std::nullopt;
  const std::optional<int64_t> number = IntegerIn(*block, "number");
  const std::optional<int64_t> time = IntegerIn(*block, "time");
  std::optional<std::string> hash = json::FindString(*block, "hash");
  if (!number || !time || !hash || *number < 0 || *time < 0 || hash->empty()) return std::nullopt;
  return ChainAnswer{false, *time, *number, *std::move(hash)};
}

std::optional<Known> ReadKnown(const std::string& network, const json::Value& entry) {
  const std::optional<std::string> asset = json::FindString(entry, "asset");
  const std::optional<std::string> payer = json::FindString(entry, "payer");
  const std::optional<std::string> nonce = json::FindString(entry, "nonce");
  const std::optional<json::Value> used = json::Find(entry, "used");
  const std::optional<bool> flag = used ? json::AsBool(*used) : std::nullopt;
  if (!asset || !payer || !nonce || !flag) return std::nullopt;
  std::string value(WithoutPrefix(*nonce));
  std::transform(value.begin(), value.end(), value.begin(),
                 [](char letter) { return letter >= 'A' && letter <= 'F' ? letter + 32 : letter; });
  return Known{{network, CanonicalId(network, *asset), CanonicalId(network, *payer), value}, *flag};
}

std::optional<Document> ReadDocument(const std::string& network, std::string_view text) {
  const absl::StatusOr<json::Value> root = json::ParseUnique(text, kMaxDepth);
  if (!root.ok() || json::FindString(*root, "format") != kFormat ||
      json::FindString(*root, "network") != network) {
    return std::nullopt;
  }
  std::optional<ChainAnswer> block = ReadBlock(*root);
  const std::optional<json::Value> listed = json::Find(*root, "authorizations");
  if (!block || !listed || listed->type != json::Type::kArray) return std::nullopt;
  Document document{*std::move(block), {}};
  for (const json::Value& entry : json::Elements(*listed)) {
    std::optional<Known> known = ReadKnown(network, entry);
    if (!known) return std::nullopt;
    document.known.push_back(*std::move(known));
  }
  return document;
}

absl::StatusOr<ChainAnswer> Answer(const Document& document, const OneTimeUse& use) {
  std::optional<bool> used;
  for (const Known& known : document.known) {
    if (known.use != use) continue;
    if (used && *used != known.used) {
      return absl::UnavailableError("the file of the chain says both of it");
    }
    used = known.used;
  }
  if (!used) return absl::UnavailableError("the file of the chain does not list it");
  ChainAnswer answer = document.block;
  answer.used = *used;
  return answer;
}

class FileSource final : public ChainSource {
 public:
  explicit FileSource(ChainSection section) : section_(std::move(section)) {}

  absl::StatusOr<std::vector<absl::StatusOr<ChainAnswer>>> Ask(const std::string& network,
                                                               const std::vector<OneTimeUse>& uses,
                                                               int64_t) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::string text,
                              os::ReadOwnedFile(section_.file, kMaxFileBytes));
    const std::optional<Document> document =
        network == section_.network ? ReadDocument(network, text) : std::nullopt;
    if (!document) {
      return absl::UnavailableError(absl::StrFormat("%s is no document of the form %s about %s",
                                                    section_.file, kFormat, network));
    }
    std::vector<absl::StatusOr<ChainAnswer>> answers;
    answers.reserve(uses.size());
    for (const OneTimeUse& use : uses) {
      answers.push_back(Answer(*document, use));
    }
    return answers;
  }

 private:
  const ChainSection section_;
};

}  // namespace

std::unique_ptr<ChainSource> MakeFileSource(const ChainSection& section) {
  return std::make_unique<FileSource>(section);
}

}  // namespace tollpass
