#include "interceptor/mcp/progress.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass {
namespace {

constexpr double kStep = 1e-6;

// Tokens come from messages that were read, so their text is JSON.
std::optional<json::Value> AsToken(std::string_view text) {
  absl::StatusOr<json::Value> token = json::Parse(text, 1);
  if (!token.ok()) return std::nullopt;
  return *token;
}

std::optional<double> AsDouble(const json::Value& value) {
  double number = 0;
  const char* end = value.text.data() + value.text.size();
  const auto [stop, error] = std::from_chars(value.text.data(), end, number);
  if (value.type != json::Type::kNumber || error != std::errc() || stop != end) {
    return std::nullopt;
  }
  return number;
}

}  // namespace

void ProgressMap::Start(std::string_view token) {
  const std::optional<json::Value> value = AsToken(token);
  if (!value) return;
  mint_.Seen(*value);
  ++tracks_[IdKey(*value)].users;
}

void ProgressMap::End(std::string_view token) {
  const auto track = tracks_.find(IdKey(token));
  if (track == tracks_.end() || --track->second.users > 0) return;
  host_token_.erase(track->second.replaced);
  tracks_.erase(track);
}

std::string ProgressMap::Replace(std::string_view token) {
  const std::optional<json::Value> value = AsToken(token);
  std::string minted = mint_.Mint(value ? value->type : json::Type::kNumber);
  if (!value) return minted;
  Track& track = tracks_[IdKey(*value)];
  host_token_.erase(track.replaced);
  track.ours = true;
  track.replaced = IdKey(minted);
  host_token_[track.replaced] = std::string(token);
  return minted;
}

std::string ProgressMap::Step(std::string_view token) {
  Track& track = tracks_[IdKey(token)];
  track.ours = true;
  const double from = std::isfinite(track.last) ? track.last : 0;
  const double next = from + kStep > from ? from + kStep : std::nextafter(from, HUGE_VAL);
  track.last = next;
  json::ObjectWriter params;
  params.Raw("progressToken", token).Raw("progress", absl::StrFormat("%.17g", next));
  json::ObjectWriter message;
  message.String("jsonrpc", "2.0").String("method", kProgressMethod).Raw("params", params.Done());
  return message.Done();
}

ProgressRoute ProgressMap::Route(const Message& notification) {
  if (!notification.params) return {};
  const std::optional<json::Value> token = json::Find(*notification.params, "progressToken");
  const std::optional<json::Value> progress = json::Find(*notification.params, "progress");
  if (!token) return {};
  const std::string key = IdKey(*token);
  if (const auto host = host_token_.find(key); host != host_token_.end()) {
    const auto track = tracks_.find(IdKey(host->second));
    if (track == tracks_.end() || !progress) return {ProgressRoute::Kind::kDrop, ""};
    return RouteTracked(track->second, *progress, true, host->second);
  }
  if (const auto track = tracks_.find(key); track != tracks_.end()) {
    if (!progress) return {};
    return RouteTracked(track->second, *progress, false, "");
  }
  return {mint_.IsMinted(*token) ? ProgressRoute::Kind::kDrop : ProgressRoute::Kind::kForward, ""};
}

ProgressRoute ProgressMap::RouteTracked(Track& track, const json::Value& progress, bool renamed,
                                        const std::string& host_token) {
  const std::optional<double> value = AsDouble(progress);
  const bool late = !renamed && !track.replaced.empty();
  if (track.ours && (late || !value || *value <= track.last)) {
    return {ProgressRoute::Kind::kDrop, ""};
  }
  if (value) track.last = std::max(track.last, *value);
  if (renamed) return {ProgressRoute::Kind::kRename, host_token};
  return {};
}

}  // namespace tollpass
