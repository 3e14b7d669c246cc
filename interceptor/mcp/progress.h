#ifndef TOLLPASS_INTERCEPTOR_MCP_PROGRESS_H_
#define TOLLPASS_INTERCEPTOR_MCP_PROGRESS_H_

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/json/json.h"
#include "interceptor/mcp/ids.h"
#include "interceptor/mcp/message.h"

namespace tollpass {

inline constexpr std::string_view kProgressMethod = "notifications/progress";

/// What becomes of a progress notification of the server.
struct ProgressRoute {
  enum class Kind { kForward, kDrop, kRename };
  Kind kind = Kind::kForward;
  std::string token;  // for kRename: the host's, JSON text
};

/// Progress tokens of the host's requests. As long as only the server reports under a host's token
/// nothing is changed; once we do (a step of our own, or a paid attempt under a token of ours) the
/// host sees strictly increasing values and nothing more of the first attempt.
class ProgressMap {
 public:
  /// `prefix`: as IdMint.
  explicit ProgressMap(std::string prefix) : mint_(std::move(prefix)) {}

  /// A request with the host's `token` (JSON text) starts, and ends.
  void Start(std::string_view token);
  void End(std::string_view token);

  /// A token of ours, JSON text, for the paid attempt of the request with `token`.
  std::string Replace(std::string_view token);

  /// A whole notification with the smallest step ahead, to keep a waiting host from giving up.
  std::string Step(std::string_view token);

  ProgressRoute Route(const Message& notification);

 private:
  struct Track {
    int users = 0;
    bool ours = false;     // we have reported under it, or replaced it
    std::string replaced;  // key of the token that stands for it
    double last = -std::numeric_limits<double>::infinity();
  };

  ProgressRoute RouteTracked(Track& track, const json::Value& progress, bool renamed,
                             const std::string& host_token);

  IdMint mint_;
  std::map<std::string, Track> tracks_;            // by key of the host's token
  std::map<std::string, std::string> host_token_;  // JSON text by key of the token of ours
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_PROGRESS_H_
