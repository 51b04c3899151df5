// SPDX-License-Identifier: MIT
#include "app/simulation/shown_clip.h"

#include "app/character/playing_clip.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace limber::app {
namespace {

std::string chosen_instead(const Snapshot& shown, const std::vector<std::filesystem::path>& clips, int chosen) {
    const bool is_rest_pose = index_in_shown_model(shown, clips, chosen) == -1;
    return (is_rest_pose ? "the rest pose" : "another clip") + std::string(" is chosen");
}

} // namespace

std::string shown_clip_name(const Snapshot& shown) {
    const Clip* clip = playing_clip(*shown.character, shown.clip);
    if (!clip) {
        return "the rest pose";
    }
    return clip->name.empty() ? "clip " + std::to_string(shown.clip + 1) : clip->name;
}

std::optional<int> index_in_shown_model(const Snapshot& shown, const std::vector<std::filesystem::path>& clips,
                                        int chosen) {
    if (chosen < 0 || chosen >= static_cast<int>(clips.size())) {
        return -1;
    }
    const std::vector<std::filesystem::path>& has = shown.character->description.clips;
    if (has == clips) {
        return chosen; // a file may be in the list twice
    }
    const auto found = std::ranges::find(has, clips[static_cast<std::size_t>(chosen)]);
    return found == has.end() ? std::nullopt : std::optional(static_cast<int>(found - has.begin()));
}

bool shows_chosen_clip(const Snapshot& shown, const std::vector<std::filesystem::path>& clips, int chosen) {
    const int shown_clip = playing_clip(*shown.character, shown.clip) ? shown.clip : -1;
    return index_in_shown_model(shown, clips, chosen) == shown_clip;
}

std::string time_in_shown_clip(const Snapshot& shown, const std::vector<std::filesystem::path>& clips, int chosen) {
    const Clip* clip = playing_clip(*shown.character, shown.clip);
    if (!clip) {
        return {};
    }
    std::array<char, 64> time{};
    std::snprintf(time.data(), time.size(), "%.2f s of %.2f s of ", shown.clip_time, clip->duration());
    return time.data() + shown_clip_name(shown) + "; " + chosen_instead(shown, clips, chosen);
}

std::string shown_and_chosen(const Snapshot& shown, const std::vector<std::filesystem::path>& clips, int chosen) {
    return "At this moment " + shown_clip_name(shown) + " plays, and " + chosen_instead(shown, clips, chosen);
}

} // namespace limber::app
