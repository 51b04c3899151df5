// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/obstacle.h"

/// Obstacles of a body that moves in a plane z = const (model/planar_model.h): those whose surfaces have no normals
/// along z where the plane cuts them, so that contact is that of two dimensions.
namespace limber {

/// The obstacle whose shape is the section of this one's with the plane at `z` [m]. Its friction is this one's, and so
/// is its motion, without the shift along z where it turns about z alone.
///
///     a half-space     the half-plane; none if it is parallel to the plane
///     a ball           a circle
///     a capsule        if it is parallel to the plane
///     a box            if one of its axes is along z: it is made long enough along it
///
/// Nullopt where the plane does not meet it. Height fields and tilted capsules and boxes stay as they are: their
/// normals may have a part along z, which the body does not follow.
std::optional<Obstacle> section_at(const Obstacle& obstacle, double z);

/// Those of all that the plane meets.
Obstacles sections_at(const Obstacles& obstacles, double z);

} // namespace limber
