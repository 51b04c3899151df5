// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"

#include <array>

namespace limber::app {

/// The controls with which a scene starts: clip, material and step of its description, and no handles.
LiveControls starting_controls(const Character& character);
/// The same for a description that differs from the character's own only in values that can change while it moves.
LiveControls starting_controls(const Character& character, const CharacterDescription& scene);

/// A default handle stiffness for a character of this size and stiffness [N/m].
double usual_stiffness(const Character& character);

/// A handle on a point of the drawn surface. `triangle` is an index into the character's boundary triangles.
PointHandle handle_at(const Character& character, int id, int triangle, const std::array<double, 3>& barycentric,
                      double stiffness, const Vec3& target);

} // namespace limber::app
