// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_distribution.h"

#include <filesystem>
#include <string_view>

/// Loads as a JSON file, for a body at rest in metres:
///
///     {"format": "limber-loads", "version": 1,
///      "loads": [{"kind": "everywhere"},
///                {"kind": "region", "centre": [0, 1, 0], "radius": 0.1, "decay": 10, "amount": 4},
///                {"kind": "pressing", "centre": [0, 0, 0], "radius": 0.2},
///                {"kind": "patch", "centre": [0, 0, 0], "radius": 0.05},
///                {"kind": "springs", "springs": [[[0, 0, 0], [0, 1, 0]]]}]}
///
///     everywhere   equal forces on equal masses
///     region       the same within a ball, and less beyond it (LoadRegion)
///     pressing     along the normals of the surface, within the ball, or everywhere without "centre"
///     patch        one contact with a normal and two tangents, within the ball
///     springs      between the vertices nearest to pairs of points
///     amount       the share of a load's variance; each is scaled to the variance of "everywhere" times its amount
namespace limber {

/// `mass`: n. Fails with bad_input: not JSON, a member that is missing or out of range, loads that meet no vertex.
Result<LoadDistribution> parse_loads(std::string_view json, std::string_view where, const TetMesh& mesh,
                                     const Vector& mass);
Result<LoadDistribution> read_loads(const std::filesystem::path& path, const TetMesh& mesh, const Vector& mass);

} // namespace limber
