// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/walker.h"
#include "engine/model/body_point.h"

#include <vector>

/// The feet of a body: the contact points on which it rests, grouped by their distances. Neighbours around the body are
/// in different groups, so that the diagonal feet of four swing together (trot), and the feet of two in turn.
namespace limber {

struct Foot {
    std::vector<BodyPoint> points; // on which it stands
    std::vector<Index> contacts;   // the same as contact points of the body
    BodyPoint sole;                // the mean of its points
    Vec3 offset = Vec3::Zero();    // [m] from the centre of mass, level, where the body rests
    int group = 0;                 // 0 or 1
};

struct Feet {
    std::vector<Foot> feet;
    BodyPoint sole; // the mean of all points on which the body rests
};

/// Of a settled walker. A body whose contact points all lie close together has one foot.
Feet feet_of(const Walker& walker, const Vec3& centre);

/// Whether the ground presses on a point of the foot.
bool is_loaded(const Foot& foot, const State& state);

/// Position of a point [m].
Vec3 position(const BodyPoint& point, const State& state);

} // namespace limber
