// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace limber {

/// Number of clusters side by side in one block of every array that a step streams, on any machine.
constexpr std::size_t cluster_lanes = 16;

} // namespace limber
