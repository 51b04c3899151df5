#pragma once

#include "app/scene/character_description.h"
#include "app/scene/musculature.h"
#include "app/scene/stage.h"
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
class FactorizationCache;

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
    std::vector<std::string> warnings; // one sentence each, in the order of the rooms
    PhaseSeconds seconds;              // of the last build; what was reused took none
    /// What the last build read from the cache: tets, leak, modes, clusters, model, muscles.
    std::vector<std::string> recalled;
    std::size_t bench_bytes = 0; // of the factorisation that was kept for the next number of modes
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

/// The earliest stage at which two descriptions differ; `state` when only the step, the look or the base material does,
/// `nothing` when they are equal.
Stage earliest_difference(const CharacterDescription& before, const CharacterDescription& after);

/// What a character is built for: its numbers, or a window, which also needs its skin and a passage from the character
/// before, so that a swap computes nothing. Or no more than the facts that read_character gives.
enum class Purpose { numbers, window, facts };

/// Builds what stands at `from` and above it and takes the rest from `previous`; starts lower by itself when
/// the descriptions differ lower. Without `previous` everything is built. Fails with bad_input (any file, any
/// option), not_converged and cancelled. The same bits on any number of threads, and with or without a cache: what
/// it holds was computed by the same build from the same input, and a damaged one is worth a warning and no more. On a
/// bench the factorisation stays for the next build (workbench.h).
Result<CharacterPtr> build_character(const CharacterDescription& description, const CharacterPtr& previous, Stage from,
                                     Progress* progress = nullptr, Threads threads = {},
                                     Purpose purpose = Purpose::numbers, const Cache* cache = nullptr,
                                     FactorizationCache* bench = nullptr);

/// Only what the files say: mesh, material, rig, clips and look, nothing solved (no modes, clusters or model).
Result<CharacterPtr> read_character(const CharacterDescription& description, Progress* progress = nullptr,
                                    const Cache* cache = nullptr);

/// The modes of the material that was asked for: W'MW = I and lambda [1/s^2] in its own mass and stiffness.
SkinningModes physical_modes(const Character& character);

} // namespace limber::app
