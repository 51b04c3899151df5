// SPDX-License-Identifier: MIT
#include "app/motion/spring_mover.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double shortest_length = 1e-9; // [m] of a rest length that extensions refer to

// A rate that follows a hand, and a regularisation with which a body that stands free keeps its feet still.
constexpr SpringKinematicsOptions mover_options{
    .shortest = movement_shortest, .longest = movement_longest, .rate = 1.5, .regularisation = 1e-4};
constexpr double movement_rate = 4.0; // [1/s] likewise, of movements

// Of the document.
Vector natural_lengths(const Controls& controls) {
    Vector lengths(static_cast<Index>(controls.springs.size()));
    for (Index i = 0; i < lengths.size(); ++i) {
        lengths(i) = std::max(controls.springs[static_cast<std::size_t>(i)].rest_length, shortest_length);
    }
    return lengths;
}

void set_rest_lengths(const Vector& lengths, Controls& controls) {
    for (Index i = 0; i < lengths.size(); ++i) {
        controls.springs[static_cast<std::size_t>(i)].rest_length = lengths(i);
    }
}

Vector rest_lengths(const Controls& controls) {
    Vector lengths(static_cast<Index>(controls.springs.size()));
    for (Index i = 0; i < lengths.size(); ++i) {
        lengths(i) = controls.springs[static_cast<std::size_t>(i)].rest_length;
    }
    return lengths;
}

// By targets.
bool is_kept(const SpringRole& role) {
    return role.share || !role.follows;
}

} // namespace

bool can_move_springs(const Character& character) {
    return (!character.linear || character.cubature) && !character.switched && !character.thin;
}

bool is_at_limit(double rest_length, double natural) {
    constexpr double tolerance = 1e-9; // of the natural length
    return natural > 0.0 && (rest_length <= (mover_options.shortest + tolerance) * natural ||
                             rest_length >= (mover_options.longest - tolerance) * natural);
}

SpringMover::SpringMover(CharacterPtr character, InstructionSet instruction_set)
    : character_(std::move(character)), instruction_set_(instruction_set) {}

// Other natural lengths are another problem, with the damping of the last.
void SpringMover::prepare(const Vector& natural) {
    if (kinematics_ && natural_.size() == natural.size() && natural_ == natural) {
        return;
    }
    if (kinematics_) {
        damping_ = kinematics_->damping();
    }
    natural_ = natural;
    const Index points = character_->contact_points ? character_->contact_points->count() : 0;
    const SpringStepSizes sizes{static_cast<Index>(handles_max + springs_max), points, instruction_set_};
    kinematics_.emplace(character_->cubature ? SpringStep(*character_->cubature, sizes)
                                             : SpringStep(character_->model, sizes),
                        natural_, mover_options);
    if (damping_) {
        kinematics_->set_damping(*damping_);
    }
}

// The lengths of the movements, and those of the document where targets change none.
void SpringMover::approach(const Vector& natural, const std::vector<SpringRole>& roles, bool has_targets,
                           double time_step) {
    for (Index i = 0; i < natural.size(); ++i) {
        const SpringRole& role = roles[static_cast<std::size_t>(i)];
        if (has_targets && !is_kept(role)) {
            continue;
        }
        const double wanted = role.share.value_or(1.0) * natural(i);
        const double change = (role.share ? movement_rate : mover_options.rate) * time_step * natural(i);
        lengths_(i) = std::clamp(wanted, lengths_(i) - change, lengths_(i) + change);
    }
}

// Chooses with the contact points that stand.
void SpringMover::lift(const SpringTargets& targets, const State& state, Controls& controls) {
    if (!standing_.points || lifted_ != targets.lifted) {
        lifted_ = targets.lifted;
        standing_ = contacts_without(*controls.contact.points, lifted_);
    }
    Controls ahead = controls;
    ahead.contact.points = standing_.points;
    State start = state;
    start.contact_force = state.contact_force(standing_.rows, Eigen::all);
    kinematics_->choose(start, targets.points, kept_, ahead);
    controls.springs = ahead.springs;
}

void SpringMover::choose(const SpringTargets& targets, const std::vector<SpringRole>& roles, const State& state,
                         Controls& controls) {
    EXPECTS(roles.size() == controls.springs.size());
    if (lengths_.size() > 0 && lengths_.size() != static_cast<Index>(controls.springs.size())) {
        set_memory({});
    }
    const bool are_moved = std::ranges::any_of(roles, [](const SpringRole& role) { return role.share.has_value(); });
    if (controls.springs.empty() || (targets.points.empty() && !are_moved && lengths_.size() == 0)) {
        return;
    }
    const Vector natural = natural_lengths(controls);
    if (lengths_.size() == 0) {
        lengths_ = natural;
    }
    approach(natural, roles, !targets.points.empty(), controls.time_step);
    if (targets.points.empty() && !are_moved && lengths_ == natural) {
        set_memory({});
        return;
    }
    set_rest_lengths(lengths_, controls);
    if (!targets.points.empty()) {
        prepare(natural);
        kept_.resize(roles.size());
        std::ranges::transform(roles, kept_.begin(), [](const SpringRole& role) { return is_kept(role) ? 1 : 0; });
        if (targets.lifted.empty()) {
            kinematics_->choose(state, targets.points, kept_, controls);
        } else {
            lift(targets, state, controls);
        }
        lengths_ = rest_lengths(controls);
    }
}

void SpringMover::show(Controls& controls) const {
    if (lengths_.size() == static_cast<Index>(controls.springs.size())) {
        set_rest_lengths(lengths_, controls);
    }
}

std::vector<double> SpringMover::memory() const {
    std::vector<double> memory;
    if (lengths_.size() > 0) {
        memory.push_back(kinematics_ ? kinematics_->damping() : damping_.value_or(0.0));
        memory.insert(memory.end(), lengths_.begin(), lengths_.end());
    }
    return memory;
}

void SpringMover::set_memory(std::span<const double> memory) {
    kinematics_.reset();
    damping_.reset();
    lengths_.resize(0);
    const auto is_length = [](double number) {
        return std::isfinite(number) && number >= 0.0;
    };
    if (memory.size() < 2 || !std::ranges::all_of(memory, is_length)) {
        return;
    }
    if (memory.front() > 0.0) {
        damping_ = memory.front();
    }
    lengths_ = Eigen::Map<const Vector>(memory.data() + 1, static_cast<Index>(memory.size() - 1));
}

} // namespace limber::app
