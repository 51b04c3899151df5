// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"

#include <vector>

namespace limber {

/// The clusters, in ascending order, that are turned inside out or flat at these positions (n x 3): det F_c <= 0, or
/// not a number, for the mean deformation gradient F_c over the tets of cluster c, weighted by mu V as in the energy
/// (model/reduced_model.h). The energy counts a mirrored cluster as a large strain only, so that a run can end in one.
std::vector<int> inverted_clusters(const Body& body, const Points& x);

} // namespace limber
