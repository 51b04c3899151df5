// SPDX-License-Identifier: MIT
#include "engine/control/search_key.h"

#include "engine/core/hash.h"
#include "engine/linalg/compiled_solvers.h"

#include <Eigen/Geometry>

#include <cmath>
#include <concepts>
#include <utility>

namespace limber {
namespace {

template <typename Derived>
void add(Hasher& hasher, const Eigen::DenseBase<Derived>& matrix) {
    hasher.add(static_cast<std::uint64_t>(matrix.rows())).add(static_cast<std::uint64_t>(matrix.cols()));
    for (Index j = 0; j < matrix.cols(); ++j) {
        for (Index i = 0; i < matrix.rows(); ++i) {
            hasher.add(static_cast<double>(matrix(i, j)));
        }
    }
}

void add(Hasher& hasher, double number) {
    hasher.add(number);
}

template <std::integral Whole>
void add(Hasher& hasher, Whole whole) {
    hasher.add(static_cast<std::uint64_t>(whole));
}

template <typename... T>
void add_all(Hasher& hasher, const T&... values) {
    (add(hasher, values), ...);
}

void add_shape(Hasher& hasher, const HalfSpace& half) {
    add_all(hasher, half.point, half.normal);
}

void add_shape(Hasher& hasher, const Ball& ball) {
    add_all(hasher, ball.centre, ball.radius);
}

void add_shape(Hasher& hasher, const Capsule& capsule) {
    add_all(hasher, capsule.a, capsule.b, capsule.radius);
}

void add_shape(Hasher& hasher, const Box& block) {
    add_all(hasher, block.placement, block.half_size);
}

void add_shape(Hasher& hasher, const HeightField& field) {
    add_all(hasher, field.placement, field.spacing, field.heights);
}

void add_contact(Hasher& hasher, const ContactControls& contact) {
    add_all(hasher, static_cast<int>(contact.law), contact.tangential_restitution);
    if (contact.points) {
        add_all(hasher, contact.points->phi, contact.points->rig_rows);
    }
    for (const Obstacle& obstacle : contact.obstacles ? *contact.obstacles : Obstacles{}) {
        add_all(hasher, obstacle.shape.index(), obstacle.friction, obstacle.restitution);
        std::visit([&](const auto& shape) { add_shape(hasher, shape); }, obstacle.shape);
        if (obstacle.motion) {
            add_all(hasher, *obstacle.motion);
        }
    }
}

// All but the activation, which belongs to the gait.
void add_controls(Hasher& hasher, const Controls& controls) {
    add_all(hasher, controls.P, controls.gravity, controls.time_step, controls.young_scale, controls.lambda_scale,
            controls.density_scale, controls.damping, controls.strain_damping, controls.muscle_stiffness_scale);
    add_all(hasher, static_cast<int>(controls.integrator), static_cast<int>(controls.arithmetic), controls.iterations,
            controls.memory, controls.tolerance, controls.rig_discontinuity);
    if (controls.wind != Wind{}) {
        add_all(hasher, controls.wind.velocity, controls.wind.drag);
    }
    for (const Handle& handle : controls.handles) {
        add_all(hasher, handle.point.phi, handle.point.rig_row, handle.stiffness, handle.target);
    }
    for (const PointForce& applied : controls.forces) {
        add_all(hasher, applied.point.phi, applied.point.rig_row, applied.force);
    }
    for (const Spring& spring : controls.springs) {
        add_all(hasher, spring.span.phi, spring.span.rig_row, spring.stiffness, spring.rest_length);
    }
    add_contact(hasher, controls.contact);
}

void add_walker(Hasher& hasher, const Walker& walker) {
    hasher.add(hash_of(walker.start));
    add_all(hasher, walker.front, walker.up, walker.length);
    add_controls(hasher, walker.controls);
}

void add_trace(Hasher& hasher, const Trace& trace) {
    for (const Stance& stance : trace.stances) {
        add_all(hasher, stance.centre, stance.turn);
    }
    add_all(hasher, trace.work, trace.is_finite);
}

// Quasi-random numbers in [0, 1).
double quasi_random(Index i) {
    const double x = 0.618033988749895 * static_cast<double>(i + 1);
    return x - std::floor(x);
}

// Includes values of muscles that are at rest in the sample gaits below.
void add_fixed(Hasher& hasher, const GaitSpace& space) {
    for (std::size_t i = 0; i < space.fixed.size(); ++i) {
        for (std::size_t j = 0; j < space.fixed[i].size(); ++j) {
            const auto& [amplitude, period, phase] = space.fixed[i][j];
            for (const auto& [kind, value] : {std::pair(1, amplitude), std::pair(2, period), std::pair(3, phase)}) {
                if (value) {
                    add_all(hasher, i, j, kind, *value);
                }
            }
        }
    }
}

// Hashes a space by sample gaits: spaces that agree in all of them are the same.
void add_space(Hasher& hasher, const GaitSpace& space) {
    const Index n = dimension(space);
    for (const bool is_periodic : periodic_coordinates(space)) {
        add(hasher, static_cast<int>(is_periodic));
    }
    for (const Participation part : space.parts) {
        add(hasher, static_cast<int>(part));
    }
    add_fixed(hasher, space);
    const Vector scattered_point = Vector::NullaryExpr(n, [](Index i) { return quasi_random(i); });
    for (const Vector& point : {Vector(Vector::Zero(n)), scattered_point, Vector(Vector::Ones(n))}) {
        const Gait gait = gait_at(space, point);
        add_all(hasher, gait.ramp, gait.limit, gait.waveforms.size());
        for (const Waveform& waveform : gait.waveforms) {
            add(hasher, waveform.size());
            for (const Sinusoid& one : waveform) {
                add_all(hasher, one.amplitude, one.period, one.phase);
            }
        }
    }
}

// A synthetic trace that moves along one axis and faces another, while rising and swaying.
Trace synthetic_trace(const Walker& walker, Index travel, Index facing) {
    const auto axis = [](Index i) {
        return Vec3((i < 3 ? 1.0 : -1.0) * Vec3::Unit(i % 3));
    };
    const Mat3 turned = Eigen::Quaterniond::FromTwoVectors(walker.front, axis(facing)).toRotationMatrix();
    Trace trace;
    for (Index i = 0; i < 4; ++i) {
        const double share = static_cast<double>(i) / 3.0;
        const Vec3 sway(quasi_random(3 * i + travel), quasi_random(3 * i + 1), quasi_random(3 * i + 2 + facing));
        const Mat3 sways = Eigen::AngleAxisd(0.3 * share, Vec3(0.3, 0.8, -0.5).normalized()).toRotationMatrix();
        trace.stances.push_back({walker.length * (share * axis(travel) + 0.2 * sway), sways * turned});
    }
    trace.work = 0.37;
    return trace;
}

// Hashes an objective by its costs of synthetic traces: a setting that changes none of them is irrelevant.
void add_objective(Hasher& hasher, const Walker& walker, const Objective& objective) {
    for (Index travel = 0; travel < 6; ++travel) {
        for (Index facing = 0; facing < 6; ++facing) {
            hasher.add(cost_of(synthetic_trace(walker, travel, facing), walker, objective));
        }
    }
}

// The structured binding stops compiling when a member is added, so none is forgotten.
void add_options(Hasher& hasher, const GaitSearchOptions& options) {
    const auto& [generations, population, steps, sigma, restarts, seed] = options;
    (void) generations; // a search may be continued with more generations
    add_all(hasher, population, steps, sigma, restarts, seed);
}

} // namespace

std::uint64_t search_key(const SearchKeyInput& search) {
    Hasher hasher;
    add_walker(hasher, search.walker);
    add_trace(hasher, search.middle);
    add_space(hasher, search.space);
    add_objective(hasher, search.walker, search.objective);
    add_options(hasher, search.options);
    return hasher.digest();
}

} // namespace limber
