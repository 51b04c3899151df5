// SPDX-License-Identifier: MIT
#pragma once

/// GLFW's codes of keys without a letter.
namespace limber::app {

inline constexpr int key_space = 32;
inline constexpr int key_escape = 256;
inline constexpr int key_tab = 258;
inline constexpr int key_backspace = 259;
inline constexpr int key_delete = 261;
inline constexpr int key_right = 262;
inline constexpr int key_left = 263;
inline constexpr int key_down = 264;
inline constexpr int key_up = 265;
inline constexpr int key_f1 = 290;

} // namespace limber::app
