// SPDX-License-Identifier: MIT
// The memory of a behaviour.
#include "engine/control/behaviour.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double gait_phase_max = 1e9; // [steps] whose whole number is an int

bool are_finite(std::span<const double> numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

bool is_index(double number, std::size_t count) {
    return number >= 0.0 && number < static_cast<double>(count) && number == std::floor(number);
}

} // namespace

std::vector<double> Behaviour::memory() const {
    std::vector<double> memory{static_cast<double>(settings_.kind),
                               settings_.height,
                               settings_.distance,
                               settings_.speed,
                               settings_.angle,
                               settings_.target.x(),
                               settings_.target.y(),
                               settings_.target.z(),
                               settings_.to_target ? 1.0 : 0.0,
                               static_cast<double>(phase_),
                               phase_start_,
                               stood_at_,
                               from_.x(),
                               from_.y(),
                               from_.z(),
                               heading_,
                               landed_,
                               gait_phase_,
                               is_done_ ? 1.0 : 0.0,
                               cannot_rise_ ? 1.0 : 0.0,
                               static_cast<double>(reaching_index_),
                               slid_,
                               gone_,
                               judged_from_,
                               cannot_walk_ ? 1.0 : 0.0,
                               turn_left_};
    return memory;
}

bool Behaviour::set_memory(std::span<const double> memory) {
    constexpr std::size_t numbers_without_turn = 25; // of scenes that were saved before whole turns counted
    constexpr std::size_t numbers_without_slip = 21; // of scenes that were saved before a body watched its slip
    const Index contact_points = walker_->controls.contact.points ? walker_->controls.contact.points->count() : 0;
    const bool has_turn = memory.size() == memory_size;
    const bool has_slip = has_turn || memory.size() == numbers_without_turn;
    if ((!has_slip && memory.size() != numbers_without_slip) || !are_finite(memory) ||
        !is_index(memory[0], behaviour_kind_count) || !is_index(memory[9], phase_count) ||
        !is_index(memory[20] + 1.0, static_cast<std::size_t>(contact_points) + 1) ||
        !(memory[17] >= 0.0 && memory[17] <= gait_phase_max)) {
        return false;
    }
    const auto phase = static_cast<Phase>(memory[9]);
    BehaviourSettings settings = settings_;
    settings.kind = static_cast<BehaviourKind>(memory[0]);
    settings.height = memory[1];
    settings.distance = memory[2];
    settings.speed = memory[3];
    settings.angle = memory[4];
    settings.target = {memory[5], memory[6], memory[7]};
    settings.to_target = memory[8] != 0.0;
    if (!has_phase(settings.kind, phase) || fault_in(settings)) {
        return false;
    }
    if (memory[20] >= 0.0) {
        settings.point.reset(); // a contact point reaches
    }
    settings_ = settings;
    phase_ = phase;
    phase_start_ = memory[10];
    stood_at_ = memory[11];
    from_ = {memory[12], memory[13], memory[14]};
    heading_ = memory[15];
    landed_ = memory[16];
    gait_phase_ = memory[17];
    is_done_ = memory[18] != 0.0;
    cannot_rise_ = memory[19] != 0.0;
    set_reaching_point(static_cast<Index>(memory[20]));
    judge_anew();
    if (has_slip) {
        slid_ = memory[21];
        gone_ = memory[22];
        judged_from_ = memory[23];
        cannot_walk_ = memory[24] != 0.0;
    }
    turn_left_ = has_turn ? memory[25] : 0.0;
    goals_.clear();
    markers_.clear();
    return true;
}

} // namespace limber
