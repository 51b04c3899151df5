// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_distribution.h"
#include "engine/loads/muscle_loads.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// A load as plain values, as files and scenes have it: where forces on a body come from, and how large a share of all
/// loads it is.
namespace limber {

enum class LoadKind {
    everywhere, // equal forces on equal masses
    region,     // the same within a ball, and less beyond it
    field,      // the same times a field: painted, or a bone's weights
    pressing,   // along the normals of the surface
    patch,      // one contact, pushed as a whole along its normal and its tangents
    handles,    // at the vertices nearest to points
    pocket,     // the pressure in closed cavities
    muscle,     // along fibres that contract
    springs     // between the vertices nearest to pairs of points
};
/// The names in files, in the order of the enumerators.
inline constexpr std::array load_kind_names{"everywhere", "region", "field",  "pressing", "patch",
                                            "handles",    "pocket", "muscle", "springs"};

inline constexpr int muscle_sections_max = 64;

struct Load {
    std::string name = {}; // in messages; empty: its place in the list
    LoadKind kind = LoadKind::everywhere;
    /// Limits all kinds but `everywhere`, `handles` and `springs`; of a `pocket`, the centre is a point in its cavity.
    std::optional<LoadRegion> region = std::nullopt;
    /// The name of a field of the body, which limits the same kinds. Of a muscle without ends, the fibres are along its
    /// gradient; of a pocket, it covers the surface.
    std::string field = {};
    /// [1/m^2] Beyond the field, without a region: the largest product of the field at a vertex with exp(-decay d^2), d
    /// the distance from it (around). 0: the field ends where it is zero.
    double decay = 0.0;
    /// Of a muscle: the names of the fields between which its fibres are.
    std::string from = {};
    std::string to = {};
    int sections = 1;                              // of a muscle, activated independently; 1 to 64
    double tangents = 1.0;                         // of a patch: the variance along a tangent, of that along its normal
    std::vector<Vec3> points = {};                 // of handles
    std::vector<std::array<Vec3, 2>> springs = {}; // ends
    /// [N/m] Of handles and springs: one for each, or one for all, with which they hold the body while they act, so
    /// that a subspace is for the body that they hold. Empty: none.
    std::vector<double> stiffness = {};
    double amount = 1.0; // its variance, as a factor of that of `everywhere`
    /// Of the force. A kind with patterns has a number for each, in its standard deviations, which is positive where a
    /// pocket is inflated, a muscle contracts or a spring pulls its ends together; but a patch has one number, along
    /// its mean normal out of the body, or a vector along the axes, likewise; `pressing` has a pressure [Pa]; handles
    /// have the displacement [m] of their targets, three components, whose force is 2/s^2 times the mass times it; and
    /// other kinds have an acceleration of the mass [m/s^2], three components. Empty: zero.
    std::vector<double> mean = {};

    bool operator==(const Load&) const = default;
};

/// A share of each vertex with a name: a painted region, or the weights of a bone.
struct NamedField {
    std::string name;
    Vector share; // n, not negative
};

/// What loads are placed on. The mesh and its masses must outlive it.
struct LoadedBody {
    const TetMesh& mesh;
    const Vector& mass; // n [kg]
    std::vector<NamedField> fields = {};
};

/// n, not negative: the share of each vertex in a load by its region, its field and its decay. Handles and springs have
/// no share, and a pocket with a centre alone is not limited by it. Fails as distribution_of.
Result<Vector> share_of(const Load& load, const LoadedBody& body);

/// The distribution of a load with the variance of `everywhere` times its amount. Fails with bad_input, and a message
/// that continues the load's name: it has no place, meets no vertex, names a field that the body lacks or one that is
/// negative or not finite, has a pocket that is not closed or fibres without a solution, or a mean of another length.
Result<LoadDistribution> distribution_of(const Load& load, const LoadedBody& body);

/// The fibres of a muscle, of all its sections. Fails as distribution_of.
Result<MuscleFibres> fibres_of(const Load& load, const LoadedBody& body);

/// What messages call a load of a list: by its name, or without one by its place.
std::string name_of_load(const std::string& name, std::size_t place);

/// Continues the load's name: it has a point that is farther from the body than half of the body's size, which is as
/// good as never meant; nullopt: it has none.
std::optional<std::string> warning_of(const Load& load, const LoadedBody& body);

/// The sum of independent loads. Fails likewise, and if they are zero everywhere.
Result<LoadDistribution> distribution_of(const std::vector<Load>& loads, const LoadedBody& body);

} // namespace limber
