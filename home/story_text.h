#ifndef TOLLPASS_HOME_STORY_TEXT_H_
#define TOLLPASS_HOME_STORY_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/asset.h"
#include "mandates/call_story.h"

namespace tollpass {

/// How one call was decided and what became of it, in the order in which it happened, several lines
/// without line end. `now` in unix seconds, as in log_row_text.h.
std::string StoryText(const CallStory& story, int64_t now);

/// The same as an object.
std::string StoryJson(const CallStory& story, int64_t now);

/// What was said to each offer, and what became of the payment, as arrays.
std::string OffersJson(const std::vector<OfferNote>& offers);
std::string StepsJson(const std::vector<StoryStep>& steps, const std::optional<Asset>& asset);

/// "budget.all  0.02 of 1 USD a day before, 0.01 USD more".
std::string LimitNoteText(const LimitNote& note);
std::string LimitNoteJson(const LimitNote& note);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_STORY_TEXT_H_
