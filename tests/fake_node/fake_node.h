#ifndef TOLLPASS_TESTS_FAKE_NODE_FAKE_NODE_H_
#define TOLLPASS_TESTS_FAKE_NODE_FAKE_NODE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tollpass {

/// A JSON-RPC node of one chain on this machine, as honest as a test wants it. Thread-safe.
class FakeNode {
 public:
  /// What it says besides what it knows.
  struct Reply {
    int status = 200;
    std::string body = {};
    std::string location = {};  // of a redirect
    int delay_ms = 0;
  };
  /// Gets the method and how often it was asked before; std::nullopt: the honest answer.
  using Lie = std::function<std::optional<Reply>(const std::string& method, int before)>;

  FakeNode();
  ~FakeNode();
  FakeNode(const FakeNode&) = delete;
  FakeNode& operator=(const FakeNode&) = delete;

  /// "http://127.0.0.1:PORT/v2/secret".
  [[nodiscard]] std::string url() const;

  void SetChainId(uint64_t id);
  /// Time of its newest final block (unix seconds); each one that is set is a block later.
  void SetFinal(int64_t time);
  /// The token at `token` took the value of `payer` (64 hex digits), in a block that is final.
  /// Addresses as "0x" and 40 lower-case hex digits. Of anything else it says that it was not
  /// used; a call of another form, or at a block that it does not have, has no result.
  void Use(const std::string& token, const std::string& payer, const std::string& value);
  void SetLie(Lie lie);

  /// The answer with this result, as JSON text, to the question that was asked last.
  [[nodiscard]] std::string WithResult(const std::string& result) const;
  /// "eth_chainId", ... in the order in which they came.
  [[nodiscard]] std::vector<std::string> asked() const;
  /// Call data of the newest eth_call.
  [[nodiscard]] std::string call_data() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_FAKE_NODE_FAKE_NODE_H_
