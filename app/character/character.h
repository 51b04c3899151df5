// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/musculature.h"
#include "app/character/stage.h"
#include "app/document/character_description.h"
#include "engine/body/body.h"
#include "engine/body/thin_surface.h"
#include "engine/core/cache.h"
#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/closest_point.h"
#include "engine/mesh/quality.h"
#include "engine/rig/clip.h"
#include "engine/rig/retargeting.h"
#include "engine/rig/spring_bones.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A character: a body and everything else that is computed once from a scene's description. Immutable once built,
/// and shared by the threads that simulate, draw and edit it.
///
/// It is built with a reference material (material_scales.h). The description's base values are scalars of the step, so
/// that their sliders need no rebuild, and a scene that was edited, saved and opened again gives the same bits.
namespace limber::app {

class FileTetValues;
struct Skin;
struct SubspaceTransfer;
struct StartState;
struct SwitchedLoads;

struct PhaseSeconds {
    double load = 0;
    double operators = 0;
    double factor = 0;
    double eigen = 0;
    double clusters = 0;
    double model = 0;
    double muscles = 0;
    double cubature = 0;
    double total = 0;
};

/// How a clip of another skeleton was carried over to the rig (rig/retargeting.h).
struct CarriedClip {
    struct Match {
        std::string from; // a joint of the clip
        std::string to;   // a bone of the rig
    };
    std::vector<Match> matches;
    std::vector<std::string> unmatched; // joints of the clip that move nothing
    double scale = 1.0;                 // of the way of the hips, to metres
    double stride = 1.0;                // factor of that way along the ground
    FootSlide slide;
    bool has_hips = true; // otherwise the stride has no effect
    bool keeps_foot_heights = true;
    std::optional<FootHeights> heights = {}; // see Retargeting
    std::optional<FootHeights> heights_of_turns = {};
};

/// The body's mesh is in metres and turned, its material, mass and modes are those of the reference material, and its
/// warnings are in the order of the stages.
struct Character : Body {
    CharacterDescription description;
    Points file_positions;                          // n x 3, positions in the mesh file, to which rigs are fitted
    std::shared_ptr<const FileTetValues> file_tets; // null: the tets are those of the file
    /// What TetSource::largest_part removed, in the units of the file; null: nothing.
    std::shared_ptr<const TetMesh> removed_parts;
    MeshQuality quality;
    std::vector<SpringBone> springs; // of the rig's file
    /// Equally heavy parts that the bones of the rig divide the body into: (sum m_b)^2 / sum m_b^2 with the mass m_b
    /// [kg, of uniform density] that follows bone b. n like bones give n; fingers and helpers add little.
    double moving_parts = 1.0;
    std::vector<Clip> clips;
    std::vector<std::optional<CarriedClip>> carried_clips; // one a clip; nullopt: it is of this rig
    Musculature musculature;
    Gait gait;                                           // the starting gait of the scene
    std::shared_ptr<const ContactPoints> contact_points; // null: no obstacles
    std::shared_ptr<const Obstacles> obstacles;
    /// Null: starts at rest.
    std::shared_ptr<const StartState> start;
    /// Null: one subspace for all loads.
    std::shared_ptr<const SwitchedLoads> switched;
    /// f x 3, indices into the mesh's vertices; of rods and shells those below the triangles of thin_surface, so that
    /// some repeat a vertex.
    Triangles boundary;
    std::vector<int> boundary_vertices; // ascending
    /// What is drawn and exported of rods and shells, which have no boundary of tets; null: a solid.
    std::shared_ptr<const ThinSurface> thin_surface;
    std::vector<int> colour_labels;   // n, or empty
    std::vector<int> material_labels; // t, indices into the material's regions, or empty
    /// The boundary in the units of the file, on which handles find their places; null: the character was built from
    /// nothing, or has the mesh of the character before.
    std::shared_ptr<const ClosestPoint> surface;
    std::map<Stage, std::vector<std::string>> warnings_of;
    std::string unit_warning; // the one of Stage::mesh that says which unit was chosen; empty: none was
    PhaseSeconds seconds;     // of the last build; reused stages took no time
    /// What the last build read from the cache: tets, leak, modes, clusters, basis, model, muscles, cubature.
    std::vector<std::string> cached_stages;
    std::size_t factorization_bytes = 0; // of the cached factorisation for another number of modes
    /// Earlier modes of the same mesh, material and rig, newest first, at most two, so that undo needs no solve.
    std::vector<std::shared_ptr<const SkinningModes>> known_modes;
    std::shared_ptr<const Skin> skin;                 // null: built for numbers only
    std::shared_ptr<const SubspaceTransfer> transfer; // from the previous character; null: none, or another body

    void add_warnings(Stage stage, const std::vector<std::string>& sentences) {
        auto& warnings = warnings_of[stage];
        warnings.insert(warnings.end(), sentences.begin(), sentences.end());
    }
};

using CharacterPtr = std::shared_ptr<const Character>;

} // namespace limber::app
