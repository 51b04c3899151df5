// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/contact_subset.h"
#include "engine/control/walker.h"
#include "engine/model/body_point.h"

#include <vector>

/// The feet of a body: where it rests, in connected patches. A patch on both sides of the middle of the body, or both
/// in front of it and behind it, is cut there, and each piece is a foot at its outer corner: a box walks on its
/// corners. Two patches close to the middle are whole: the body sways from one to the other. Neighbours around the body
/// are in different groups, so that the diagonal feet of four swing together (trot), and the feet of two in turn.
namespace limber {

struct Foot {
    std::vector<BodyPoint> points; // on which it stands
    std::vector<Index> contacts;   // the same as contact points of the body, and then those of its rim, just above them
    BodyPoint sole;                // the mean of its points
    Vec3 offset = Vec3::Zero();    // [m] from the centre of mass, level, where the body rests
    int group = 0;                 // 0 or 1
};

/// A point between feet, which has to leave the ground when they do.
struct BetweenFeet {
    BodyPoint point;
    Index contact = 0; // the same as a contact point of the body
};

struct Feet {
    std::vector<Foot> feet;
    std::vector<BetweenFeet> between;
    BodyPoint sole;        // the mean of all points on which the body rests
    bool has_legs = false; // rests on several patches
};

/// Of a settled walker. `contact_patches` has the patch of each contact point (sole_patches.h); empty: one patch. A
/// body that rests on a small patch, as a ball does, has one foot.
Feet feet_of(const Walker& walker, const Vec3& centre, const std::vector<int>& contact_patches);

/// The contact points without the feet of one group and the points between feet, for either group; none without feet.
std::vector<ContactSubset> standing_contacts(const Walker& walker, const Feet& feet);

/// Whether the ground presses on a point of the foot.
bool is_loaded(const Foot& foot, const State& state);

/// The contact points as points of the body; none without.
std::vector<BodyPoint> contact_points_of(const Walker& walker);

/// Position of a point [m].
Vec3 position(const BodyPoint& point, const State& state);

} // namespace limber
