// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_region.h"
#include "engine/core/json_document.h"
#include "engine/core/json_fwd.h"
#include "engine/loads/load.h"

#include <functional>
#include <optional>
#include <vector>

/// A load that a body of a scene will meet. In a scene file, with the members of a load file (engine/loads/load_file.h)
/// for the body at rest as the scene has it, in metres and turned:
///
///     "loads": [{"name": "Load 1", "kind": "field", "amount": 2, "painted": {...}},      see painted_region.h
///               {"kind": "handles", "points": [[0, 1, 0]]}]
namespace limber::app {

struct BodyLoad {
    Load load;
    PaintedRegion painted = {}; // its field, in place of the one that it names, if has_field(kind)
    bool operator==(const BodyLoad&) const = default;
};

inline constexpr std::size_t body_loads_max = 256;

/// Whether a field limits where loads of this kind act.
constexpr bool has_field(LoadKind kind) {
    return kind != LoadKind::everywhere && kind != LoadKind::handles && kind != LoadKind::springs &&
           kind != LoadKind::region;
}

/// The decay that is in effect: that of the region if there is one.
double& decay_of(Load& load);

/// The first value that is out of range, if any; the message names the member.
std::optional<Error> fault_in(const std::vector<BodyLoad>& loads);

void read_value(const JsonNode& node, BodyLoad& load);
Json load_json(const BodyLoad& load);

/// The loads of a body that was turned, or scaled, about the origin: what they are given in metres and along axes goes
/// with it.
void turn(std::vector<BodyLoad>& loads, const Mat3& R);
void scale(std::vector<BodyLoad>& loads, double factor);
/// The same of another body: `place` maps points, and `factor` lengths.
void carry(std::vector<BodyLoad>& loads, const std::function<Vec3(const Vec3&)>& place, double factor);

/// "Load 1", or the first unused number.
std::string free_load_name(const std::vector<BodyLoad>& loads);

/// What a scene proposes loads from.
enum class LoadSource { handles, springs, obstacles, pockets };

/// Adds a load that a scene proposes. If one of the same kind and name exists, it takes over its points and its paint
/// in place and keeps the rest. Another kind keeps its name, and the new one gets a number: "Handles 2".
void add_proposed_load(BodyLoad load, std::vector<BodyLoad>& loads);

} // namespace limber::app
