#ifndef TOLLPASS_TESTS_KIT_CALLS_H_
#define TOLLPASS_TESTS_KIT_CALLS_H_

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tollpass::kit {

/// What must become of a call.
enum class Fate {
  kFree,      // costs nothing: passes as it is
  kPaid,      // is paid once; the host sees what was delivered
  kDeclined,  // is not paid; the host sees the sentence for that
  kRefused,   // is paid, and the server says no; the host sees the sentence for that
  kRepeated,  // is paid, the answer is lost; called again, it is not paid again and delivers
  kUnknown,   // is paid, the server dies; called again, it is not paid again
};

/// One tool of the kit's server, and what a host must see when it calls it.
struct Call {
  std::string_view tool;
  Fate fate;
  std::string_view story;  // what the tool does
};

/// In the order in which a host makes them.
std::span<const Call> Calls();

/// The arguments that a host calls `tool` with.
nlohmann::json ArgumentsOf(const Call& call);

/// What the model must have seen, for a fate that ends in a sentence of Tollpass; empty for others.
std::string_view SentenceOf(Fate fate);

/// How often a host makes a call with this fate; the second time over a new connection.
int TimesOf(Fate fate);

/// Everything that a host does over one connection, in order.
struct Connection {
  std::vector<Call> calls;
};
std::vector<Connection> Connections();

/// What a person, or a program (`as_json`), needs to have a host make the calls; ends with LF.
std::string CallsText(bool as_json);

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_CALLS_H_
