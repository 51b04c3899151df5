#include "engine/operators/material.h"

#include <cmath>

namespace limber {
namespace {

/// One property of a material: a value for every tet, each in [least, below).
struct Property {
    const char* name;
    const Vector& values;
    double least;
    double below;
    bool may_be_least;
    const char* demand;
};

bool is_in_range(const Property& property, double value) {
    const bool is_above = property.may_be_least ? value >= property.least : value > property.least;
    return is_above && value < property.below && std::isfinite(value);
}

std::optional<Error> fault_in(const Property& property, Index tet_count) {
    if (property.values.size() != tet_count) {
        return Error{ErrorKind::bad_input,
                     "the material has " + std::to_string(property.values.size()) + " values for " +
                         std::to_string(tet_count) + " tets; give one for each",
                     property.name};
    }
    for (Index t = 0; t < tet_count; ++t) {
        if (!is_in_range(property, property.values[t])) {
            return Error{ErrorKind::bad_input,
                         std::to_string(property.values[t]) + " is out of range: it must be " + property.demand,
                         std::string(property.name) + " of tet " + std::to_string(t)};
        }
    }
    return std::nullopt;
}

} // namespace

Material uniform_material(const UniformMaterial& material, Index tet_count) {
    return {Vector::Constant(tet_count, material.young), Vector::Constant(tet_count, material.poisson),
            Vector::Constant(tet_count, material.density)};
}

std::optional<Error> fault_in(const Material& material, const TetMesh& mesh) {
    constexpr double no_limit = HUGE_VAL;
    const char* positive = "a positive, finite number";
    const Property properties[] = {
        {"Young's modulus", material.young, 0.0, no_limit, false, positive},
        {"Poisson's ratio", material.poisson, 0.0, 0.5, true, "at least 0 and below 0.5"},
        {"density", material.density, 0.0, no_limit, false, positive},
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
