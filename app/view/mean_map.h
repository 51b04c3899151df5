// SPDX-License-Identifier: MIT
#pragma once

#include "app/view/drawables.h"

namespace limber::app {

/// The affine map that moves a character's vertices on average, from the maps of its bones and modes and the means of
/// their weights.
class MeanMap {
public:
    /// 3 x 4, from the rest shape to the world. Takes the means of the weights once for each character.
    Affine of(const Snapshot& snapshot, const DrawnMotion& motion);
    /// Of the last character, at rest.
    const BoundingBox& box() const {
        return box_;
    }

private:
    CharacterPtr of_;
    Vector weights_; // bones, then modes
    BoundingBox box_;
};

} // namespace limber::app
