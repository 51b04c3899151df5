#pragma once

#include "app/character/character.h"

#include <vector>

/// Some of the skin's vertices, moved by the rig alone: where a character is and how far its clips carry it,
/// as exactly as a camera and a floor must know it, and cheap enough for every frame.
namespace limber::app {

class SkinOutline {
public:
    SkinOutline() = default;
    SkinOutline(const Character& character, const Vec3& up);

    /// In the pose of these skinning maps.
    BoundingBox box(const AffineStack& P) const;

    /// Over a whole clip; -1: the rest pose.
    const BoundingBox& reach(int clip) const;
    /// The lowest place along `up` that the skin comes to in a clip [m].
    double floor(int clip) const;
    /// A clip that walks off: no camera could show all of it at a useful size.
    bool travels(int clip) const;
    /// What to frame: all of the clip, or, where it travels, the pose of these maps.
    BoundingBox framed(int clip, const AffineStack& P) const;

private:
    struct Motion {
        BoundingBox reach;
        double floor = 0.0;
        double size = 0.0; // [m] of its first pose
    };
    Motion motion_through(const Skeleton& skeleton, const std::vector<Pose>& poses, const Vec3& up) const;
    const Motion& motion(int clip) const;

    Matrix J_;                    // samples x 4b
    std::vector<Motion> motions_; // the rest pose, then the clips
};

} // namespace limber::app
