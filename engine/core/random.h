#pragma once

#include <array>
#include <cstdint>

/// Random numbers: xoshiro256** for the bits, and distributions of our own, because the standard's are not portable.
/// Bits and uniform numbers are the same on every machine and compiler; normal ones as far as its logarithm and cosine
/// are.
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
