// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_region.h"
#include "engine/contact/contact_points.h"
#include "engine/contact/contact_solver.h"
#include "engine/contact/obstacle.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/stepper/gusts.h"
#include "engine/stepper/state.h"

#include <filesystem>
#include <optional>

/// The floor and the contact points of a character, and the obstacles around it:
///
///     "contact": {"floor": true, "floor_height": 0.2, "floor_friction": 0.8, "floor_restitution": 0,
///                 "points": 30, "friction_law": "coulomb", "kept": 0, "density": "paint.json",
///                 "painted": {"vertices": 8, "levels": "33*6 ffff"}, "wind": [3, 0, 0], "air_drag": 2,
///                 "gusts": {"strength": 1.5, "period": 2, "seed": 1},
///                 "obstacles": [
///         {"shape": "ground", "point": [0, 0, 0], "normal": [0, 1, 0], "friction": 0.8, "restitution": 0},
///         {"shape": "ball", "centre": [2, 0, 0], "radius": 0.5,
///          "bone": {"character": 0, "name": "head", "reference": [[1,0,0,0], [0,1,0,1], [0,0,1,0]]}},
///         {"shape": "capsule", "from": [0, 0, 1], "to": [1, 0, 1], "radius": 0.2},
///         {"shape": "block", "size": [1, 0.2, 2], "placement": [[1,0,0,0], [0,1,0,0.1], [0,0,1,0]]},
///         {"shape": "hills", "spacing": 0.5, "heights": [[0, 0.1], [0, 0.2]], "placement": ...}]}
///
/// in metres and in the axes of the scene, to which its "turn" applies. In turned scenes written by Limber, obstacles
/// and wind are in world coordinates, marked by "in_world": true. A ramp is a rotated block. "floor_height" is the
/// height of the floor [m]; without it, the floor lies under the body at rest. Without floor and obstacles there is no
/// contact. "wind" is the velocity of the air [m/s] and "air_drag" the rate of its drag [1/s]; both are 0 if missing.
/// A "bone" carries its obstacle, which has the given place when the bone is at its "reference" place; "character" is
/// the place of its character in a scene of several, counted from 0.
/// "gusts" change the velocity of the air over time (engine/stepper/gusts.h); without them the wind is steady.
namespace limber::app {

/// The paint level that leaves the density unchanged: density = level / even_level.
inline constexpr std::uint8_t even_level = 51;

/// The floor, the friction and the contact points of a model. The density of the points is given by a labels file
/// ("density"), by the brush ("painted", see painted_region.h), or by the product of both: at a density of d, points
/// are d times as close to each other as at a density of 1; at 0 there are none.
struct ContactDescription {
    bool floor = false;
    std::optional<double> floor_height = {}; // [m] along up, in world space; none: under the body at rest
    double floor_friction = 0.8;
    double floor_restitution = 0.0;
    Index points = 30;             // contact points on the surface
    std::filesystem::path density; // labels of the tet mesh's vertices, 0 to 1000: where points lie closer, and none at
                                   // 0; empty: everywhere alike
    PaintedRegion painted;         // painted by the brush; multiplies the file's density
    Friction friction_law = Friction::coulomb;
    /// Share of the tangential velocity that a contact point keeps in a step, with damped friction.
    double tangential_restitution = 0.0;

    bool operator==(const ContactDescription&) const = default;
};

inline constexpr Index contact_points_max = 500;

/// What all characters of a scene share, in world space.
struct Environment {
    Obstacles obstacles;
    Wind wind;
    double time_step = 1.0 / 60.0; // [s]
    Gusts gusts;                   // of the wind
    bool operator==(const Environment&) const = default;
};

std::optional<Error> fault_in(const ContactDescription& contact);
std::optional<Error> fault_in(const Environment& environment);

/// Whether a character can touch something: a floor or obstacles.
bool has_contact(const ContactDescription& contact, const Environment& environment);

/// Adds the obstacles of another environment, equal ones once, and its wind with its gusts if this one has neither. The
/// time step stays.
void merge(Environment& environment, const Environment& other);

/// Reads the member "friction_law"; if it is missing, the law is unchanged.
void read_friction(MemberReader& members, Friction& law);
Json friction_json(Friction law);

void read_value(const JsonNode& node, Gusts& gusts);
Json gusts_json(const Gusts& gusts);

/// Reads a plain list of obstacles.
void read_value(const JsonNode& node, Obstacles& obstacles);
Json obstacles_json(const Obstacles& obstacles);

/// Paths are relative to `folder`. Returns whether the environment is already in world coordinates.
bool read_value(const JsonNode& node, ContactDescription& contact, Environment& environment,
                const std::filesystem::path& folder);
Json surroundings_json(const ContactDescription& contact, const Environment& environment, const std::string& density,
                       bool in_world);

} // namespace limber::app
