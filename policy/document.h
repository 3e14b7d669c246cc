#ifndef TOLLPASS_POLICY_DOCUMENT_H_
#define TOLLPASS_POLICY_DOCUMENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/load_errors.h"

namespace tollpass {

enum class NodeKind { kString, kInteger, kReal, kBoolean, kOther, kArray, kTable };

struct Member;

/// One value of a TOML document with the place where it stands. A plain value.
struct Node {
  NodeKind kind = NodeKind::kOther;
  Position at;
  std::string text;      // kString
  int64_t integer = 0;   // kInteger
  double real = 0;       // kReal; may be no number
  bool boolean = false;  // kBoolean
  std::vector<Node> items;
  std::vector<Member> members;  // in the order of the file; keys are unique
};

struct Member {
  std::string key;
  Position at;  // of the key
  Node value;
};

/// The member `key` of a table; nullptr if absent.
const Node* FindMember(const Node& table, std::string_view key);

/// Reads TOML 1.0. What is no TOML becomes one error and an empty table.
Node ReadDocument(std::string_view toml, LoadErrors& errors);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_DOCUMENT_H_
