#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"

#include <array>

namespace limber::app {

/// The controls with which a scene starts: its clip, its material, its step, no handle.
LiveControls starting_controls(const Character& character);
/// The same of a scene that differs from the character's own in what can change live.
LiveControls starting_controls(const Character& character, const CharacterDescription& scene);

/// The handle that holds a point of the drawn surface: `triangle` counts the character's boundary triangles.
PointHandle handle_at(const Character& character, int id, int triangle, const std::array<double, 3>& barycentric,
                      double stiffness, const Vec3& target);

} // namespace limber::app
