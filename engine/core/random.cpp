// SPDX-License-Identifier: MIT
#include "engine/core/random.h"

#include "engine/core/contract.h"
#include "engine/core/hash.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace limber {

Rng::Rng(std::uint64_t seed) : state_{} {
    for (auto& word : state_) {
        seed += 0x9e3779b97f4a7c15ull;
        word = mix_bits(seed);
    }
}

std::uint64_t Rng::bits() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Rng::uniform() {
    return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

double Rng::uniform(double low, double high) {
    return low + (high - low) * uniform();
}

std::uint64_t Rng::below(std::uint64_t count) {
    EXPECTS(count > 0);
    const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % count;
    std::uint64_t draw = bits();
    while (draw >= limit) {
        draw = bits();
    }
    return draw % count;
}

double Rng::normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

} // namespace limber
