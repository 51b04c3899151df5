// SPDX-License-Identifier: MIT
#include "app/motion/motion_history.h"

#include <algorithm>
#include <bit>

namespace limber::app {
namespace {

constexpr std::size_t scalars_in_a_slot = 15;
constexpr std::size_t numbers_of_a_rigid_body = 18; // of a RigidState
constexpr std::size_t time_in_a_slot = 0;
constexpr std::size_t hash_in_a_slot = 9;

/// Walks through a slot, number by number and stack by stack, in one direction or the other.
struct Writer {
    double* at;
    void number(double value) {
        *at++ = value;
    }
    template <typename Rows>
    void stack(const Rows& stack) {
        at = std::copy(stack.data(), stack.data() + stack.size(), at);
    }
};

struct Reader {
    const double* at;
    double number() {
        return *at++;
    }
    template <typename Rows = AffineStack>
    Rows stack(Index rows) {
        const Rows stack = Eigen::Map<const Rows>(at, rows, 3);
        at += stack.size();
        return stack;
    }
};

// The state, the previous state for BDF2, and the pose from which a clip blend starts: 12 numbers a bone, one a target.
// The numbers of a rigid body and the memories of the behaviour, of the switches between loads and of the springs stand
// at the end, in this order.
std::size_t slot_size_for(Index k, Index rig_rows, Index contact_points, std::size_t of_others) {
    return scalars_in_a_slot + of_others +
           static_cast<std::size_t>(12 * (k + rig_rows) + 3 * rig_rows + 3 * contact_points);
}

void write(const RigidState& rigid, double* at) {
    Writer writer{at};
    writer.stack(rigid.frame);
    writer.stack(rigid.velocity);
    writer.stack(rigid.angular_velocity);
}

RigidState rigid_state_at(const double* at) {
    RigidState rigid;
    rigid.frame = Eigen::Map<const Affine>(at);
    rigid.velocity = Eigen::Map<const Vec3>(at + 12);
    rigid.angular_velocity = Eigen::Map<const Vec3>(at + 15);
    return rigid;
}

} // namespace

MotionHistory::MotionHistory(std::uint64_t place, const StoredState& stored_state, const LiveControls& controls)
    : k_(stored_state.state.Z.rows()), rig_rows_(stored_state.state.P.rows()),
      contact_points_(stored_state.state.contact_force.rows()),
      first_(place), slots_{written(stored_state)}, changes_{{place, controls}} {}

void MotionHistory::note(const StoredState& stored_state, const LiveControls& controls) {
    EXPECTS(stored_state.state.Z.rows() == k_ && stored_state.state.P.rows() == rig_rows_);
    EXPECTS(stored_state.state.contact_force.rows() == contact_points_);
    slots_.push_back(written(stored_state));
    if (changes_.back().controls != controls) {
        changes_.push_back({last(), controls});
    }
}

void MotionHistory::remove_after(std::uint64_t place) {
    EXPECTS(holds(place));
    slots_.resize(static_cast<std::size_t>(place - first_ + 1));
    while (changes_.size() > 1 && changes_.back().step > place) {
        changes_.pop_back();
    }
}

void MotionHistory::remove_first() {
    EXPECTS(slots_.size() > 1);
    slots_.pop_front();
    ++first_;
    while (changes_.size() > 1 && changes_[1].step <= first_) {
        changes_.pop_front();
    }
}

const MotionHistory::Slot& MotionHistory::slot(std::uint64_t place) const {
    EXPECTS(holds(place));
    return slots_[static_cast<std::size_t>(place - first_)];
}

MotionHistory::Slot MotionHistory::written(const StoredState& stored_state) const {
    const State& now = stored_state.state;
    const std::vector<double>& behaviour = stored_state.behaviour;
    const std::vector<double>& switching = stored_state.switching;
    const std::vector<double>& springs = stored_state.springs;
    const std::size_t of_rigid_body = stored_state.rigid ? numbers_of_a_rigid_body : 0;
    Slot slot(slot_size_for(k_, rig_rows_, contact_points_,
                            of_rigid_body + behaviour.size() + switching.size() + springs.size()));
    Writer writer{slot.data()};
    writer.number(now.time);
    const Playhead& head = stored_state.playhead;
    writer.number(head.clip);
    writer.number(head.clip_time);
    writer.number(head.jumps ? 1.0 : 0.0);
    writer.number(head.blend_time);
    writer.number(static_cast<double>(head.left_pose.size()));
    writer.number(static_cast<double>(head.left_weights.size()));
    writer.number(now.previous.time_step);
    writer.number(static_cast<double>(stored_state.step_count));
    writer.number(std::bit_cast<double>(hash_of(now)));
    writer.number(static_cast<double>(behaviour.size()));
    writer.number(static_cast<double>(switching.size()));
    writer.number(stored_state.rig_discontinuity ? 1.0 : 0.0);
    writer.number(static_cast<double>(of_rigid_body));
    writer.number(static_cast<double>(springs.size()));
    for (const AffineStack* stack : {&now.Z, &now.Zdot, &now.P, &now.Pdot, &now.previous.Z, &now.previous.Zdot,
                                     &now.previous.P, &now.previous.Pdot}) {
        writer.stack(*stack);
    }
    writer.stack(now.contact_force);
    for (const Affine& bone : head.left_pose) {
        writer.at = std::copy(bone.data(), bone.data() + bone.size(), writer.at);
    }
    std::ranges::copy(head.left_weights, writer.at);
    double* const end = slot.data() + slot.size();
    std::ranges::copy_backward(springs, end);
    double* const before_springs = end - static_cast<std::ptrdiff_t>(springs.size());
    std::ranges::copy_backward(switching, before_springs);
    double* const before_switching = before_springs - static_cast<std::ptrdiff_t>(switching.size());
    std::ranges::copy_backward(behaviour, before_switching);
    if (stored_state.rigid) {
        write(*stored_state.rigid, before_switching - behaviour.size() - of_rigid_body);
    }
    return slot;
}

double MotionHistory::time(std::uint64_t place) const {
    return slot(place)[time_in_a_slot];
}

StoredState MotionHistory::stored_state(std::uint64_t place) const {
    Reader reader{slot(place).data()};
    StoredState stored_state;
    State& then = stored_state.state;
    then.time = reader.number();
    Playhead& head = stored_state.playhead;
    head.clip = static_cast<int>(reader.number());
    head.clip_time = reader.number();
    head.jumps = reader.number() != 0.0;
    head.blend_time = reader.number();
    head.left_pose.resize(static_cast<std::size_t>(reader.number()));
    head.left_weights.resize(static_cast<std::size_t>(reader.number()));
    then.previous.time_step = reader.number();
    stored_state.step_count = static_cast<std::uint64_t>(reader.number());
    reader.number(); // the hash
    const auto of_behaviour = static_cast<std::ptrdiff_t>(reader.number());
    const auto of_switching = static_cast<std::ptrdiff_t>(reader.number());
    stored_state.rig_discontinuity = reader.number() != 0.0;
    const auto of_rigid_body = static_cast<std::ptrdiff_t>(reader.number());
    const auto of_springs = static_cast<std::ptrdiff_t>(reader.number());
    for (AffineStack* stack : {&then.Z, &then.Zdot}) {
        *stack = reader.stack(k_);
    }
    for (AffineStack* stack : {&then.P, &then.Pdot}) {
        *stack = reader.stack(rig_rows_);
    }
    for (AffineStack* stack : {&then.previous.Z, &then.previous.Zdot}) {
        *stack = reader.stack(k_);
    }
    for (AffineStack* stack : {&then.previous.P, &then.previous.Pdot}) {
        *stack = reader.stack(rig_rows_);
    }
    then.contact_force = reader.stack<Points>(contact_points_);
    for (Affine& bone : head.left_pose) {
        bone = Eigen::Map<const Affine>(reader.at);
        reader.at += bone.size();
    }
    for (double& weight : head.left_weights) {
        weight = reader.number();
    }
    const Slot& all = slot(place);
    const auto springs = all.end() - of_springs;
    stored_state.springs.assign(springs, all.end());
    const auto switching = springs - of_switching;
    stored_state.switching.assign(switching, springs);
    stored_state.behaviour.assign(switching - of_behaviour, switching);
    if (of_rigid_body > 0) {
        stored_state.rigid = rigid_state_at(&*(switching - of_behaviour - of_rigid_body));
    }
    return stored_state;
}

const LiveControls& MotionHistory::controls(std::uint64_t place) const {
    EXPECTS(holds(place));
    const auto later = std::upper_bound(changes_.begin(), changes_.end(), place,
                                        [](std::uint64_t s, const ControlsChange& change) { return s < change.step; });
    return std::prev(later)->controls;
}

Recording MotionHistory::recording(std::uint64_t place) const {
    EXPECTS(holds(place));
    Recording recording;
    recording.start = stored_state(first_);
    recording.step_count = place - first_;
    for (std::uint64_t at = first_ + 1; at <= place; ++at) {
        recording.hashes.push_back(std::bit_cast<std::uint64_t>(slot(at)[hash_in_a_slot]));
        const LiveControls& now = controls(at);
        if (recording.changes.empty() || recording.changes.back().controls != now) {
            recording.changes.push_back({at - first_ - 1, now});
        }
    }
    recording.final_hash = recording.hashes.empty() ? 0 : recording.hashes.back();
    return recording;
}

} // namespace limber::app
