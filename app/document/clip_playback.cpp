// SPDX-License-Identifier: MIT
#include "app/document/clip_playback.h"

#include "engine/core/json.h"

#include <algorithm>

namespace limber::app {

ClipRange range_of(const ClipPlayback& playback, double duration) {
    const double in = std::clamp(playback.in, 0.0, duration);
    return {in, std::clamp(playback.out.value_or(duration), in, duration)};
}

bool is_whole(const ClipPlayback& playback, double duration) {
    return playback.in <= 0.0 && playback.out.value_or(duration) >= duration;
}

std::optional<Error> fault_in(const ClipPlayback& playback) {
    if (!clip_time_range.holds(playback.in)) {
        return Error{ErrorKind::bad_input, "must lie between 0 and 1e6 seconds", "playback.in"};
    }
    if (playback.out && !(clip_time_range.holds(*playback.out) && *playback.out >= playback.in)) {
        return Error{ErrorKind::bad_input, "must not lie before playback.in, and at most at 1e6 seconds",
                     "playback.out"};
    }
    if (!cross_fade_range.holds(playback.cross_fade)) {
        return Error{ErrorKind::bad_input, "must lie between 0 and 60 seconds", "playback.cross_fade"};
    }
    return std::nullopt;
}

void reset_part(ClipPlayback& playback) {
    playback.in = 0.0;
    playback.out.reset();
    playback.loops.reset();
}

void read_value(const JsonNode& node, ClipPlayback& playback) {
    playback = {};
    MemberReader members(node);
    members.read("in", playback.in);
    if (double out = 0.0; members.read("out", out)) {
        playback.out = out;
    }
    if (bool loops = false; members.read("loops", loops)) {
        playback.loops = loops;
    }
    members.read("cross_fade", playback.cross_fade);
}

Json clip_playback_json(const ClipPlayback& playback) {
    Json::object_t json{{"in", playback.in}, {"cross_fade", playback.cross_fade}};
    if (playback.out) {
        json.emplace_back("out", *playback.out);
    }
    if (playback.loops) {
        json.emplace_back("loops", *playback.loops);
    }
    return json;
}

} // namespace limber::app
