// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <vector>

/// A sample of the skin's vertices, moved by the rig alone. Gives the extent of a character and of its clips,
/// accurately enough for camera and floor, and fast enough for every frame.
namespace limber::app {

struct FileSurface;

class SkinOutline {
public:
    SkinOutline() = default;
    /// `surface`: what is drawn in place of the tets' boundary, which lies a little beside it; null: nothing.
    SkinOutline(const Character& character, const Vec3& up, const FileSurface* surface = nullptr);

    /// The box in the pose of these skinning maps.
    BoundingBox box(const AffineStack& P) const;

    /// The box over a whole clip; -1: the rest pose.
    const BoundingBox& reach(int clip) const;
    /// The height along `up` on which the skin stands in a clip [m] (standing_height.h).
    double floor(int clip) const;
    /// Whether the clip moves so far that no camera could show all of it at a useful size.
    bool travels(int clip) const;
    /// The box to frame: the whole clip, or the pose of these maps if the clip travels.
    BoundingBox framed(int clip, const AffineStack& P) const;

private:
    struct Motion {
        BoundingBox reach;
        double floor = 0.0;
        double size = 0.0; // [m] of its first pose
    };
    Motion motion_through(const Rig& rig, const Clip& clip, const Vec3& up, const Matrix& low) const;
    const Motion& motion(int clip) const;

    Matrix J_;                    // samples x 4(b + s)
    std::vector<Motion> motions_; // the rest pose, then the clips
};

} // namespace limber::app
