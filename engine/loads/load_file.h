// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/loads/load.h"
#include "engine/loads/load_mixture.h"

#include <filesystem>
#include <string_view>

/// Loads as a JSON file, for a body at rest in metres:
///
///     {"format": "limber-loads", "version": 1,
///      "fields": [{"name": "belly", "values": [0, 0.5, ...]}],
///      "loads": [{"kind": "everywhere"},
///                {"kind": "region", "centre": [0, 1, 0], "radius": 0.1, "decay": 10, "amount": 4},
///                {"kind": "field", "field": "belly", "mean": [0, -9.81, 0]},
///                {"kind": "pressing", "centre": [0, 0, 0], "radius": 0.2},
///                {"kind": "patch", "centre": [0, 0, 0], "radius": 0.05},
///                {"kind": "handles", "points": [[0, 1, 0]]},
///                {"kind": "pocket", "centre": [0, 0.5, 0], "mean": [1]},
///                {"kind": "muscle", "from": "shoulder", "to": "elbow", "field": "biceps", "sections": 3},
///                {"kind": "springs", "springs": [[[0, 0, 0], [0, 1, 0]]]}]}
///
///     everywhere   equal forces on equal masses
///     region       the same within a ball, and less beyond it (LoadRegion)
///     field        the same times a field: of this file, or one that the body has, such as a painted region or a bone;
///                  with "decay" and without "centre" it falls off beyond the field likewise
///     pressing     along the normals of the surface, within the ball or the field, or everywhere without both
///     patch        one contact within the ball or the field, which is pushed as a whole; "tangents": the variance
///     along
///                  each tangent, as a factor of that along its normal; without it 1, in all directions alike
///     handles      equal displacements of targets at the vertices nearest to points
///     pocket       the pressure in the cavity around "centre", in the one that a field covers, or in each of all
///     muscle       along fibres from one field to another, or along the gradient of "field"; it contracts in sections
///     springs      between the vertices nearest to pairs of points
///     stiffness    [N/m] of handles and springs, a list of one for each or of one for all: they hold the body while
///                  they act, so that the subspace is that of the body that they hold; without it, they only pull
///     amount       the share of a load's variance; each is scaled to the variance of "everywhere" times its amount
///     mean         of the force (Load::mean); without it, zero
///
/// In place of "loads", a file may have a mixture (load_mixture.h): lists of loads of which one acts at a time.
///
///     "mixture": [{"name": "horn", "loads": [{"kind": "handles", "points": [[0, 1, 0]]}]},
///                 {"name": "wings", "share": 2, "loads": [{"kind": "field", "field": "wings"}]}]
///
///     name         without it, the number of the component, from 1; without "#"
///     share        how often it acts beside the others; without it, 1
namespace limber {

/// Fields of the file come before those of the body. A mixture gives the distribution of all its components (combined).
/// Fails with bad_input: not JSON, a member that is missing or out of range, and as distribution_of.
Result<LoadDistribution> parse_loads(std::string_view json, std::string_view where, const LoadedBody& body);
/// "wings.json#horn" names one component of a mixture, where there is no such file. Fails also if it has none of that
/// name, and if the name has a "/".
/// Adds to `warnings` members that are unknown, and points that are far from the body (warning_of).
Result<LoadDistribution> read_loads(const std::filesystem::path& path, const LoadedBody& body,
                                    std::vector<std::string>* warnings = nullptr);

/// The file of such a path, without the name of a component.
std::filesystem::path loads_file_of(const std::filesystem::path& path);

/// The components with their names; one for a file without a mixture. Fails likewise.
Result<LoadMixture> parse_mixture(std::string_view json, std::string_view where, const LoadedBody& body);
Result<LoadMixture> read_mixture(const std::filesystem::path& path, const LoadedBody& body);

/// The members of a load, for other files that have loads. Refuses values out of range.
Load load_in(MemberReader& members);
/// The same to write: those that differ from the default, and the kind.
Json load_json(const Load& load);

} // namespace limber
