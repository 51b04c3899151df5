// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// Random numbers: xoshiro256** for the bits, and own distributions, because those of the standard library are not
/// portable. Bits and uniform numbers are the same on every machine and compiler; normal ones depend on its logarithm
/// and cosine.
namespace limber {

class Rng {
public:
    explicit Rng(std::uint64_t seed);

    std::uint64_t bits();
    /// In [0, 1).
    double uniform();
    /// In [low, high).
    double uniform(double low, double high);
    /// In {0, ..., count - 1}; count > 0.
    std::uint64_t below(std::uint64_t count);
    /// Mean 0, variance 1.
    double normal();

private:
    std::array<std::uint64_t, 4> state_;
};

} // namespace limber
