// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <vector>

/// Paint that follows from the rig of a character.
namespace limber::app {

/// What the bones hold: the sum over the bones of their weights, each times its value in [0, 1]. `values`: one a bone.
PaintLevels paint_of_bones(const Character& character, const Vector& values);
/// What one bone holds.
PaintLevels paint_of_bone(const Character& character, int bone);

/// Parts of the material that make the trunk and the limbs of the rig stiffer, and softer what hangs from them, the
/// more the nearer to its end (engine/rig/loose_ends.h). Empty if nothing hangs from them.
std::vector<MaterialPart> softness_by_rig(const Character& character);

/// Parts of the material from the spring bones of the rig's file: what no spring swings is four times as stiff, and
/// what a spring of the stiffness s swings has the factor 0.02 * 50^(s / 4), at most 1, and, for the pull g of its
/// gravity, the density factor (1 + g) / 2 between a quarter and four. A spring's drag has no counterpart in a part.
/// Empty if there are no spring bones.
std::vector<MaterialPart> softness_by_springs(const Character& character);

/// Adds such parts to those of a material. Parts of the same name are replaced.
void add_suggested(std::vector<MaterialPart>& parts, const std::vector<MaterialPart>& suggested);

} // namespace limber::app
