"""A host without a session: what an Interceptor and a Kernel need to pay a shop."""

import json

import tollpass

POLICY = """
[server.shop]
command = ["/usr/bin/true"]
pay_to = ["{pay_to}"]
per_call = "0.01 USDC"
per_day = "0.05 USDC"
"""


def home(shop):
    return tollpass.open_test(POLICY.format(pay_to=shop.pay_to))


class Driver:
    """The least that a host of an Interceptor does."""

    def __init__(self, kernel, shop):
        self.kernel = kernel
        self.interceptor = kernel.interceptor("shop", label="driver")
        self.shop = shop
        self.host = []

    def call(self, message):
        self.send(message)
        return self.host.pop()

    def send(self, message):
        self._carry(self.interceptor.from_host(message), message, self._to_shop)

    def _to_shop(self, message):
        response = json.dumps(self.shop.answer(json.loads(message)))
        self._carry(self.interceptor.from_server(response), response, self.host.append)

    def _carry(self, actions, given, forward):
        for action in actions:
            match action:
                case tollpass.Forward():
                    forward(given)
                case tollpass.ToHost():
                    self.host.append(action.message)
                case tollpass.ToServer():
                    self.repeats = action.repeats
                    self._to_shop(action.message)
                case tollpass.Authorize(ticket=ticket, request=request):
                    decision = self.kernel.authorize(request)
                    self._carry(self.interceptor.from_kernel(ticket, decision), "", forward)
                case tollpass.Conclude(report=report):
                    self.kernel.conclude(report)


PAID_CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"paid_echo"}}'
