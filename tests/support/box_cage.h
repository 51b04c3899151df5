// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <array>

/// A cage of cells around a body's bounding box, with trilinear weights.
namespace limber::testing {

struct BoxCage {
    Points corners; // c x 3 [m]
    Matrix weights; // n x c of the body's positions
};

/// `cells` along each axis, at least one.
BoxCage box_cage(const Points& X, const std::array<Index, 3>& cells);

} // namespace limber::testing
