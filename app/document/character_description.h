// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/body_load.h"
#include "app/document/muscle_description.h"
#include "app/document/newton_description.h"
#include "app/document/number_limits.h"
#include "app/document/solver.h"
#include "app/document/start_description.h"
#include "app/document/surroundings.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"
#include "engine/operators/material.h"
#include "engine/subspace/subspace_kind.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The description of a character as plain values: files, material, numbers of modes and clusters, time step and look.
/// Equal descriptions give the same simulation, bit for bit; nothing here is computed. Paths are absolute in memory and
/// relative to the scene file inside it (character_file.h has the format).
namespace limber::app {

enum class RigKind {
    affine_handle, // one bone in the middle with weight one everywhere
    none,          // a free body: the same handle, but it does not constrain the modes
    file
};

/// Which tets the body consists of. All but those of the file have other vertices than the file; what a rig or labels
/// have for each vertex or tet of the file is carried to them, but not the file of a subspace.
enum class TetSource {
    file,
    largest_part, // of those that touch each other
    refilled      // new ones inside the surface of the file's tets
};
/// The names in files, in the order of the enumerators.
inline constexpr std::array tet_source_names{"as they are", "largest part", "refilled"};

/// Valid ranges of a scene's values: far larger than needed, and far from overflow.
inline constexpr Range metres_per_unit_range{1e-6, 1e6};
inline constexpr Range young_range{1e-3, 1e15};  // [Pa]
inline constexpr Range density_range{1e-6, 1e9}; // [kg/m^3]
inline constexpr Range damping_range{0, 1e6};    // [1/s]
inline constexpr Range region_factor_range{1e-9, 1e9};
inline constexpr Range thin_size_range{1e-6, 10}; // [m]
inline constexpr std::size_t material_parts_max = 64;
inline constexpr std::size_t painted_weights_max = 64;

inline constexpr Index modes_max = 1024;
/// The largest number of skinning modes that may be requested: an eighth of the vertices (with 12 coordinates per mode,
/// half of the 3n degrees of freedom), but at most 1,024. For a body of fewer than 512 vertices it is 64; the body then
/// has as many modes as possible.
Index modes_allowed(Index vertex_count);
inline constexpr Index modes_offered_max = 64; // more would be too slow live
/// The most that the window offers: one for eight vertices, and no more than that.
Index modes_offered(Index vertex_count);

struct Turn {
    Vec3 axis = Vec3(0, 1, 0);
    double degrees = 0.0;
    bool operator==(const Turn&) const = default;
};

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    bool operator==(const Colour&) const = default;
};

/// The material of the tets with one label: factors on the base material, and optionally their own Poisson's ratio.
struct MaterialRegion {
    std::string name;
    double young_factor = 1.0;
    double density_factor = 1.0;
    std::optional<double> poisson = std::nullopt; // in [0, poisson_max]; none: the base's
    bool operator==(const MaterialRegion&) const = default;
};

/// A painted part of the body with another material. At a place with the weight w of the paint, in [0, 1], the base
/// material's Young's modulus has the factor young_factor^w and its density has density_factor^w, so that the material
/// changes smoothly where the paint does. Where parts overlap, their factors are multiplied.
struct MaterialPart {
    std::string name;
    PaintedRegion painted; // not there: nothing was painted yet
    double young_factor = 1.0;
    double density_factor = 1.0;
    bool operator==(const MaterialPart&) const = default;
};

/// A weight of a subspace of the kind `weights` that is painted, in [0, 1].
struct PaintedWeight {
    std::string name;
    PaintedRegion painted; // not there: nothing was painted yet
    bool operator==(const PaintedWeight&) const = default;
};

struct MaterialDescription {
    double young = 1e5;           // [Pa]
    double poisson = 0.0;         // in [0, poisson_max]
    double density = 1000.0;      // [kg/m^3]
    std::filesystem::path labels; // one label per tet, an index into regions; empty: a single material
    std::vector<MaterialRegion> regions;
    std::vector<MaterialPart> parts;
    bool operator==(const MaterialDescription&) const = default;

    /// Whether two descriptions give the same material up to the base values.
    bool same_factors(const MaterialDescription& other) const;
};

/// The names in files and on the command line, in the order of the enumerators.
inline constexpr std::array subspace_names{"skinning",
                                           "skinning-homogeneous",
                                           "skinning-unconstrained",
                                           "skinning-partly-constrained",
                                           "weights",
                                           "localised",
                                           "force-dual-skinning",
                                           "displacement",
                                           "displacement-affine",
                                           "modal-derivatives",
                                           "pod",
                                           "force-dual",
                                           "greens",
                                           "pod-sampled",
                                           "substructured",
                                           "warped",
                                           "rotation-strain",
                                           "force-dual-rotation-strain"};
constexpr const char* name_of(SubspaceKind kind) {
    return subspace_names[static_cast<std::size_t>(kind)];
}
/// nullopt: there is no such kind.
std::optional<SubspaceKind> subspace_named(std::string_view name);

struct LeakDescription {
    double amount = 0.5; // momentum of the rig that leaks to the body, 0: none, 1: all; see engine/rig/momentum_leak.h
    double depth = 0.1;  // share of the body's diameter
    /// Where the momentum leaks, instead of near the surface: D = 1 - w at a place with the weight w of the paint.
    PaintedRegion painted = {};
    bool operator==(const LeakDescription&) const = default;
};

struct StepDescription {
    int iterations = 10;
    double tolerance = 0.0;           // relative change at which iterations stop; 0: never
    double damping = 0.0;             // [1/s]
    Vec3 gravity = Vec3(0, -9.81, 0); // [m/s^2]
    SolverDescription solver;
    bool operator==(const StepDescription&) const = default;
};

struct LookDescription {
    Colour colour{224, 122, 95};
    std::filesystem::path
        labels; // one label per vertex of the tet mesh, an index into palette; empty: `colour` everywhere
    std::vector<Colour> palette;
    bool operator==(const LookDescription&) const = default;
};

struct CameraDescription {
    Vec3 eye = Vec3(0, 0, 3);   // [m]
    Vec3 target = Vec3::Zero(); // [m]
    Vec3 up = Vec3(0, 1, 0);
    double field_of_view = 35.0; // vertical [degrees]
    bool operator==(const CameraDescription&) const = default;
};

/// How a clip of another skeleton is carried over to the rig (engine/rig/retargeting.h).
struct ClipRetargeting {
    /// Which bone follows which joint (joint_map.h); empty: NAME.map.json beside the clip, or else the names alone.
    std::filesystem::path joints;
    double stride = 1.0;            // factor of the way of the hips along the ground
    bool keeps_foot_heights = true; // feet are as high as in the clip; else legs only turn as those of the clip
    /// The bone that follows a joint, by the joint, as chosen in the window; before those of the file.
    std::map<std::string, std::string> bones = {};
    bool operator==(const ClipRetargeting&) const = default;
};
inline constexpr Range stride_range{0.2, 5};
/// Lets the bone follow the joint in place of any other; an empty bone leaves both to the file and to their names.
void choose_bone(ClipRetargeting& retargeting, const std::string& joint, const std::string& bone);
inline constexpr std::array clip_feet_names{"captured", "turned"}; // with ClipRetargeting::keeps_foot_heights, without

/// A model of a scene without what surrounds it; several characters may share it.
struct ModelDescription {
    std::string name;
    std::filesystem::path mesh;   // tets, or a surface that is filled with tets when opened
    double metres_per_unit = 1.0; // of the mesh, its rig and its clips; 0: scales the mesh to about a metre
    Index target_vertices = 8000; // approximate number of vertices when a surface is filled
    TetSource tets = TetSource::file;
    double rod_radius = 0.0;      // [m] above 0: the body is not solid, but rods along the polylines of the mesh file
    double shell_thickness = 0.0; // [m] above 0: or a shell on its triangles
    /// [m] above 0: or a solid so deep that moves in the x-y plane alone, in which its flat triangles lie once turned.
    double plane_depth = 0.0;
    Turn turn; // of mesh, rig, clips and gravity; obstacles are already turned
    RigKind rig_kind = RigKind::affine_handle;
    std::filesystem::path rig; // when rig_kind is file
    std::vector<std::filesystem::path> clips;
    std::map<std::filesystem::path, ClipRetargeting> retargeting; // by the clip, where it is not the default
    int active_clip = 0;        // index into clips; -1 (or no clip at all): the rest pose
    Vec3 front = Vec3(0, 0, 1); // facing direction, before `turn`
    MaterialDescription material;
    /// Where the body does not move apart from its rig; without a rig, where it stays at its place of rest.
    PaintedRegion pins;
    LeakDescription leak;
    SubspaceKind subspace = SubspaceKind::skinning;
    /// What the subspace is made from: the motion of `pod` (frames x n x 3, .npy or .pc2), the weights of `weights`
    /// (n x m, .npy; empty: those of handles), the loads of the kinds that depend on them (engine/loads/load_file.h).
    /// Other kinds do not read it.
    std::filesystem::path subspace_file;
    /// Of `weights`, beside those of the file or of handles. Other kinds do not use them.
    std::vector<PaintedWeight> painted_weights;
    /// What the kinds that depend on loads are made for besides; without these and a file, equal forces on equal
    /// masses.
    std::vector<BodyLoad> loads;
    /// A subspace for each of several loads, or for each component of a mixture in the file: the body moves in that of
    /// the load that acts. Other kinds do not read it.
    bool switches_loads = false;
    Index modes = 16;
    Index clusters = 100;
    double feature_exponent = 0.5; // of the clusters, see ClusterOptions
    std::uint64_t seed = 1;
    /// Steps by Newton's method with an elastic energy on cubature points; none: by local-global iterations with one
    /// rotation for each cluster. A skinning subspace then is one of displacements, and the clusters have no effect.
    std::optional<NewtonDescription> newton;
    MuscleDescription muscles;
    StepDescription step;
    ContactDescription contact;
    LookDescription look;
    std::optional<CameraDescription> camera; // none: the character is framed
    std::optional<StartDescription> start;   // none: it starts at rest

    bool operator==(const ModelDescription&) const = default;
};

/// What a character is built from and what the file of a single character has: a model and its environment. In a scene
/// of characters, the environment belongs to the scene (scene.h).
struct CharacterDescription : ModelDescription {
    Environment environment;
    bool operator==(const CharacterDescription&) const = default;
};

/// Whether a character in these surroundings needs other contact points than one that was built before: their number
/// and density are built into the model, all other values are inputs of each step.
bool needs_other_points(const CharacterDescription& before, const ContactDescription& contact,
                        const Environment& environment);

/// Whether both play the same motions, if they have the same rig.
bool have_same_clips(const ModelDescription& one, const ModelDescription& other);
/// How the clip is carried over.
ClipRetargeting retargeting_of(const ModelDescription& model, const std::filesystem::path& clip);
/// Drops the default.
void set_retargeting(ModelDescription& model, const std::filesystem::path& clip, const ClipRetargeting& retargeting);

/// Whether there may be several loads for the subspace to switch between: a file of loads may have them.
bool may_switch_loads(const ModelDescription& description);
/// Call after an edit of the subspace or the loads: no longer switches where it may not.
void drop_unused_switch(ModelDescription& description);

/// Co-rotational where the body is stepped by local-global iterations.
ElasticEnergy elastic_energy_of(const ModelDescription& description);

/// Whether the body consists of rods or is a shell, without tets.
bool is_thin(const ModelDescription& description);
/// Whether the body moves in the plane of its triangles. It has tets, in one layer, and no rig.
bool is_planar(const ModelDescription& description);
/// Whether the tets are made from a surface, so that their number can be chosen.
bool is_filled_surface(const ModelDescription& description);
/// Whether the subspace has weights that are painted.
bool has_painted_weights(const ModelDescription& description);
/// Whether the file of the subspace has a value for each vertex of the mesh's file, so that the tets cannot be others.
bool is_bound_to_tets(const ModelDescription& description);

/// The first value that is out of range or not finite, if any; the message names the member, `where` is left to the
/// caller.
std::optional<Error> fault_in(const CharacterDescription& description);

/// The rotation given by `turn`.
Mat3 rotation_of(const Turn& turn);

/// Another unit of the mesh, with which the loads of the body grow. `settled`: the unit of a description that leaves it
/// open, as it was built.
void change_unit(ModelDescription& model, double metres_per_unit, double settled);

/// The facing direction in the world: horizontal, unit length.
Vec3 front_of(const ModelDescription& description);

/// Opposite to gravity; without gravity, the scene's y axis.
Vec3 up_of(const ModelDescription& description);

} // namespace limber::app
