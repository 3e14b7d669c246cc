#include "interceptor/interceptor.h"

#include <utility>

#include "interceptor/connection.h"

namespace tollpass {

Interceptor::Interceptor(InterceptorOptions options, const Clock& clock)
    : connection_(std::make_unique<Connection>(std::move(options), clock)) {}

Interceptor::~Interceptor() = default;

Actions Interceptor::FromHost(std::string_view message) { return connection_->FromHost(message); }

Actions Interceptor::FromServer(std::string_view message) {
  return connection_->FromServer(message);
}

Actions Interceptor::FromKernel(uint64_t ticket, const Decision& decision) {
  return connection_->FromKernel(ticket, decision);
}

Actions Interceptor::HostLineTooLong(std::string_view head, std::string_view tail) {
  return connection_->HostLineTooLong(head, tail);
}

Actions Interceptor::ServerLineTooLong(std::string_view head, std::string_view tail) {
  return connection_->ServerLineTooLong(head, tail);
}

Actions Interceptor::ServerClosed() { return connection_->ServerClosed(); }

Actions Interceptor::HostClosed() { return connection_->HostClosed(); }

Actions Interceptor::Tick() { return connection_->Tick(); }

const std::vector<PriceHint>& Interceptor::price_hints() const {
  return connection_->price_hints();
}

}  // namespace tollpass
