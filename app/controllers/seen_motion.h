// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/compared_subspace.h"
#include "app/simulation/snapshot.h"

#include <cstdint>
#include <vector>

namespace limber::app {

/// The newest poses of the selected character, as the window showed them. They are kept when its model changes, and
/// forgotten when another character is selected.
class SeenMotion {
public:
    void note(const Snapshot& selected);

    /// The oldest first.
    const std::vector<SeenPose>& poses() const {
        return poses_;
    }

    /// Whether the newest poses differ by more than rounding errors.
    bool has_moved() const;

    /// How many were seen of this character, also those that are no longer kept.
    std::uint64_t count() const {
        return count_;
    }

private:
    static constexpr std::size_t poses_max = 240;

    int id_ = 0;        // of the character
    double time_ = 0.0; // [s] of the newest pose
    std::uint64_t count_ = 0;
    std::vector<SeenPose> poses_;
};

} // namespace limber::app
