// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/number_limits.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/core/result.h"

#include <optional>

/// Which part of a clip plays, and how it ends.
namespace limber::app {

inline constexpr Range clip_time_range{0, 1e6}; // [s]
inline constexpr Range cross_fade_range{0, 60}; // [s]
inline constexpr double usual_cross_fade = 0.3; // [s]

struct ClipPlayback {
    double in = 0.0;                      // [s] of the clip: the first pose that plays
    std::optional<double> out = {};       // [s] of the clip: the last one; none: the clip's end
    std::optional<bool> loops = {};       // false: the last pose is held; none: as the clip itself does
    double cross_fade = usual_cross_fade; // [s] from one clip to another, and where a part of a clip starts again
    bool operator==(const ClipPlayback&) const = default;
};

/// The part of a clip that plays [s], inside the clip.
struct ClipRange {
    double in = 0.0;
    double out = 0.0;

    double length() const {
        return out - in;
    }
    bool holds(double time) const {
        return time >= in && time <= out;
    }
};
/// `duration`: of the whole clip [s].
ClipRange range_of(const ClipPlayback& playback, double duration);
/// Another clip plays as a whole; the cross-fade stays.
void reset_part(ClipPlayback& playback);
/// Whether the whole clip plays.
bool is_whole(const ClipPlayback& playback, double duration);

std::optional<Error> fault_in(const ClipPlayback& playback);

/// {"in": 0.5, "out": 1.5, "loops": false, "cross_fade": 0.3}; missing members have the defaults.
void read_value(const JsonNode& node, ClipPlayback& playback);
Json clip_playback_json(const ClipPlayback& playback);

} // namespace limber::app
