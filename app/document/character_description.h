#pragma once

#include "app/document/muscle_description.h"
#include "app/document/solver.h"
#include "app/document/start_description.h"
#include "app/document/surroundings.h"
#include "engine/core/result.h"
#include "engine/linalg/types.h"
#include "engine/operators/material.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Everything that names a scene, as plain values: which files, which material, how many modes and
/// clusters, how it steps, how it looks. Two equal descriptions give the same simulation, bit for
/// bit; nothing here is computed. Paths are absolute once a scene was read, and relative to the
/// scene file inside it (see scene_file.h for the format).
namespace limber::app {

enum class RigKind {
    affine_handle, // one bone in the middle, weight one everywhere
    none,          // the same handle, but the modes are not held back by it: a free body
    file
};

/// What a scene may ask for: far more than any body does, and far less than would overflow.
struct Range {
    double low = 0.0;
    double high = 0.0;

    /// NaN is outside every range.
    constexpr bool holds(double value) const {
        return value >= low && value <= high;
    }
};
inline constexpr Range metres_per_unit_range{1e-6, 1e6};
inline constexpr Range young_range{1e-3, 1e15};   // [Pa]
inline constexpr Range density_range{1e-6, 1e9};  // [kg/m^3]
inline constexpr Range time_step_range{1e-9, 10}; // [s]
inline constexpr Range damping_range{0, 1e6};     // [1/s]
inline constexpr Range region_factor_range{1e-9, 1e9};

inline constexpr Index modes_max = 1024;
/// How many skinning modes a body may be asked for: an eighth of its vertices (12 numbers a mode are then half as many
/// as its vertices have), but no more than 1,024. A body of fewer than 512 vertices may be asked for 64, and has as
/// many as it can.
Index modes_allowed(Index vertex_count);

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

/// What tets with one label are made of, as factors on the base material, and as a ratio of their own where the base's
/// is not theirs.
struct MaterialRegion {
    std::string name;
    double young_factor = 1.0;
    double density_factor = 1.0;
    std::optional<double> poisson = std::nullopt; // in [0, poisson_max]; none: the base's
    bool operator==(const MaterialRegion&) const = default;
};

struct MaterialDescription {
    double young = 1e5;           // [Pa]
    double poisson = 0.0;         // in [0, poisson_max]
    double density = 1000.0;      // [kg/m^3]
    std::filesystem::path labels; // one label a tet, an index into regions; empty: all of one kind
    std::vector<MaterialRegion> regions;
    bool operator==(const MaterialDescription&) const = default;
};

struct LeakDescription {
    double amount = 0.5; // 0: the rig keeps all its momentum; 1: all leaks; see engine/rig/momentum_leak.h
    double depth = 0.1;  // share of the body's diameter
    bool operator==(const LeakDescription&) const = default;
};

struct StepDescription {
    double time_step = 1.0 / 60.0; // [s]
    int iterations = 10;
    double tolerance = 0.0;           // relative change at which iterations stop; 0: never
    double damping = 0.0;             // [1/s]
    Vec3 gravity = Vec3(0, -9.81, 0); // [m/s^2]
    SolverDescription solver;
    bool operator==(const StepDescription&) const = default;
};

struct LookDescription {
    Colour colour{224, 122, 95};
    std::filesystem::path labels; // one label a vertex of the tet mesh, an index into palette; empty: all of `colour`
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

struct CharacterDescription {
    std::string name;
    std::filesystem::path mesh;   // tets, or a surface that is filled with tets on opening
    double metres_per_unit = 1.0; // of the mesh, its rig and its clips; 0: such that the mesh is about a metre
    Index target_vertices = 8000; // roughly, where a surface is filled
    Turn turn;                    // of the whole problem: mesh, rig, clips, gravity; obstacles stand turned already
    RigKind rig_kind = RigKind::affine_handle;
    std::filesystem::path rig; // when rig_kind is file
    std::vector<std::filesystem::path> clips;
    int active_clip = 0;        // index into clips; -1 (or no clip at all): the rest pose
    Vec3 front = Vec3(0, 0, 1); // where the character faces, before `turn`
    MaterialDescription material;
    LeakDescription leak;
    Index modes = 16;
    Index clusters = 100;
    double feature_exponent = 0.5; // of the clusters, see ClusterOptions
    std::uint64_t seed = 1;
    MuscleDescription muscles;
    StepDescription step;
    SurroundingsDescription contact;
    LookDescription look;
    std::optional<CameraDescription> camera; // none: the character is framed
    std::optional<StartDescription> start;   // none: it starts at rest

    bool operator==(const CharacterDescription&) const = default;
};

/// The first value that is out of range or not finite, if any; the message names the member, `where` is left to the
/// caller.
std::optional<Error> fault_in(const CharacterDescription& description);

/// The rotation that `turn` stands for.
Mat3 rotation_of(const Turn& turn);

/// Where the character faces, in the world: level, unit.
Vec3 front_of(const CharacterDescription& description);

/// Against gravity, or, without any, the scene's own y.
Vec3 up_of(const CharacterDescription& description);

} // namespace limber::app
