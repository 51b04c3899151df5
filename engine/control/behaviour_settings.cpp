// SPDX-License-Identifier: MIT
#include "engine/control/behaviour_settings.h"

#include <algorithm>
#include <array>

namespace limber {
namespace {

constexpr std::array<std::string_view, behaviour_kind_count> behaviour_names{"stand", "hop",   "roll",   "walk",
                                                                             "turn",  "reach", "follow", "flee"};

bool is_within(double value, double low, double high) {
    return value >= low && value <= high;
}

} // namespace

std::string_view name_of(BehaviourKind kind) {
    return behaviour_names.at(static_cast<std::size_t>(kind));
}

std::optional<BehaviourKind> behaviour_named(std::string_view name) {
    const auto found = std::ranges::find(behaviour_names, name);
    return found == behaviour_names.end() ? std::nullopt
                                          : std::optional(static_cast<BehaviourKind>(found - behaviour_names.begin()));
}

bool has_moving_target(BehaviourKind kind) {
    return kind == BehaviourKind::follow || kind == BehaviourKind::flee;
}

std::optional<Error> fault_in(const BehaviourSettings& settings) {
    if (!(settings.height > 0.0 && settings.height <= 1e3)) {
        return Error{ErrorKind::bad_input, "must be above 0 and at most 1000 m", "height"};
    }
    if (!is_within(settings.distance, 0.0, 1e4)) {
        return Error{ErrorKind::bad_input, "must be between 0 and 10000 m", "distance"};
    }
    if (!(settings.speed > 0.0 && settings.speed <= 100.0)) {
        return Error{ErrorKind::bad_input, "must be above 0 and at most 100 m/s", "speed"};
    }
    if (!is_within(settings.angle, -100.0, 100.0)) {
        return Error{ErrorKind::bad_input, "must be between -100 and 100 rad", "angle"};
    }
    if (!(settings.target.array().abs() <= 1e4).all()) {
        return Error{ErrorKind::bad_input, "must be within 10000 m", "target"};
    }
    return std::nullopt;
}

bool are_same(const BehaviourSettings& one, const BehaviourSettings& other) {
    return one.kind == other.kind && one.height == other.height && one.distance == other.distance &&
           one.speed == other.speed && one.angle == other.angle && one.target == other.target &&
           one.to_target == other.to_target;
}

} // namespace limber
