// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The largest number of steps of a run on the command line, and of a recording, which a window may have written for
/// days.
namespace limber::app {

inline constexpr std::int64_t frames_max = 10'000'000;
inline constexpr std::uint64_t recorded_steps_max = 1'000'000'000;

} // namespace limber::app
