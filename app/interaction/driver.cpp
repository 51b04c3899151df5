#include "app/interaction/driver.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double dead_zone = 0.25; // of the stick: none rests in the very middle

constexpr int key_space = 32;
constexpr int key_right = 262;
constexpr int key_left = 263;
constexpr int key_down = 264;
constexpr int key_up = 265;

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

// The way that the stick points most, and how far.
DriveCommand command_of(const GamepadMoved& gamepad) {
    const double far = std::max(std::abs(gamepad.right), std::abs(gamepad.forward));
    if (far <= dead_zone) {
        return {};
    }
    const double share = std::min(1.0, (far - dead_zone) / (1.0 - dead_zone));
    if (std::abs(gamepad.forward) >= std::abs(gamepad.right)) {
        return {gamepad.forward > 0.0 ? GaitRole::forward : GaitRole::back, share};
    }
    return {gamepad.right > 0.0 ? GaitRole::right : GaitRole::left, share};
}

} // namespace

std::vector<InputEvent> Driver::take(const std::vector<InputEvent>& events, bool can_jump) {
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

bool Driver::takes(const KeyChanged& key, bool can_jump) {
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
    if (!is_held && !key.repeated) { // what was pressed before anybody drove goes on to drive nobody
        ask(role);
        if (is_possible) {
            pressed_.push_back(role);
            used_ = true;
        }
    }
    return is_possible;
}

// Jumping goes before all, in a tap as well.
void Driver::ask(GaitRole role) {
    asked_ = asked_ == GaitRole::jump ? asked_ : role;
}

bool Driver::takes(const GamepadMoved& gamepad) {
    if (gamepad.jumps && !gamepad_.jumps) {
        ask(GaitRole::jump);
    }
    gamepad_ = gamepad;
    used_ = used_ || gamepad.jumps || command_of(gamepad).role != GaitRole::none;
    return true;
}

std::vector<InputEvent> Driver::wait(const std::vector<InputEvent>& events) {
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

DriveCommand Driver::command() const {
    if (gamepad_.jumps || std::ranges::find(pressed_, GaitRole::jump) != pressed_.end()) {
        return {GaitRole::jump, 1.0};
    }
    return pressed_.empty() ? command_of(gamepad_) : DriveCommand{pressed_.back(), 1.0};
}

} // namespace limber::app
