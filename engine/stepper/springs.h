// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/iterate.h"
#include "engine/stepper/state.h"

/// Springs between points of the body as fast mass-springs [Liu et al. 2013, Fast Simulation of Mass-Spring Systems;
/// Force-Dual Modes, equation 26 with a factor 1/2]. With d the vector from one point to the other,
///
///     k/2 (|d| - l)^2  =  min over |p| = l of  k/2 |d - p|^2  =  k/2 |d|^2  -  k l |d|  +  k/2 l^2
///
/// The first term is a handle at the target zero: a column of the handles' quadratic form (handle_system.h), which is
/// factored once a step. The second is the local step: the p nearest to d, l d / |d|, pulls with the force k p. It is
/// concave, so that a local-global iteration minimises a bound that touches the objective, as it does for the rotations
/// of the clusters. A spring of length zero has no direction, and its local step no force.
///
/// The forces at both ends are opposite and along d, so that springs leave both momenta of a free body alone.
namespace limber {

Spring spring_between(const BodyPoint& from, const BodyPoint& to, double stiffness, double rest_length);

/// [m] From one point of the spring to the other, in a skinning subspace.
Vec3 vector_of(const Spring& spring, const State& state);

/// [J] k/2 (|d| - l)^2 of all springs, in a skinning subspace.
double spring_energy(const std::vector<Spring>& springs, const State& state);

/// Of the springs of a step, d = unknown_weight phi' Z + offset, with Z the unknown of the descents.
struct SpringOffsets {
    Points offset; // capacity x 3 [m]
    double unknown_weight = 1.0;
};

/// Computes the offsets, and adds the force of the quadratic part at Z = 0 to `constant`. A spring's points are those
/// of the unknown and, with `base_weight`, of the base (n x 3 both), as those of handles.
void prepare_springs(const Controls& controls, const Coordinates& Z_base, double base_weight, double unknown_weight,
                     SpringOffsets& springs, Coordinates& constant);

/// d at Z (n x 3).
Vec3 vector_at(const Spring& spring, Index place, const SpringOffsets& springs, const Coordinates& Z);

/// Subtracts the pull of the local steps from at.gradient and returns their energy, times 1 / unknown_weight as the
/// whole objective [J].
double add_spring_lengths(const Controls& controls, const SpringOffsets& springs, Iterate& at);

/// The local step of one spring: its force k p on the second point, against d - p, and its energy -k l |d|.
struct SpringPull {
    Vec3 force = Vec3::Zero(); // [N]
    double energy = 0.0;       // [J]
};
SpringPull spring_pull(const Spring& spring, const Vec3& d);

/// The second derivative of k/2 (|d| - l)^2 by d is k along d, and this share of k across it: 1 - l / |d|, negative
/// where the spring is shorter than at rest. Precondition: the length |d| is above 0.
inline double share_across(const Spring& spring, double length) {
    return 1.0 - spring.rest_length / length;
}

} // namespace limber
