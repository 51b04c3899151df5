#pragma once

#include <cstdint>

/// While one lives, numbers too small for a full mantissa count as zero on this thread: a body that settles decays
/// into them, and some processors take a hundred times longer over each. Part of the step, so that live and headless
/// runs have the same bits.
namespace limber {

class NoDenormals {
public:
    NoDenormals();
    ~NoDenormals();
    NoDenormals(const NoDenormals&) = delete;
    NoDenormals& operator=(const NoDenormals&) = delete;

private:
    std::uint64_t before_;
};

} // namespace limber
