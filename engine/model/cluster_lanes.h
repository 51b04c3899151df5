#pragma once

#include <cstddef>

namespace limber {

/// Clusters that lie side by side in one block of every array that a step streams, whatever the machine.
constexpr std::size_t cluster_lanes = 16;

} // namespace limber
