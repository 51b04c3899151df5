// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/interaction/view_options.h"
#include "app/rendering/renderer.h"
#include "app/simulation/snapshot.h"

#include <cstddef>
#include <optional>
#include <string>

/// The shape towards which a muscle pulls, shown without a simulation. While paused, the target shape at one
/// activation, x(a) = X + a d, is placed by the rotation and translation that bring the rest shape closest to the
/// current body [Kabsch 1976, A solution for the best rotation to relate two sets of vectors]. The body itself is drawn
/// pale.
namespace limber::app {

/// s x 3 [m]: the surface of the target shape, in the rest frame.
Points target_surface(const Character& character, const TargetShown& target);
/// The rigid map from the rest shape to the current body.
Affine closest_placement(const Character& character, const State& state);

class TargetShape {
public:
    /// Updates the drawn shape, and removes it if `target` has no muscle. Fails when the driver cannot store it.
    Result<Done> show(Renderer& renderer, const Snapshot& selected, const TargetShown& target);
    /// Draws the shape and fades the selected character's body. Does nothing if no shape is shown.
    void add_to(View& view, std::size_t body) const;

private:
    void remove(Renderer& renderer);

    TargetShown shown_;
    CharacterPtr of_;
    MeshHandle mesh_;
    DrawItem item_;
};

/// A sentence that describes the shape; empty if none is shown.
std::string caption_of(const Character& character, const TargetShown& target);

} // namespace limber::app
