// SPDX-License-Identifier: MIT
#include "engine/operators/material.h"

#include <cmath>

namespace limber {
namespace {

/// One property of a material: a value for every tet.
struct Property {
    const char* name;
    const Vector& values;
    bool (*is_in_range)(double);
    const char* demand;
};

bool is_positive_and_finite(double value) {
    return value > 0.0 && std::isfinite(value);
}

std::optional<Error> fault_in(const Property& property, Index tet_count) {
    if (property.values.size() != tet_count) {
        return Error{ErrorKind::bad_input,
                     "the material has " + std::to_string(property.values.size()) + " values for " +
                         std::to_string(tet_count) + " tets; give one for each",
                     property.name};
    }
    for (Index t = 0; t < tet_count; ++t) {
        if (!property.is_in_range(property.values[t])) {
            return Error{ErrorKind::bad_input,
                         std::to_string(property.values[t]) + " is out of range: it must be " + property.demand,
                         std::string(property.name) + " of tet " + std::to_string(t)};
        }
    }
    return std::nullopt;
}

} // namespace

bool is_poisson(double ratio) {
    return ratio >= 0.0 && ratio <= poisson_max;
}

Material uniform_material(const UniformMaterial& material, Index tet_count) {
    return {Vector::Constant(tet_count, material.young), Vector::Constant(tet_count, material.poisson),
            Vector::Constant(tet_count, material.density)};
}

std::optional<Error> fault_in(const Material& material, const TetMesh& mesh) {
    const char* positive = "a positive, finite number";
    const Property properties[] = {
        {"Young's modulus", material.young, is_positive_and_finite, positive},
        {"Poisson's ratio", material.poisson, is_poisson, poisson_demand},
        {"density", material.density, is_positive_and_finite, positive},
    };
    for (const Property& property : properties) {
        if (auto fault = fault_in(property, mesh.tet_count())) {
            return fault;
        }
    }
    return std::nullopt;
}

Vector lame_mu(const Material& material) {
    return material.young.array() / (2.0 * (1.0 + material.poisson.array()));
}

Vector lame_lambda(const Material& material) {
    const auto nu = material.poisson.array();
    return material.young.array() * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
}

} // namespace limber
