// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/number_limits.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/types.h"
#include "engine/operators/elastic_energy.h"

#include <optional>
#include <string>
#include <vector>

/// The subspaces that are compared with the one of a character: each moves a body beside it. They are the member
/// "compared" of a character in a list of characters:
///
///     [{"kind": "full", "energy": "stable-neo-hookean"},          full space
///      {"kind": "displacement", "modes": 16, "young": 2e5, "poisson": 0.3, "clusters": 50, "leak": 0.2},
///      {"kind": "force-dual", "modes": 2, "switched": true, "colour": 1}]
///
/// They have no effect on the character itself.
namespace limber::app {

/// Parameters of a compared body that are not the character's, so that parameter sets stand side by side.
struct ParameterOverrides {
    std::optional<double> young = std::nullopt; // [Pa]
    std::optional<double> poisson = std::nullopt;
    std::optional<Index> clusters = std::nullopt;
    std::optional<double> leak = std::nullopt; // the rig's momentum that leaks to the body
    /// The file of the loads, of kinds that depend on them, or "mass", equal forces on equal masses; empty: the
    /// character's. `limber compare` replaces names of sources (cli/loads_option.h) by what the scene proposes.
    std::string loads = {};
    /// A subspace for each of the loads: the body steps in that of the load that acts (switched_loads.h).
    bool switched = false;
    /// Steps by Newton's method with this elastic energy on so many cubature points (newton_description.h), of
    /// `limber compare`; nullopt: the character's own step. Of full space its energy.
    std::optional<ElasticEnergy> energy = std::nullopt;
    std::optional<Index> points = std::nullopt;          // nullopt: the default
    std::optional<double> training_error = std::nullopt; // that the points must reach; nullopt: any
    bool operator==(const ParameterOverrides&) const = default;
};

/// A subspace that is compared with the one of a character, by its name and size.
struct ComparedSubspace {
    std::string kind = "full";          // a name of live_kinds()
    Index modes = 16;                   // twelve coordinates for each mode, in every kind; ignored by full space
    ParameterOverrides parameters = {}; // of full space the elastic energy alone
    /// Of its marks and curves: from 1 to compared_max, and different in a list, so that a body keeps it when another
    /// one is removed; 0: not chosen yet, or the character itself.
    int colour = 0;

    /// Whether it is the same subspace, of whatever colour.
    bool operator==(const ComparedSubspace& other) const {
        return kind == other.kind && modes == other.modes && parameters == other.parameters;
    }
};

inline constexpr const char* full_space_name = "full";

/// At most so many subspaces are shown beside a character.
inline constexpr std::size_t compared_max = 3;
inline constexpr Index own_clusters_max = 100000000; // of ParameterOverrides

/// The names of the kinds that move beside a character: those that it can have itself, and full space.
const std::vector<std::string>& live_kinds();

/// The first value of a list that is out of range, if any. What `limber compare` alone can override is out of range.
std::optional<Error> fault_in(const std::vector<ComparedSubspace>& compared);

/// Gives each subspace without a colour the first one that is free. Precondition: at most compared_max subspaces.
void choose_colours(std::vector<ComparedSubspace>& compared);

/// Refuses kinds that do not exist, and values that are out of range. All have a colour afterwards.
void read_value(const JsonNode& node, std::vector<ComparedSubspace>& compared);
Json compared_json(const std::vector<ComparedSubspace>& compared);

} // namespace limber::app
