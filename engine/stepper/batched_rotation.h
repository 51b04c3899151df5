#pragma once

#include "engine/model/lane_pack.h"

/// The rotations nearest to several matrices at once, one a lane: the scaled Newton iteration
/// for the polar decomposition [Higham 1986, Computing the polar decomposition, with applications], which from any
/// regular start converges quadratically to round-off, with the exact scalar `nearest_rotation` for the lanes that are
/// reflected, flat or nearly so. A pure function of F: nothing is carried from one step to the next.
namespace limber {

/// Row i, column j of the matrix of every lane.
struct LaneMatrices {
    Lanes entry[3][3];
};

LaneMatrices nearest_rotations(const LaneMatrices& F);

} // namespace limber
