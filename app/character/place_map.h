// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/retargeting.h"

#include <vector>

namespace limber::app {

/// Where the places of one body are on another one, both at rest [m]. A place that hangs on bones which the other body
/// has by name is where those bones are; another place is where the boxes of both bodies have it.
class PlaceMap {
public:
    PlaceMap(const Character& from, const Character& to);

    /// The place on `to` of a place that moves with this vertex of `from`.
    Vec3 operator()(Index vertex, const Vec3& x) const;
    /// Of lengths.
    double scale() const {
        return to_box_.diagonal() / from_box_.diagonal();
    }

private:
    Vec3 in_the_box(const Vec3& x) const;

    BoundingBox from_box_;
    BoundingBox to_box_;
    Matrix W_; // of `from`
    std::vector<BoneMatch> matches_;
    std::vector<Affine> maps_; // one a match
};

/// Whether both have the same vertices at rest.
bool have_same_places(const Character& one, const Character& other);

} // namespace limber::app
