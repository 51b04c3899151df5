// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/input_events.h"

/// Key events by GLFW's key codes.
namespace limber::testing::keys {

inline constexpr int right = 262;
inline constexpr int left = 263;
inline constexpr int down = 264;
inline constexpr int up = 265;
inline constexpr int space = 32;

inline app::KeyChanged pressed(int key) {
    return {.key = key, .down = true};
}
inline app::KeyChanged released(int key) {
    return {.key = key, .down = false};
}

} // namespace limber::testing::keys
