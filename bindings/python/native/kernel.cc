#include "bindings/python/native/kernel.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/python/native/arguments.h"
#include "bindings/python/native/chain.h"
#include "bindings/python/native/given.h"
#include "bindings/python/native/interceptor.h"
#include "bindings/python/native/parts.h"
#include "bindings/python/native/texts.h"
#include "bindings/python/native/without_gil.h"

namespace tollpass::python {
namespace {

namespace py = pybind11;

// Every call may wait for the database: none holds the GIL.
using NoGil = py::call_guard<WithoutGil>;
using Class = py::class_<OpenKernel>;
using Text = GivenText;

constexpr const char* kDoc =
    "A home in use: authorises payments, takes the user's answers, tells what happened. "
    "tollpass.open and tollpass.open_test make one. Thread-safe; calls may take seconds, do not "
    "hold the GIL, and are best made off an event loop.\n\n"
    "Raises TollpassError: NOT_FOUND and INVALID_ARGUMENT name what is wrong with an argument; "
    "FAILED_PRECONDITION: the rules or the state of a thing forbid it, or this is a forked child; "
    "UNAVAILABLE and DATA_LOSS: a part of the home is missing, busy or broken.";

/// The Kernel that a method with arguments of its own is called on: the first of them. See Given.
OpenKernel& SelfOf(const py::args& arguments) {
  const bool is_one = !arguments.empty() && py::isinstance<OpenKernel>(arguments[0]);
  auto* const self = is_one ? arguments[0].cast<OpenKernel*>() : nullptr;
  if (self == nullptr) throw py::type_error("this is a method of tollpass.Kernel");
  return *self;
}

py::tuple AfterSelf(const py::args& arguments) { return arguments[py::slice(1, {}, {})]; }

py::object Json(absl::StatusOr<std::string> (*read)(OpenedHome&, const Text&),
                const OpenKernel& kernel, const Text& id) {
  absl::StatusOr<std::string> text = std::string();
  {
    const WithoutGil without_gil;
    text = read(kernel.Use(), id);
  }
  return Parsed(ValueOrThrow(std::move(text)));
}

void BindAuthority(Class& kernel) {
  kernel
      .def(
          "authorize",
          [](OpenKernel& self, const AuthorizeRequest& request) {
            return self.Use().kernel().Authorize(request);
          },
          py::arg("request"), NoGil(),
          "Decides, charges and signs in one durable transaction. Returns a Decision; what cannot "
          "be decided is UNAVAILABLE.")
      .def(
          "conclude",
          [](OpenKernel& self, const Report& report) {
            ThrowUnlessOk(self.Use().kernel().Conclude(report));
          },
          py::arg("report"), NoGil(),
          "Records how a paid call ended. UNAVAILABLE: it is not recorded yet; the Kernel tries it "
          "again itself before every later authorize, and pays nothing until it worked.");
}

void BindConnections(Class& kernel) {
  kernel
      .def_property_readonly(
          "path", [](OpenKernel& self) { return OsText(self.Use().path()); },
          "str: the home's folder, absolute.")
      .def(
          "endpoint",
          [](OpenKernel& self, const Text& server) {
            return ValueOrThrow(self.Use().EndpointOf(server.text));
          },
          py::arg("server"), NoGil(),
          "Where the server of a policy section is: what to spawn or connect to. Returns an "
          "Endpoint.")
      .def(
          "interceptor",
          [](OpenKernel& self, const Text& server, const Text& label) {
            return std::make_unique<OwnedInterceptor>(
                ValueOrThrow(self.Use().ConnectionTo(server.text, label.text)));
          },
          py::arg("server"), py::arg("label") = "", NoGil(),
          "An Interceptor for one connection. server: name of a policy section, or an Endpoint "
          "that the host knows itself; label: sets the calls of one agent apart.")
      .def(
          "interceptor",
          [](OpenKernel& self, const ServerEndpoint& server, const Text& label) {
            return std::make_unique<OwnedInterceptor>(
                ValueOrThrow(self.Use().ConnectionTo(server, label.text)));
          },
          py::arg("server"), py::arg("label") = "", NoGil(), "The same for an Endpoint.")
      .def("_first_to_ask", &OpenKernel::FirstToAsk, py::arg("id"), py::arg("called_at_ms"),
           "True for the first who wants to put this question, of the call that the host made at "
           "this time (milliseconds since 1970), to the user.")
      .def("_not_asked", &OpenKernel::NotAsked, py::arg("id"), py::arg("called_at_ms"),
           "The question could not be put to the user: a later call may.");
}

void BindAnswers(Class& kernel) {
  kernel
      .def(
          "pending", [](OpenKernel& self) { return ValueOrThrow(self.Use().Pending()); }, NoGil(),
          "list[Question]: what waits for the user, oldest first.")
      .def(
          "granted", [](OpenKernel& self) { return ValueOrThrow(self.Use().Granted()); }, NoGil(),
          "list[Question]: what was approved and not used yet; deny takes such a yes back.")
      .def(
          "approve",
          [](const py::args& in_order, const py::kwargs& by_name) {
            OpenKernel& self = SelfOf(in_order);
            const Given given("approve", {"id", "passphrase", "up_to", "seconds"},
                              AfterSelf(in_order), by_name);
            const std::string id = given.NeededText("id");
            const Passphrase secret(given.Of("passphrase"));
            const std::string up_to = given.Text("up_to");
            const int64_t seconds = given.Number("seconds").value_or(Approving().seconds);
            const WithoutGil without_gil;
            ThrowUnlessOk(self.Use().Approve(id, {secret.view(), up_to, seconds}));
          },
          "Says yes to a question, once. passphrase: of the approval key, str, or bytes or "
          "bytearray, which can be wiped afterwards; up_to: most that may be "
          "paid, \"0.02 USDC\", empty: what is asked; seconds: how long it holds, at most 30 days. "
          "UNAUTHENTICATED: the wrong passphrase.")
      .def(
          "deny", [](OpenKernel& self, const Text& id) { ThrowUnlessOk(self.Use().Deny(id.text)); },
          py::arg("id"), NoGil(), "Says no, or takes back a yes that was not used.")
      .def(
          "pause", [](OpenKernel& self) { ThrowUnlessOk(self.Use().Pause()); }, NoGil(),
          "Stops every payment of this home, in all processes. Free calls go on.")
      .def(
          "resume",
          [](const py::args& in_order, const py::kwargs& by_name) {
            OpenKernel& self = SelfOf(in_order);
            const Given given("resume", {"passphrase"}, AfterSelf(in_order), by_name);
            const Passphrase secret(given.Of("passphrase"));
            const WithoutGil without_gil;
            ThrowUnlessOk(self.Use().Resume(secret.view()));
          },
          "Pays again. passphrase: of the approval key. UNAUTHENTICATED: the wrong one.");
}

Permission PermissionOf(const Given& given) {
  const bool no_count = !given.Of("uses") || given.Of("uses").is_none();
  Permission permission;
  permission.server = given.NeededText("server");
  permission.tools = given.Texts("tools", "names, [\"weather\"]");
  permission.per_call = given.Text("per_call");
  permission.per_day = given.Text("per_day");
  permission.total = given.Text("total");
  permission.uses = no_count ? std::nullopt : given.Number("uses");
  permission.seconds = given.Number("seconds").value_or(permission.seconds);
  permission.parent = given.Text("parent");
  permission.delegate_key = given.Text("delegate_key");
  return permission;
}

void BindAllow(Class& kernel) {
  kernel.def(
      "allow",
      [](const py::args& in_order, const py::kwargs& by_name) {
        OpenKernel& self = SelfOf(in_order);
        const Given given("allow",
                          {"server", "tools", "per_call", "per_day", "total", "uses", "seconds",
                           "parent", "delegate_key", "passphrase"},
                          AfterSelf(in_order), by_name);
        const Permission permission = PermissionOf(given);
        const Passphrase secret(given.Of("passphrase"));
        const WithoutGil without_gil;
        return ValueOrThrow(self.Use().Allow(permission, secret.view()));
      },
      "Signs a mandate: lets a server be paid within its section. Amounts as in the policy, "
      "\"0.01 USD\"; empty ones leave what it says. tools: names or globs, empty: all; uses: "
      "payments at most, 1 or more, None: any number within the rest; seconds: how long it holds; "
      "parent: id of the mandate above it, or a "
      "unique "
      "beginning; delegate_key: Ed25519 public key, 64 hex digits, that may sign mandates below "
      "it. Returns the mandate's id. UNAUTHENTICATED: the wrong passphrase.");
}

void BindRecords(Class& kernel) {
  kernel
      .def(
          "log",
          [](OpenKernel& self, int64_t after_sequence, int64_t limit) {
            absl::StatusOr<std::string> text = std::string();
            {
              const WithoutGil without_gil;
              text = self.Use().Log(after_sequence, limit);
            }
            return Parsed(ValueOrThrow(std::move(text)));
          },
          py::arg("after_sequence") = 0, py::arg("limit") = 0,
          "What was paid, asked and declined: a list of dicts, `row` of docs/json.md, newest last. "
          "after_sequence: only rows after that one; limit: at most so many of the newest, 0: all.")
      .def(
          "show",
          [](const OpenKernel& self, const Text& id) {
            return Json([](OpenedHome& home, const Text& one) { return home.Show(one.text); }, self,
                        id);
          },
          py::arg("id"), "One call, by id or a unique beginning of it: a dict, `row`.")
      .def(
          "explain",
          [](const OpenKernel& self, const Text& id) {
            return Json([](OpenedHome& home, const Text& one) { return home.Explain(one.text); },
                        self, id);
          },
          py::arg("id"), "Why a call was paid, asked or declined: a dict, `story`.")
      .def(
          "status",
          [](const OpenKernel& self) {
            return Json([](OpenedHome& home, const Text&) { return home.Status(); }, self, {});
          },
          "How the home is, and what is spent of each limit: a dict, `status`.")
      .def(
          "explain_payment",
          [](const OpenKernel& self, Text server, Text tool, Text network, Text asset, Text pay_to,
             Text amount) {
            const SupposedPayment payment = {server.copy(), tool.copy(),   network.copy(),
                                             asset.copy(),  pay_to.copy(), amount.copy()};
            absl::StatusOr<std::string> text = std::string();
            {
              const WithoutGil without_gil;
              text = self.Use().Explain(payment);
            }
            return Parsed(ValueOrThrow(std::move(text)));
          },
          py::kw_only(), py::arg("server"), py::arg("tool") = "", py::arg("network"),
          py::arg("asset"), py::arg("pay_to"), py::arg("amount"),
          "How a payment that nobody asked for would be decided now: a dict, `supposition`. "
          "network: CAIP-2 id; asset: symbol or id; amount: \"0.01 USDC\".");
}

}  // namespace

void BindKernel(py::module_& module) {
  Class kernel(module, "Kernel", kDoc);
  BindAuthority(kernel);
  BindConnections(kernel);
  BindAnswers(kernel);
  BindAllow(kernel);
  BindRecords(kernel);
  module.def(
      "open",
      [](const py::object& home, const py::object& chain) {
        const std::string path = OsBytes(home);
        std::shared_ptr<ChainSource> source = SourceThatAsks(chain);
        const WithoutGil without_gil;
        return std::make_unique<OpenKernel>(ValueOrThrow(Open(path, std::move(source))));
      },
      py::arg("home") = "", py::arg("chain") = py::none(),
      "Opens the home at a path (str, bytes or os.PathLike); without one at $TOLLPASS_HOME, else "
      "$XDG_DATA_HOME/tollpass, else ~/.local/share/tollpass. Returns a Kernel. NOT_FOUND: no home "
      "was made there.\n\n"
      "chain: a function (network: str, uses: list[OneTimeUse], deadline_ms: int) that returns a "
      "list with one ChainAnswer for each use, or None where it does not know. It is asked what "
      "became of payments on the networks of which the policy says host = true in [chain.\"...\"], "
      "on any thread, within that many milliseconds, and must not use the Kernel. What it says "
      "gives budget back as far as the user signed it; if it raises, nothing does.");
  module.def(
      "open_test",
      [](const Text& policy) {
        return std::make_unique<OpenKernel>(ValueOrThrow(OpenTest(policy.text)));
      },
      py::arg("policy") = "", NoGil(),
      "Makes a home for tests in a temporary folder that goes with the Kernel: test networks only, "
      "keys without a passphrase, a mandate for every server of its policy. policy: a whole policy "
      "file, or tables that are added to the first one of `tollpass init`. INVALID_ARGUMENT: "
      "errors in it, with line and column.");
}

}  // namespace tollpass::python
