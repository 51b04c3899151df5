// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/behaviour_controls.h"
#include "app/document/body_load.h"
#include "app/document/example_pose.h"
#include "app/document/gait_library.h"
#include "app/document/gait_search_settings.h"
#include "app/document/painted_region.h"
#include "engine/actuation/waveform.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// The muscles of a scene as plain values: the target shapes, the strength, and the starting gait. In a scene file,
/// where every member has a default:
///
///     "muscles": {"modes": 6,                 vibration modes of the whole body; 0: none
///                 "use": [1, 2, 5],           which of them, counted from 1, ascending; empty: all
///                 "labels": "../meshes/octopus_arms.json",                one label a tet of the mesh file
///                 "regions": [{"name": "left arm", "bones": ["upper_arm_l", "hand_l"], "modes": 2},
///                             {"name": "tip", "label": 3, "modes": 1},    modes that are bound to a part of the body
///                             {"name": "wing", "painted": {...}}],        by hand, see painted_region.h
///                 "cage": 2,                  cells of a cage of boxes around the body, whose changes of its rest
///                                             shape are muscles too, for behaviours: at activation 1 each has a
///                                             root-mean-square strain of 1 (engine/actuation/rest_shapes.h). Or the
///                                             file of a closed surface around the body, "../meshes/cage.obj", whose
///                                             vertices move it with harmonic coordinates
///                                             (engine/actuation/mesh_cage.h)
///                 "skinning_modes": 3,        the softest skinning modes of the subspace are handles: the affine maps
///                                             of each, twelve, change the rest shape likewise
///                                             (engine/actuation/skinning_shapes.h)
///                 "shape_poisson": 0.45,      Poisson's ratio of the material in which the size of such changes, of
///                                             the cage, skinning modes and vertices, is measured: a high one keeps
///                                             the volume
///                 "vertices": true,           each vertex of the body changes its rest shape by itself, likewise
///                                             whitened: for bodies of few vertices, as those in a plane
///                 "pockets": true,            each closed cavity inside the body is a muscle that a gas inflates
///                                             (engine/actuation/pocket_muscles.h), with "peak_strain"
///                 "fibres": [{"kind": "muscle", "painted": {...}}],   loads whose fibres contract: a muscle each,
///                                             with the same strain (engine/actuation/fibre_muscles.h)
///                 "examples": [{"name": "crouch", "file": "../poses/crouch.obj"}],   poses that are muscles too, with
///                                             the same strain, see example_pose.h
///                 "clusters": 1,              of tets that share a rotation of the target
///                 "poisson": 0.3333333333333333,   Poisson's ratio of the body whose modes they are; without it, the
///                                             body's own. Scenes whose gaits were found with other modes state it
///                 "peak_strain": 0.5,         how much activation 1 changes a length inside the target, at most
///                 "strength": 1,              times the flesh's own stiffness
///                 "gait": "../gaits/crawl.json",     or a gait as an object
///                 "playing": true,            off: only what is held acts
///                 "held": [0, 0.5],           added to the gait's activation, a muscle each; the others: 0
///                 "gaits": [...],                    that it knows besides, see gait_library.h
///                 "behaviour": {"kind": "hop"},      what it does by itself instead, see behaviour_controls.h
///                 "blend": 0.4,                      seconds from one gait to the next
///                 "gait_search": {...}}              what the search optimises, see gait_search_settings.h
namespace limber::app {

/// A region of the body with its own muscles: a painted region, the tets with a label, or the tets held by some bones.
struct MuscleRegion {
    std::string name;
    std::vector<std::string> bones;
    int label = -1; // -1: given by the bones
    Index modes = 2;
    PaintedRegion painted = {};
    bool operator==(const MuscleRegion&) const = default;
};

struct MuscleDescription {
    Index modes = 0;
    std::vector<int> use;
    std::filesystem::path labels;
    std::vector<MuscleRegion> regions;
    Index cage_cells = 0;            // about so many; 0: no cage of boxes
    std::filesystem::path cage_file; // of a cage of triangles, instead; empty: none
    Index skinning_modes = 0;        // of the subspace, whose affine maps change the rest shape
    bool vertices = false;           // whether the rest place of each vertex is a muscle
    double shape_poisson = 0.0;      // of the regulariser's material of these (engine/actuation/rest_shapes.h)
    bool pockets = false;            // whether a gas inflates the closed cavities
    std::vector<BodyLoad> fibres;    // of LoadKind::muscle
    std::vector<ExamplePose> examples;
    Index clusters = 1;
    std::optional<double>
        poisson; // Poisson's ratio for computing the modes, in [0, poisson_max]; none: the body's ratio
    double peak_strain = 0.5;
    double strength = 1.0;
    std::filesystem::path gait_file; // empty: none
    std::optional<Gait> gait;        // takes precedence over the file
    bool playing = true;
    std::vector<double> held; // without trailing zeros
    GaitLibrary gaits;
    double blend = 0.4; // [s]
    BehaviourControls behaviour = {};
    GaitSearchSettings problem;
    bool operator==(const MuscleDescription&) const = default;

    bool has_cage() const {
        return cage_cells > 0 || !cage_file.empty();
    }
    bool are_there() const {
        return modes > 0 || !regions.empty() || has_cage() || skinning_modes > 0 || vertices || pockets ||
               !fibres.empty() || !examples.empty();
    }
    /// Whether two descriptions differ only in live numbers, so that the same muscles can be used.
    bool same_shapes(const MuscleDescription& other) const;
};

inline constexpr Index muscles_max = 256;
inline constexpr Index cage_cells_max = 32;
inline constexpr Index skinning_handles_max = 21; // twelve muscles each
inline constexpr double strength_max = 1e4;
inline constexpr double peak_strain_max = 10.0;
inline constexpr double blend_max = 10.0; // [s]

/// The first value that is out of range, if any; the message names the member.
std::optional<Error> fault_in(const MuscleDescription& muscles);

void read_muscles(const JsonNode& node, const std::filesystem::path& folder, MuscleDescription& muscles);
Json muscles_json(const MuscleDescription& muscles, const std::filesystem::path& folder);

} // namespace limber::app
