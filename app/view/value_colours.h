// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

/// Colours of values on a skin, none of them negative: from white for zero to red for `range` and more, in proportion.
namespace limber::app {

/// The scalars (Renderer::set_scalars) of these values; the shader takes the root of a scalar.
std::vector<float> value_scalars(std::span<const float> values, float range);

/// sRGB in [0, 1] of a share of the range, as skinned_mesh.frag has it without light.
std::array<float, 3> value_colour(float share);
/// The same of a scalar from -1 to 1, whose negative values are blue.
std::array<float, 3> signed_value_colour(float scalar);

} // namespace limber::app
