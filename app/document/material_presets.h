// SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// Materials by their names. The stiffness is that of soft tissue and the like at rest, rounded; bone and wood are far
/// softer than real ones, which would not be seen to bend.
namespace limber::app {

struct MaterialPreset {
    const char* name;
    double young;   // [Pa]
    double density; // [kg/m^3]
    double damping; // [1/s]
};

inline constexpr std::array material_presets{
    MaterialPreset{"Fat", 5e3, 920, 3.0},     MaterialPreset{"Jelly", 2e4, 1000, 0.5},
    MaterialPreset{"Muscle", 6e4, 1060, 3.0}, MaterialPreset{"Flesh", 1e5, 1000, 2.0},
    MaterialPreset{"Rubber", 1e6, 1100, 1.0}, MaterialPreset{"Cartilage", 5e6, 1100, 3.0},
    MaterialPreset{"Wood", 2e7, 700, 5.0},    MaterialPreset{"Bone", 1e8, 1900, 5.0}};

} // namespace limber::app
