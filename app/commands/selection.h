// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// What is selected: a bone, the whole rig, a pinned handle, a force or a spring (by its id), or an obstacle (by its
/// place in the list).
struct Selection {
    enum class Kind { nothing, bone, whole_rig, handle, obstacle, force, spring };
    Kind kind = Kind::nothing;
    int index = 0;
    bool operator==(const Selection&) const = default;
};

} // namespace limber::app
