// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <filesystem>
#include <optional>
#include <string>

/// What a file without an inside can be: the polylines of an .obj are elastic rods, a surface whose vertices have one z
/// is a body that moves in its plane, and another surface that is not closed is a shell.
namespace limber::app {

struct ThinOffer {
    double rod_radius = 0.0;      // [m] one of them is above zero
    double shell_thickness = 0.0; // [m]
    double plane_depth = 0.0;     // [m]
};

/// Rods of a hundredth of the file's diagonal, a shell of half a hundredth, or a body a tenth deep, in two digits.
/// nullopt: the file has an inside, or cannot be read.
std::optional<ThinOffer> thin_offer(const std::filesystem::path& file);

/// The thickness of the shell, and the depth of the body in its plane, that a mesh of this size would have [m].
ThinOffer shell_offer(double diagonal);
ThinOffer plane_offer(double diagonal);

/// Makes the body one of this kind; parameters for each vertex, which rods and shells do not have, are dropped.
void take_kind(const ThinOffer& offer, ModelDescription& model);

/// Makes the description of a bare file that of a free body of rods, a shell or one in its plane, on a floor.
void take_offer(const ThinOffer& offer, CharacterDescription& bare);

/// "make its polylines elastic rods with --rod-radius 0.012, or \"rod_radius\" in a scene"
std::string advice(const ThinOffer& offer);

/// "knot.obj has polylines and no inside, so that it consists of elastic rods of 12 mm radius: the section Rods changes
/// it"
std::string words_for_taken_offer(const ThinOffer& offer, const std::filesystem::path& file);

} // namespace limber::app
