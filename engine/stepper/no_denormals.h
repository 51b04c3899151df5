// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Flushes denormal numbers to zero on this thread while an instance exists: a body that settles decays into them, and
/// some processors take a hundred times longer for each. It is part of the step, so that live and headless runs have
/// the same bits.
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
