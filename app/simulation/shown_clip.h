// SPDX-License-Identifier: MIT
#pragma once

#include "app/simulation/snapshot.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// The clip of the shown moment beside the clip that the document chooses. They differ after the timeline was rewound
/// to a moment before a clip was added, removed or chosen, and until the first step after a choice.
namespace limber::app {

/// The name of the clip that plays at that moment, or "the rest pose". Precondition: it shows a character.
std::string shown_clip_name(const Snapshot& shown);

/// `clips`: the files of the document's clips. Returns the chosen one's index among the clips of the shown model, -1
/// for the rest pose, and nullopt if the shown model does not have it. Precondition: it shows a character.
std::optional<int> index_in_shown_model(const Snapshot& shown, const std::vector<std::filesystem::path>& clips,
                                        int chosen);

/// Whether the chosen clip plays at the shown moment. Precondition: it shows a character.
bool shows_chosen_clip(const Snapshot& shown, const std::vector<std::filesystem::path>& clips, int chosen);

/// "0.50 s of 1.20 s of walk; another clip is chosen", at a moment of a clip that is not chosen; empty where no clip
/// plays. Precondition: it shows a character.
std::string time_in_shown_clip(const Snapshot& shown, const std::vector<std::filesystem::path>& clips, int chosen);

/// "At this moment walk plays, and another clip is chosen", where the chosen one does not play. Precondition: it shows
/// a character.
std::string shown_and_chosen(const Snapshot& shown, const std::vector<std::filesystem::path>& clips, int chosen);

} // namespace limber::app
