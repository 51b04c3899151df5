// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/scene_motion.h"
#include "engine/formats/baked_motion.h"

#include <cstdint>

namespace limber::app {

/// Collects what the window draws of a scene, the boundary of each character with its colours, frame by frame, for
/// formats of other tools.
class SceneBaking {
public:
    explicit SceneBaking(const SceneMotion& scene);

    /// Adds the present state as a frame.
    void add_frame(const SceneMotion& scene);
    BakedMotion take(double frames_per_second);

    /// What a frame takes in memory [bytes].
    std::uint64_t bytes_a_frame() const;

private:
    BakedMotion motion_;
};

} // namespace limber::app
