// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_region.h"
#include "engine/core/json_document.h"
#include "engine/core/json_fwd.h"
#include "engine/loads/load.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// A load that a body of a scene will meet. In a scene file, with the members of a load file (engine/loads/load_file.h)
/// for the body at rest as the scene has it, in metres and turned:
///
///     "loads": [{"name": "Load 1", "kind": "field", "amount": 2, "painted": {...}},      see painted_region.h
///               {"kind": "handles", "points": [[0, 1, 0]], "source": "handles"}]
namespace limber::app {

/// What a load comes from: the user, or what a scene proposes loads from.
enum class LoadSource { user, handles, springs, obstacles, pockets };
/// The names in files, in the order of the enumerators.
inline constexpr std::array load_source_names{"user", "handles", "springs", "obstacles", "pockets"};

struct BodyLoad {
    Load load;
    PaintedRegion painted = {}; // its field, in place of the one that it names, if has_field(kind)
    LoadSource source = LoadSource::user;
    bool operator==(const BodyLoad&) const = default;
};

inline constexpr std::size_t body_loads_max = 256;

/// Whether a field limits where loads of this kind act.
constexpr bool has_field(LoadKind kind) {
    return kind != LoadKind::everywhere && kind != LoadKind::handles && kind != LoadKind::springs &&
           kind != LoadKind::region;
}

/// Another kind, without the mean of the one before, whose numbers mean something else.
void change_kind(Load& load, LoadKind kind);

/// The decay that is in effect: that of the region if there is one.
double& decay_of(Load& load);

/// The first value that is out of range, if any; the message names the member, of this list.
std::optional<Error> fault_in(const std::vector<BodyLoad>& loads, const std::string& list = "loads");

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

/// Replaces all loads of this source by those that a scene proposes. Where one load follows one, it keeps its name, its
/// amount, and its paint if the new one has none. New ones are named as they are proposed ("Handles"), or with the
/// first number that makes the name unused ("Handles 2"); contacts have a number each ("Contact 1"). Returns an error
/// for more loads than body_loads_max and leaves them as they are.
std::optional<Error> replace_proposed_loads(LoadSource source, std::vector<BodyLoad> proposed,
                                            std::vector<BodyLoad>& loads);

} // namespace limber::app
