// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <optional>

/// Other strides of a clip that was carried over to the rig: factors of the way of its hips along the ground.
namespace limber::app {

/// Whether a foot was seen to stand, so that its slide was measured.
bool has_standing_feet(const CarriedClip& clip);

/// The stride in `stride_range` with which standing feet slide least; nullopt: no bone follows hips, or no foot stands.
std::optional<double> best_stride(const CarriedClip& clip);

/// The same where it is worth a change: feet then slide by `slide.mean_then` on average, which is less by a fifth or
/// more.
std::optional<double> better_stride(const CarriedClip& clip);

} // namespace limber::app
