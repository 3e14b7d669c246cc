#include "wallet/chain/http_post.h"

#include <curl/curl.h>

#include <memory>

#include "absl/strings/str_format.h"
#include "core/os/library.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr char kLibrary[] = "libcurl.so.4";
constexpr long kHttpOk = 200;

/// The functions of libcurl that are used here.
struct Curl {
  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) init;
  decltype(&curl_easy_setopt) setopt;
  decltype(&curl_easy_perform) perform;
  decltype(&curl_easy_getinfo) getinfo;
  decltype(&curl_easy_strerror) strerror;
  decltype(&curl_easy_cleanup) cleanup;
  decltype(&curl_slist_append) append;
  decltype(&curl_slist_free_all) free_all;
};

template <typename Function>
bool Take(const os::Library& library, const char* name, Function*& function) {
  function = library.Find<Function>(name);
  return function != nullptr;
}

absl::StatusOr<Curl> LoadCurl() {
  const absl::StatusOr<os::Library> library = os::Library::Load(kLibrary);
  if (!library.ok()) {
    return absl::UnavailableError(absl::StrFormat(
        "a node can be asked only where %s is (Debian: apt-get install libcurl4)", kLibrary));
  }
  Curl curl = {};
  const bool whole = Take(*library, "curl_global_init", curl.global_init) &&
                     Take(*library, "curl_easy_init", curl.init) &&
                     Take(*library, "curl_easy_setopt", curl.setopt) &&
                     Take(*library, "curl_easy_perform", curl.perform) &&
                     Take(*library, "curl_easy_getinfo", curl.getinfo) &&
                     Take(*library, "curl_easy_strerror", curl.strerror) &&
                     Take(*library, "curl_easy_cleanup", curl.cleanup) &&
                     Take(*library, "curl_slist_append", curl.append) &&
                     Take(*library, "curl_slist_free_all", curl.free_all);
  if (!whole || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return absl::UnavailableError(absl::StrFormat("%s cannot be used", kLibrary));
  }
  return curl;
}

/// Loaded at the first question, for the whole process.
const absl::StatusOr<Curl>& TheCurl() {
  static const auto& kCurl = *new absl::StatusOr<Curl>(LoadCurl());
  return kCurl;
}

size_t Collect(char* bytes, size_t size, size_t count, void* into) {
  auto* body = static_cast<std::string*>(into);
  const size_t length = size * count;
  if (body->size() + length > kMaxAnswerBytes) return 0;  // ends the transfer
  body->append(bytes, length);
  return length;
}

bool IsHttps(std::string_view url) { return url.substr(0, 6) == "https:"; }

std::string_view HostIn(std::string_view url) {
  const size_t begin = url.find("://");
  const std::string_view rest = begin == url.npos ? url : url.substr(begin + 3);
  return rest.substr(0, rest.find_first_of("/?#"));
}

absl::Status Failed(std::string_view url, std::string_view why) {
  return absl::UnavailableError(absl::StrFormat("the node at %s: %s", HostIn(url), why));
}

/// A request with all that is the same for each.
class Request {
 public:
  Request(const Curl& curl, CURL* handle) : curl_(curl), handle_(handle) {
    headers_ = curl_.append(headers_, "Content-Type: application/json");
    headers_ = curl_.append(headers_, "Accept: application/json");
    headers_ = curl_.append(headers_, "Expect:");  // no waiting for a 100
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request() {
    curl_.cleanup(handle_);
    curl_.free_all(headers_);
  }

  absl::StatusOr<std::string> Post(const std::string& url, std::string_view json,
                                   int64_t timeout_ms) {
    std::string body;
    const char* schemes = IsHttps(url) ? "https" : "http";
    // No proxy: exactly this address. And nobody waits for a look-up of its name to end by itself.
    const bool set = Set(CURLOPT_PROXY, "") && Set(CURLOPT_QUICK_EXIT, 1L) &&
                     Set(CURLOPT_URL, url.c_str()) && Set(CURLOPT_PROTOCOLS_STR, schemes) &&
                     Set(CURLOPT_FOLLOWLOCATION, 0L) && Set(CURLOPT_NOSIGNAL, 1L) &&
                     Set(CURLOPT_TIMEOUT_MS, static_cast<long>(timeout_ms)) &&
                     Set(CURLOPT_HTTPHEADER, headers_) &&
                     Set(CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size())) &&
                     Set(CURLOPT_COPYPOSTFIELDS, json.data()) &&
                     Set(CURLOPT_WRITEFUNCTION, &Collect) && Set(CURLOPT_WRITEDATA, &body);
    if (!set) return Failed(url, "the question cannot be made");
    const CURLcode code = curl_.perform(handle_);
    if (code == CURLE_WRITE_ERROR) return Failed(url, "the answer is too long");
    if (code != CURLE_OK) return Failed(url, curl_.strerror(code));
    long status = 0;
    curl_.getinfo(handle_, CURLINFO_RESPONSE_CODE, &status);
    if (status != kHttpOk)
      return Failed(url, absl::StrFormat("it answered with status %d", status));
    return body;
  }

 private:
  template <typename Value>
  bool Set(CURLoption option, Value value) {
    return curl_.setopt(handle_, option, value) == CURLE_OK;
  }

  const Curl& curl_;
  CURL* handle_;
  curl_slist* headers_ = nullptr;
};

}  // namespace

absl::StatusOr<std::string> PostJson(const std::string& url, std::string_view json,
                                     int64_t timeout_ms) {
  const absl::StatusOr<Curl>& curl = TheCurl();
  TOLLPASS_RETURN_IF_ERROR(curl.status());
  if (timeout_ms <= 0) return Failed(url, "there is no time left to ask it");
  CURL* handle = curl->init();
  if (handle == nullptr) return Failed(url, "there is no memory to ask it");
  return Request(*curl, handle).Post(url, json, timeout_ms);
}

}  // namespace tollpass
