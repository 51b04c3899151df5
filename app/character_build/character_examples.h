// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

/// The example poses of a character as muscles, and shapes of it that are kept as example poses.
namespace limber::app {

/// What the example poses of the description add to the muscles, one after the other.
struct ExampleMuscles {
    Matrix D;                          // 3n x q [m]: the displacement that shows the target of each
    Matrix stretches;                  // 9t x q: the targets (engine/actuation/example_poses.h)
    Vector strains;                    // q: the activation of each that is its example
    std::vector<std::string> names;    // of the examples
    std::vector<Index> of_muscles;     // q: the example of each, ascending
    std::vector<std::string> warnings; // one sentence for each example that is no muscle
};

/// Fails with bad_input: a file that cannot be read, or positions of another mesh; an example that is the rest pose or
/// that turned.
Result<ExampleMuscles> example_muscles(const Character& character, const Material& material);

/// n x 3 [m] each: the body's vertices in the poses of its description, turned and moved to rest. Fails with bad_input:
/// a file that cannot be read, positions of another mesh, or that are not finite.
Result<std::vector<Points>> example_shapes(const Character& character);

/// rms, below which an example is the rest pose; what is kept of a body at rest has less.
inline constexpr double least_size_of_example = 1e-4;
/// What is said of it.
Error example_at_rest(const std::string& name);

/// The body in a state, turned and moved back to rest, as positions for an example pose of its description; rounded to
/// a millionth of its size, so that a scene stays small.
KeptShape kept_shape(const Character& character, const State& state);

/// Whether a kept shape is apart from the rest pose. example_muscles also refuses one without a strain, which takes
/// longer to compute.
bool is_example(const Character& character, const KeptShape& shape);

} // namespace limber::app
