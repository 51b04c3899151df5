// SPDX-License-Identifier: MIT
#include "engine/stepper/springs.h"

#include "engine/core/contract.h"
#include "engine/stepper/contact_rows.h"

namespace limber {

Spring spring_between(const BodyPoint& from, const BodyPoint& to, double stiffness, double rest_length) {
    return {{to.phi - from.phi, to.rig_row - from.rig_row}, stiffness, rest_length};
}

Vec3 vector_of(const Spring& spring, const State& state) {
    return product(spring.span.phi, state.Z) + product(spring.span.rig_row, state.P);
}

double spring_energy(const std::vector<Spring>& springs, const State& state) {
    double energy = 0.0;
    for (const Spring& spring : springs) {
        const double stretch = vector_of(spring, state).norm() - spring.rest_length;
        energy += 0.5 * spring.stiffness * stretch * stretch;
    }
    return energy;
}

void prepare_springs(const Controls& controls, const Coordinates& Z_base, double base_weight, double unknown_weight,
                     SpringOffsets& springs, Coordinates& constant) {
    EXPECTS(springs.offset.rows() >= static_cast<Index>(controls.springs.size()));
    springs.unknown_weight = unknown_weight;
    Index row = 0;
    for (const Spring& spring : controls.springs) {
        const Vec3 base = base_weight == 0.0 ? Vec3(Vec3::Zero()) : base_weight * product(spring.span.phi, Z_base);
        const Vec3 offset = product(spring.span.rig_row, controls.P) + base;
        for (Index axis = 0; axis < 3; ++axis) {
            constant.col(axis) -= spring.stiffness * offset(axis) * spring.span.phi;
        }
        springs.offset.row(row++) = offset;
    }
}

Vec3 vector_at(const Spring& spring, Index place, const SpringOffsets& springs, const Coordinates& Z) {
    return springs.unknown_weight * product(spring.span.phi, Z) + springs.offset.row(place).transpose();
}

SpringPull spring_pull(const Spring& spring, const Vec3& d) {
    const double length = d.norm();
    if (length == 0.0) {
        return {};
    }
    const double pull = spring.stiffness * spring.rest_length;
    return {pull / length * d, -pull * length};
}

double add_spring_lengths(const Controls& controls, const SpringOffsets& springs, Iterate& at) {
    double energy = 0.0;
    Index place = 0;
    for (const Spring& spring : controls.springs) {
        const SpringPull pull = spring_pull(spring, vector_at(spring, place++, springs, at.Z));
        for (Index axis = 0; axis < 3; ++axis) {
            at.gradient.col(axis) -= pull.force(axis) * spring.span.phi;
        }
        energy += pull.energy;
    }
    return energy / springs.unknown_weight;
}

} // namespace limber
