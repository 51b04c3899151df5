#pragma once

#include "app/document/painted_region.h"
#include "engine/contact/contact_points.h"
#include "engine/contact/contact_solver.h"
#include "engine/contact/obstacle.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"
#include "engine/stepper/state.h"

#include <filesystem>
#include <optional>

/// What a character may run into, as a scene says it:
///
///     "contact": {"floor": true, "floor_height": 0.2, "floor_friction": 0.8, "floor_restitution": 0, "points": 30,
///     "friction_law": "coulomb", "kept": 0, "density": "paint.json", "painted": {"vertices": 8, "levels": "33*6
///     ffff"}, "obstacles": [
///         {"shape": "ground", "point": [0, 0, 0], "normal": [0, 1, 0], "friction": 0.8, "restitution": 0},
///         {"shape": "ball", "centre": [2, 0, 0], "radius": 0.5},
///         {"shape": "capsule", "from": [0, 0, 1], "to": [1, 0, 1], "radius": 0.2},
///         {"shape": "block", "size": [1, 0.2, 2], "placement": [[1,0,0,0], [0,1,0,0.1], [0,0,1,0]]},
///         {"shape": "hills", "spacing": 0.5, "heights": [[0, 0.1], [0, 0.2]], "placement": ...}]}
///
/// in metres, in the axes of the scene: its "turn" turns them with the rest. Where Limber writes a turned scene, they
/// stand in the world already, and "in_world": true says so. A ramp is a block that is turned, a step one that is not.
/// A floor lies as high as it says [m], and else under the body as it stands at rest. Without floor and obstacles there
/// is no contact.
namespace limber::app {

/// Where its points lie is for a labels file ("density"), for the brush ("painted", as painted_region.h has it), or for
/// both, whose product counts: a density of d has points d times as close to each other as a density of 1, and 0 none.

/// Of the brush's 255 levels the one that leaves a vertex as it was: density = level / even_level.
inline constexpr std::uint8_t even_level = 51;

struct SurroundingsDescription {
    bool floor = false;
    std::optional<double> floor_height = {}; // [m] along up, in the world; none: under the body as it stands at rest
    double floor_friction = 0.8;
    double floor_restitution = 0.0;
    Index points = 30;             // on the surface that can be touched
    std::filesystem::path density; // labels of the tet mesh's vertices, 0 to 1000: where points lie closer, and none at
                                   // 0; empty: everywhere alike
    PaintedRegion painted;         // by the brush, over the same; none: as the file has it
    Friction friction_law = Friction::coulomb;
    double tangential_restitution =
        0.0; // share of its tangential velocity that a touching point keeps in a step, under damped friction
    Obstacles obstacles;

    bool is_there() const {
        return floor || !obstacles.empty();
    }
    bool operator==(const SurroundingsDescription&) const = default;
};

inline constexpr Index contact_points_max = 500;

std::optional<Error> fault_in(const SurroundingsDescription& surroundings);

/// Whether a body needs contact points anew to go from the one to the other: how many they are and how closely they
/// lie is built, all else is told to each step.
bool needs_other_points(const SurroundingsDescription& before, const SurroundingsDescription& after);
/// The second, with as many points as the first has, lying as they lie there.
SurroundingsDescription with_points_of(const SurroundingsDescription& before, SurroundingsDescription after);

/// The member "friction_law"; where it is missing, the law stays.
void read_friction(MemberReader& members, Friction& law);
Json friction_json(Friction law);

/// A list of obstacles by itself.
void read_value(const JsonNode& node, Obstacles& obstacles);
Json obstacles_json(const Obstacles& obstacles);

/// Without the density, whose path is relative to the scene: see scene_file.cpp. Returns whether the obstacles stand in
/// the world already, however the scene is turned.
bool read_value(const JsonNode& node, SurroundingsDescription& surroundings, const std::filesystem::path& folder);
Json surroundings_json(const SurroundingsDescription& surroundings, const std::string& density, bool in_world);

} // namespace limber::app
