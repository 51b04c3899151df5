// SPDX-License-Identifier: MIT
#include "app/comparison/switched_contender.h"

#include "app/comparison/other_subspace.h"
#include "engine/body/body_step.h"
#include "engine/core/stopwatch.h"
#include "engine/linalg/nearest_rotation.h"

#include <array>
#include <utility>

namespace limber::app {
namespace {

// In a subspace of either kind, as a contact point is placed.
Vec3 position_of(const Character& character, const BodyPoint& point, const State& state) {
    return contact_positions(character, ContactPoints{{}, point.phi, point.rig_row}, state).row(0);
}

// The rotation that brings the points at rest nearest to where they are.
Mat3 rotation_of(const Character& character, const ContactPoints& points, const State& state) {
    const Points x = contact_positions(character, points, state);
    const Points X = character.mesh.X(points.vertices, Eigen::all);
    const Eigen::RowVector3d middle = x.colwise().mean();
    const Eigen::RowVector3d middle_at_rest = X.colwise().mean();
    return nearest_rotation((x.rowwise() - middle).transpose() * (X.rowwise() - middle_at_rest));
}

void add(const Vec3& force, const std::array<int, 3>& vertices, const std::array<double, 3>& barycentric,
         std::vector<VertexForce>& forces) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
        if (barycentric[corner] != 0.0) {
            forces.push_back({vertices[corner], barycentric[corner] * force});
        }
    }
}

} // namespace

SwitchedContender::Component::Component(CharacterPtr its_character, InstructionSet instruction_set)
    : character(std::move(its_character)),
      workspace(*character, handles_max, instruction_set, contact_points_in(*character)),
      spread(contact_points_of(*character)) {}

SwitchedContender::SwitchedContender(const std::vector<Start>& starts, LoadMixture mixture,
                                     InstructionSet instruction_set)
    : acting_(std::move(mixture)), now_(acting_.chosen()), state_(starts.at(now_).state), one_step_(state_) {
    for (const Start& start : starts) {
        components_.emplace_back(start.character, instruction_set);
    }
    for (std::size_t from = 0; from < starts.size(); ++from) {
        for (std::size_t to = 0; to < starts.size(); ++to) {
            if (from != to) {
                switches_.emplace(std::pair(from, to),
                                  SubspaceSwitch::between(*starts[from].character, *starts[to].character));
            }
        }
    }
}

void SwitchedContender::start_from(const State& full) {
    acting_.restart();
    now_ = acting_.chosen();
    lost_ = {};
    state_ = nearest_state(character(), full);
}

// Handles pull with the stiffness that they have now, contacts with the forces of the last step.
std::vector<VertexForce> SwitchedContender::observed(const Controls& controls, const LeaderStep& leader) const {
    std::vector<VertexForce> forces;
    for (std::size_t i = 0; i < leader.handles.size(); ++i) {
        const Handle& handle = controls.handles[i];
        add(handle.stiffness * (handle.target - position_of(character(), handle.point, state_)),
            leader.handles[i].vertices, leader.handles[i].barycentric, forces);
    }
    for (const AppliedForce& applied : leader.forces) {
        add(applied.force, applied.vertices, applied.barycentric, forces);
    }
    for (Index i = 0; i < state_.contact_force.rows(); ++i) {
        const int vertex = character().contact_points->vertices[static_cast<std::size_t>(i)];
        forces.push_back({vertex, state_.contact_force.row(i).transpose()});
    }
    const Mat3 R = rotation_of(character(), *components_[now_].spread, state_);
    for (VertexForce& one : forces) {
        one.force = R.transpose() * one.force;
    }
    return forces;
}

void SwitchedContender::switch_to(std::size_t next) {
    SubspaceSwitch::Switched switched = switches_.at({now_, next}).apply(state_);
    state_ = std::move(switched.state);
    lost_ = switched.errors;
    now_ = next;
}

Result<Done> SwitchedContender::step(const LeaderStep& leader) {
    Controls controls = followed_controls(character(), leader);
    const Stopwatch watch;
    lost_ = {};
    const std::size_t next = acting_.observe(observed(controls, leader), controls.time_step);
    if (next != now_) {
        switch_to(next);
        controls = followed_controls(character(), leader);
    }
    const StepReport report = limber::step(character(), controls, state_, components_[now_].workspace);
    step_seconds_ = watch.seconds();
    return done_unless_failed(report);
}

Result<Done> SwitchedContender::step_from(const State& full, const LeaderStep& leader) {
    one_step_ = nearest_state(character(), full);
    return done_unless_failed(
        limber::step(character(), followed_controls(character(), leader), one_step_, components_[now_].workspace));
}

Points SwitchedContender::positions() const {
    return limber::positions(character(), state_);
}

Points SwitchedContender::one_step_positions() const {
    return limber::positions(character(), one_step_);
}

} // namespace limber::app
