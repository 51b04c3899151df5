// SPDX-License-Identifier: MIT
#pragma once

#include "engine/full_space/full_space_model.h"

namespace limber {

/// The number of tets that are turned inside out or flat at these positions (n x 3): det F <= 0, or not a number. The
/// energies count such a tet as a large strain only, so that a minimum can have some.
Index inverted_tet_count(const FullSpaceModel& model, const Points& x);

} // namespace limber
