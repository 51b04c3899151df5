// SPDX-License-Identifier: MIT
#include "engine/stepper/gusts.h"

#include "engine/core/contract.h"
#include "engine/core/random.h"

#include <cmath>
#include <numbers>

namespace limber {
namespace {

constexpr int wave_count = 8; // K
constexpr double octaves = 2.0;

} // namespace

Vec3 gust_velocity(const Gusts& gusts, double time) {
    EXPECTS(gusts.period > 0.0);
    Vec3 gust = Vec3::Zero();
    if (gusts.strength == 0.0) {
        return gust;
    }
    Rng rng(static_cast<std::uint64_t>(gusts.seed));
    for (double& along : gust) {
        for (int k = 0; k < wave_count; ++k) {
            const double octave = octaves * ((k + rng.uniform()) / wave_count - 0.5);
            const double turns = std::exp2(octave) / gusts.period * time + rng.uniform();
            along += std::cos(2.0 * std::numbers::pi * (turns - std::floor(turns)));
        }
    }
    return gusts.strength * std::sqrt(2.0 / (3.0 * wave_count)) * gust;
}

} // namespace limber
