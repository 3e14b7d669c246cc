#include "approval_dialog.h"

#include <cstdlib>
#include <iostream>
#include <string>

namespace desktop_host {
namespace {

void Show(const tollpass::Question& question) {
  std::cerr << "\n  " << question.server << " asks for " << question.amount << "\n"
            << "    for  " << question.tool << " " << question.arguments << "\n"
            << "    to   " << question.payee << " on " << question.network << ", paid "
            << question.payee_paid_before << " times before\n"
            << "    why  " << question.why << "\n";
  if (!question.server_says_of_tool.empty()) {
    std::cerr << "    says " << question.server_says_of_tool << "  (the server's words)\n";
  }
  std::cerr << "  Pay? y, n, or later: " << std::flush;
}

}  // namespace

tollpass::Asked ShowDialog(tollpass::OpenedHome& home, const tollpass::Question& question) {
  Show(question);
  std::string answer;
  std::getline(std::cin, answer);
  absl::Status done = absl::OkStatus();
  if (answer == "y") {
    const char* passphrase = std::getenv("PASSPHRASE");
    done = home.Approve(question.id, {.passphrase = passphrase == nullptr ? "" : passphrase});
  } else if (answer == "n") {
    done = home.Deny(question.id);
  } else {
    return tollpass::Asked::kLater;
  }
  if (!done.ok()) {
    std::cerr << "  " << done.message() << "\n";
    return tollpass::Asked::kLater;
  }
  return tollpass::Asked::kAnswered;
}

}  // namespace desktop_host
