#include "wallet/chain/chain_source.h"

#include "absl/strings/str_format.h"
#include "wallet/chain/file_source.h"
#include "wallet/chain/rpc_source.h"

namespace tollpass {

absl::StatusOr<std::shared_ptr<ChainSource>> OpenChainSource(const ChainSection& section,
                                                             std::shared_ptr<ChainSource> host) {
  if (!section.file.empty()) return MakeFileSource(section);
  if (!section.rpc.empty()) return MakeRpcSource(section);
  if (host == nullptr) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "what happened on %s is told by the program that embeds Tollpass, and this is not it",
        section.network));
  }
  return host;
}

}  // namespace tollpass
