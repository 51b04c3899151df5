// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/character_description.h"
#include "engine/core/cache.h"
#include "engine/core/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace limber::app {

/// Options that replace settings of the scene.
struct Overrides {
    std::string rig; // a file, "none" or "affine handle"; empty: the scene's
    std::vector<std::string> clips;
    std::string clip_map;              // which bone follows which joint of the clips; empty: the scene's
    std::optional<double> clip_stride; // factor of the way of the clips' hips
    std::string clip_feet;             // one of clip_feet_names; empty: the scene's
    std::string subspace;              // a name; empty: the scene's
    std::string subspace_file;         // what it is made from; empty: the scene's
    std::string loads;                 // likewise, or as loads_option.h
    std::optional<bool> switch_loads;  // a subspace for each of the loads
    std::optional<Index> modes;
    std::optional<Index> clusters;
    std::optional<Index> muscles;
    std::optional<Index> muscle_clusters;
    std::vector<std::string> examples; // files of example poses, besides the scene's
    std::optional<double> strength;
    std::string gait; // a file; empty: the scene's
    std::optional<double> young;
    std::optional<double> poisson;
    std::optional<double> density;
    std::optional<double> leak;
    bool soften_by_springs = false; // what the spring bones of a VRM file swing, as the window's button does
    std::optional<double> time_step;
    std::optional<int> iterations;
    std::optional<int> memory;
    std::optional<double> damping;
    std::optional<double> strain_damping;
    std::string integrator; // a name, as scene files have it; empty: the scene's
    std::string arithmetic;
    std::string newton; // an elastic energy's name, or "none"; empty: the scene's
    std::optional<Index> cubature_points;
    std::optional<double> cubature_error;
    std::optional<std::uint64_t> seed;
    std::optional<double> unit;
    std::optional<Index> vertices;         // of a surface that is filled
    std::optional<double> rod_radius;      // of a body of rods [m]
    std::optional<double> shell_thickness; // of a body that is a shell [m]
    std::optional<double> plane_depth;     // of a body that moves in its plane [m]
    std::optional<Index> points;           // of contact
    std::string rotate;                    // "ax ay az angle"
};

/// What the overrides read and found out.
struct OverrideReads {
    const Cache* cache = nullptr;         // null: none
    std::vector<CharacterPtr> characters; // that were read with their bodies, which a build need not make again
    std::optional<Error> fault = {};      // the last one
};

/// Applies the overrides to a description; relative paths start at the current folder. Fails with bad_input and the
/// option's name.
Result<CharacterDescription> overridden(CharacterDescription description, const Overrides& overrides,
                                        OverrideReads& reads);

/// The same as a function. The overrides and `reads` must outlive it.
std::function<Result<CharacterDescription>(const CharacterDescription&)> overriding(const Overrides& overrides,
                                                                                    OverrideReads& reads);

/// Parses "ax ay az angle" with the angle in degrees, or in radians when followed by "rad".
Result<Turn> parse_turn(const std::string& text);

} // namespace limber::app
