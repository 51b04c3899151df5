#pragma once

#include "app/character/character.h"
#include "app/interaction/view_options.h"
#include "app/rendering/renderer.h"
#include "app/simulation/snapshot.h"

#include <optional>

/// What a muscle pulls towards, for an artist who wants to see it without simulating: while time stands still, the
/// target shape at one activation, x(a) = X + a d, placed by the turn and shift that bring the rest shape closest to
/// the body as it stands [Kabsch 1976, A solution for the best rotation to relate two sets of vectors]; the body itself
/// becomes pale.
namespace limber::app {

/// s x 3 [m]: the surface of the target shape, at rest in its own place.
Points target_surface(const Character& character, const TargetShown& target);
/// From the rest shape's place to the body's.
Affine closest_placement(const Character& character, const State& state);

class TargetShape {
public:
    /// Brings the drawn shape up to date; one without a muscle is taken away. Fails when the driver cannot hold it.
    Result<Done> show(Renderer& renderer, const Snapshot& selected, const TargetShown& target);
    /// Draws it and lets the body of the selected one fade; nothing where none is shown.
    void add_to(View& view, std::size_t body) const;

private:
    void remove(Renderer& renderer);

    TargetShown shown_;
    CharacterPtr of_;
    MeshHandle mesh_;
    DrawItem item_;
};

/// What is seen, in a sentence; empty where nothing is shown.
std::string caption_of(const Character& character, const TargetShown& target);

} // namespace limber::app
