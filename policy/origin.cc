#include "policy/origin.h"

#include <algorithm>
#include <utility>

namespace tollpass {
namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsHostChar(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_' || c == '%';
}

/// Control characters and backslashes: readers of URLs disagree about what they mean.
bool IsAmbiguous(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\x7f' || c == '\\';
}

bool IsPort(std::string_view port) {
  constexpr size_t kMostDigits = 5;
  return !port.empty() && port.size() <= kMostDigits &&
         std::all_of(port.begin(), port.end(), IsDigit);
}

/// Splits "host:port" or "[v6]:port"; std::nullopt where it is neither.
std::optional<std::pair<std::string, std::string>> SplitHost(std::string_view authority) {
  std::string_view host = authority;
  std::string_view rest;
  if (authority.starts_with('[')) {
    const size_t close = authority.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    host = authority.substr(1, close - 1);
    rest = authority.substr(close + 1);
    const bool good =
        std::all_of(host.begin(), host.end(), [](char c) { return IsHostChar(c) || c == ':'; });
    if (!good) return std::nullopt;
  } else {
    const size_t colon = authority.find(':');
    host = authority.substr(0, colon);
    rest = colon == std::string_view::npos ? std::string_view() : authority.substr(colon);
    if (!std::all_of(host.begin(), host.end(), IsHostChar)) return std::nullopt;
  }
  if (host.empty()) return std::nullopt;
  if (rest.empty()) return std::pair(std::string(host), std::string());
  if (rest.front() != ':' || !IsPort(rest.substr(1))) return std::nullopt;
  return std::pair(std::string(host), std::string(rest.substr(1)));
}

}  // namespace

std::string Origin::Text() const {
  const bool v6 = host.find(':') != std::string::npos;
  return scheme + "://" + (v6 ? "[" + host + "]" : host) + ":" + port;
}

bool Origin::IsLoopback() const {
  const bool v4 =
      host.starts_with("127.") && std::count(host.begin(), host.end(), '.') == 3 &&
      std::all_of(host.begin(), host.end(), [](char c) { return IsDigit(c) || c == '.'; });
  return v4 || host == "localhost" || host == "::1";
}

std::optional<Origin> OriginOf(std::string_view url) {
  if (std::any_of(url.begin(), url.end(), IsAmbiguous)) return std::nullopt;
  const size_t colon = url.find("://");
  if (colon == std::string_view::npos) return std::nullopt;
  Origin origin;
  origin.scheme = Lower(url.substr(0, colon));
  if (origin.scheme != "http" && origin.scheme != "https") return std::nullopt;
  std::string_view rest = url.substr(colon + 3);
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const size_t user = authority.rfind('@'); user != std::string_view::npos) {
    authority.remove_prefix(user + 1);
  }
  auto split = SplitHost(Lower(authority));
  if (!split) return std::nullopt;
  origin.host = std::move(split->first);
  origin.port = std::move(split->second);
  if (origin.port.empty()) origin.port = origin.scheme == "https" ? "443" : "80";
  return origin;
}

}  // namespace tollpass
