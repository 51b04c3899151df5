#pragma once

#include "app/character/musculature.h"
#include "app/character/stage.h"
#include "app/document/character_description.h"
#include "engine/clusters/clusters.h"
#include "engine/core/cache.h"
#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/quality.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/model/reduced_model.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"
#include "engine/subspace/skinning_modes.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

/// A character: everything that is computed once from a scene's description, room by room. Immutable
/// when built and shared by the threads that simulate, draw and edit it.
///
/// It is made of a reference material (material_scales.h). The description's own base values are scalars of the step,
/// so that turning their sliders rebuilds nothing, and a scene that was tuned, saved and opened again gives the same
/// bits.
namespace limber::app {

struct Skin;
struct SubspaceTransfer;
struct StartState;

struct PhaseSeconds {
    double load = 0;
    double operators = 0;
    double factor = 0;
    double eigen = 0;
    double clusters = 0;
    double model = 0;
    double muscles = 0;
    double total = 0;
};

struct Character {
    CharacterDescription description;
    Points file_positions; // n x 3, the mesh as its file has it: what rigs are fitted to
    TetMesh mesh;          // in metres, turned
    MeshQuality quality;
    Material material; // of reference; t
    Vector mass;       // n [kg], of reference
    Rig rig;
    std::vector<Clip> clips;
    Vector leak;                                // n, momentum leak D
    std::shared_ptr<const SkinningModes> modes; // of the reference material
    Clusters clusters;
    ReducedModel model; // with the muscles, where there are any
    Musculature musculature;
    Gait gait;                                           // with which the scene starts
    std::shared_ptr<const ContactPoints> contact_points; // null: nothing to run into
    std::shared_ptr<const Obstacles> obstacles;
    /// Null: it starts at rest.
    std::shared_ptr<const StartState> start;
    Triangles boundary;                 // f x 3, indices into the tet mesh's vertices
    std::vector<int> boundary_vertices; // ascending
    std::vector<int> colour_labels;     // n, or empty
    std::map<Stage, std::vector<std::string>> warnings_of;
    std::vector<std::string> warnings; // one sentence each, in the order of the stages
    PhaseSeconds seconds;              // of the last build; what was reused took none
    /// What the last build read from the cache: tets, leak, modes, clusters, model, muscles.
    std::vector<std::string> recalled;
    std::size_t factorization_bytes = 0; // of the factorisation that was kept for the next number of modes
    /// Of the same mesh, material and rig, the newest first, at most two: so that going back is free.
    std::vector<std::shared_ptr<const SkinningModes>> known_modes;
    std::shared_ptr<const Skin> skin;                 // null: built for numbers alone
    std::shared_ptr<const SubspaceTransfer> transfer; // from the character before; null: none, or of another body

    Index vertex_count() const {
        return mesh.vertex_count();
    }
    int bone_count() const {
        return rig.skeleton.bone_count();
    }
};

using CharacterPtr = std::shared_ptr<const Character>;

} // namespace limber::app
