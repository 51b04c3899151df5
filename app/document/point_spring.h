// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/core/result.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// Springs between points of a body as they are edited and saved (engine/stepper/springs.h has what they do). In files:
///
///     "springs": [{"id": 1, "name": "neck", "from": {"vertex": 17}, "to": {"vertices": [17, 18, 40],
///                  "barycentric": [0.2, 0.3, 0.5]}, "stiffness": 2000, "rest_length": 0.25, "group": "neck"}]
namespace limber::app {

/// A point of the body: up to three vertices of the tet mesh and their weights.
struct SpringEnd {
    std::array<int, 3> vertices{0, 0, 0};
    std::array<double, 3> barycentric{1, 0, 0}; // sum to one
    bool operator==(const SpringEnd&) const = default;
};

struct PointSpring {
    int id = 0; // chosen by its creator
    std::string name = {};
    SpringEnd from = {};
    SpringEnd to = {};
    double stiffness = 0.0;   // [N/m]
    double rest_length = 0.0; // [m]
    std::string group = {};   // with which it follows handles (motion/spring_groups.h); empty: it follows every one
    bool operator==(const PointSpring&) const = default;
};

inline constexpr std::size_t springs_max = 64;     // per character
inline constexpr std::size_t spring_name_max = 64; // letters

/// The smallest id from 1 on that no spring has.
int free_spring_id(const std::vector<PointSpring>& springs);

/// Its name; "Spring 3" if it has none.
std::string title_of(const PointSpring& spring);

/// The message names the member as in recordings.
std::optional<Error> fault_in(const PointSpring& spring);

/// Reads all members except "id"; missing members leave the spring unchanged. Refuses weights that do not sum to one.
void read_members(MemberReader& members, PointSpring& spring);
Json spring_json(const PointSpring& spring);

/// "vertex", or "vertices" and "barycentric"; missing members leave the point unchanged. Refuses weights that do not
/// sum to one. The vertices are checked later, when the mesh is known.
void read_point(MemberReader& members, std::array<int, 3>& vertices, std::array<double, 3>& barycentric);
/// Whether the weights of a point are of a size that keeps it near its vertices.
bool are_weights(const std::array<double, 3>& barycentric);

} // namespace limber::app
