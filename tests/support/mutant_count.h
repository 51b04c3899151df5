// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdlib>

namespace limber::testing {

/// How many mutants of a file a test reads: `usual`, or as many as LIMBER_MUTANTS says.
inline std::uint64_t mutant_count(std::uint64_t usual) {
    const char* const wanted = std::getenv("LIMBER_MUTANTS");
    return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : usual;
}

} // namespace limber::testing
