// SPDX-License-Identifier: MIT
#include "app/motion/spring_mover.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double shortest_length = 1e-9; // [m] of a rest length that extensions refer to

constexpr SpringKinematicsOptions mover_options{};

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

} // namespace

bool can_move_springs(const Character& character) {
    return !character.linear && !character.switched && !character.thin;
}

SpringMover::SpringMover(CharacterPtr character, InstructionSet instruction_set)
    : character_(std::move(character)), instruction_set_(instruction_set) {}

// Other natural lengths are another problem, with the damping of the last.
void SpringMover::prepare(const Controls& controls) {
    Vector natural = natural_lengths(controls);
    if (kinematics_ && natural_.size() == natural.size() && natural_ == natural) {
        return;
    }
    if (kinematics_) {
        damping_ = kinematics_->damping();
    }
    natural_ = std::move(natural);
    const Index points = character_->contact_points ? character_->contact_points->count() : 0;
    kinematics_.emplace(character_->model, natural_, mover_options,
                        SpringKinematicsSizes{static_cast<Index>(handles_max + springs_max), points, instruction_set_});
    if (damping_) {
        kinematics_->set_damping(*damping_);
    }
}

// Back to the rest lengths of the document.
void SpringMover::relax(Controls& controls) {
    const Vector natural = natural_lengths(controls);
    const Vector change = mover_options.rate * controls.time_step * natural;
    lengths_ = natural.cwiseMax(lengths_ - change).cwiseMin(lengths_ + change);
    if (lengths_ == natural) {
        set_memory({});
    } else {
        set_rest_lengths(lengths_, controls);
    }
}

void SpringMover::choose(const std::vector<PointTarget>& targets, const State& state, Controls& controls) {
    if (lengths_.size() > 0 && lengths_.size() != static_cast<Index>(controls.springs.size())) {
        set_memory({});
    }
    if (controls.springs.empty()) {
        return;
    }
    if (targets.empty()) {
        if (lengths_.size() > 0) {
            relax(controls);
        }
        return;
    }
    prepare(controls);
    if (lengths_.size() > 0) {
        set_rest_lengths(lengths_, controls);
    }
    kinematics_->choose(state, targets, controls);
    lengths_ = rest_lengths(controls);
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
    damping_ = memory.front();
    lengths_ = Eigen::Map<const Vector>(memory.data() + 1, static_cast<Index>(memory.size() - 1));
}

} // namespace limber::app
