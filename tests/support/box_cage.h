#pragma once

#include "engine/linalg/types.h"

#include <array>

/// A cage of cells around a body's box, with trilinear weights: the plainest one that there is.
namespace limber::testing {

struct BoxCage {
    Points corners; // c x 3 [m]
    Matrix weights; // n x c of the body's positions
};

/// So many cells along each axis, at least one.
BoxCage box_cage(const Points& X, const std::array<Index, 3>& cells);

} // namespace limber::testing
