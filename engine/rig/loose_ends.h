// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/rig/skeleton.h"

#include <vector>

/// Which bones belong to the body's trunk and limbs, and which to what hangs from them: tails, ears, hair, skirts.
namespace limber {

struct LooseEnds {
    /// Of b bones, in [0, 1]: 0 for the trunk and the limbs; along what hangs from them, the share of the way from
    /// there to its farthest end, so that a tail's last bone has 1.
    Vector looseness;
    std::vector<int> firm; // the bones of the trunk and the limbs
};

/// Goes by the names of the bones (body_parts.h): what they name as a part of a body is firm, and so is what the hands
/// and feet have, the jaw and the eyes. If the names say nothing, what branches is firm, with all bones that lead to
/// it, and every chain behind the last branch hangs loose; a single chain hangs from its first bone.
LooseEnds loose_ends(const Skeleton& skeleton);

} // namespace limber
