#include "core/mandate_chain.h"

#include <algorithm>

namespace tollpass {

std::vector<const MandateTerms*> ChainOf(const std::vector<MandateTerms>& all,
                                         const MandateTerms& leaf) {
  std::vector<const MandateTerms*> chain = {&leaf};
  while (!chain.back()->parent.empty()) {
    const auto parent = std::find_if(all.begin(), all.end(), [&](const MandateTerms& mandate) {
      return mandate.id == chain.back()->parent;
    });
    if (parent == all.end() || chain.size() == kMaxMandateLinks) return {};
    chain.push_back(&*parent);
  }
  return chain;
}

}  // namespace tollpass
