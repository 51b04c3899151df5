// SPDX-License-Identifier: MIT
#include "app/interaction/drive_input.h"

#include "app/window/key_codes.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double dead_zone = 0.25; // of the stick, because no stick rests exactly in the middle

GaitRole role_of(int key) {
    switch (key) {
    case key_space:
        return GaitRole::jump;
    case key_right:
        return GaitRole::right;
    case key_left:
        return GaitRole::left;
    case key_down:
        return GaitRole::back;
    case key_up:
        return GaitRole::forward;
    default:
        return GaitRole::none;
    }
}

// Removes the dead zone from a deflection in [-1, 1] and rescales the rest.
double beyond_dead_zone(double deflected) {
    return std::copysign(std::max(0.0, std::abs(deflected) - dead_zone) / (1.0 - dead_zone), deflected);
}

// `forward` and `right` are the components of the direction, each in [-1, 1].
DriveCommand command_towards(double forward, double right) {
    const double far = std::min(1.0, std::max(std::abs(forward), std::abs(right)));
    const GaitRole along = forward > 0.0 ? GaitRole::forward : GaitRole::back;
    const GaitRole aside = right > 0.0 ? GaitRole::right : GaitRole::left;
    if (far == 0.0) {
        return {};
    }
    if (right == 0.0 || forward == 0.0) {
        return {forward != 0.0 ? along : aside, far};
    }
    const double whole = std::hypot(forward, right);
    return {along, far * std::abs(forward) / whole, aside, far * std::abs(right) / whole};
}

DriveCommand command_of(const GamepadMoved& gamepad) {
    return command_towards(beyond_dead_zone(gamepad.forward), beyond_dead_zone(gamepad.right));
}

// Returns -1, 0 or 1: of two opposite keys the one pressed last counts.
double side_of(const std::vector<GaitRole>& pressed, GaitRole against, GaitRole along) {
    const auto last = std::ranges::find_if(pressed.rbegin(), pressed.rend(),
                                           [&](GaitRole role) { return role == against || role == along; });
    return last == pressed.rend() ? 0.0 : *last == along ? 1.0 : -1.0;
}

} // namespace

std::string DriveCommand::words() const {
    return name_of(role) + (aside == GaitRole::none ? "" : " " + name_of(aside));
}

std::vector<InputEvent> DriveInput::take(const std::vector<InputEvent>& events, bool can_jump) {
    asked_ = GaitRole::none;
    std::vector<InputEvent> others;
    for (const InputEvent& event : events) {
        const auto* key = std::get_if<KeyChanged>(&event);
        const auto* gamepad = std::get_if<GamepadMoved>(&event);
        if (!(key && takes(*key, can_jump)) && !(gamepad && takes(*gamepad))) {
            others.push_back(event);
        }
    }
    return others;
}

bool DriveInput::takes(const KeyChanged& key, bool can_jump) {
    const GaitRole role = role_of(key.key);
    const bool is_held = std::ranges::find(pressed_, role) != pressed_.end();
    if (!key.down && is_held) {
        std::erase(pressed_, role);
        return true;
    }
    const bool drives = role != GaitRole::none && !key.control && !key.shift && !key.alt;
    if (!drives || !key.down) {
        return false;
    }
    const bool is_possible = role != GaitRole::jump || can_jump;
    if (!is_held && !key.repeated) { // a key pressed before driving started does not drive
        ask(role);
        if (is_possible) {
            pressed_.push_back(role);
            used_ = true;
        }
    }
    return is_possible;
}

// Jumping has priority, also for a tap.
void DriveInput::ask(GaitRole role) {
    asked_ = asked_ == GaitRole::jump ? asked_ : role;
}

bool DriveInput::takes(const GamepadMoved& gamepad) {
    if (gamepad.jumps && !gamepad_.jumps) {
        ask(GaitRole::jump);
    }
    gamepad_ = gamepad;
    used_ = used_ || gamepad.jumps || command_of(gamepad).role != GaitRole::none;
    return true;
}

std::vector<InputEvent> DriveInput::wait(const std::vector<InputEvent>& events) {
    asked_ = GaitRole::none;
    pressed_.clear();
    std::vector<InputEvent> others;
    for (const InputEvent& event : events) {
        if (const auto* gamepad = std::get_if<GamepadMoved>(&event)) {
            gamepad_ = *gamepad;
        } else {
            others.push_back(event);
        }
    }
    return others;
}

DriveCommand DriveInput::command() const {
    if (gamepad_.jumps || std::ranges::find(pressed_, GaitRole::jump) != pressed_.end()) {
        return {GaitRole::jump, 1.0};
    }
    return pressed_.empty() ? command_of(gamepad_)
                            : command_towards(side_of(pressed_, GaitRole::back, GaitRole::forward),
                                              side_of(pressed_, GaitRole::left, GaitRole::right));
}

} // namespace limber::app
