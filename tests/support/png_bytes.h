// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace limber::testing {

/// A PNG file of these pixels (width x height x RGBA, from the top left), without compression.
std::vector<std::uint8_t> png_bytes(int width, int height, const std::vector<std::uint8_t>& rgba);

} // namespace limber::testing
