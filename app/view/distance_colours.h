// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

/// Colours of distances on a skin: from white for none to red for `range` and more, in proportion.
namespace limber::app {

/// The scalars (Renderer::set_scalars) of these distances; the shader takes the root of a scalar.
std::vector<float> distance_scalars(std::span<const float> distances, float range);

/// sRGB in [0, 1] of a share of the range, as skinned_mesh.frag has it without light.
std::array<float, 3> distance_colour(float share);

} // namespace limber::app
