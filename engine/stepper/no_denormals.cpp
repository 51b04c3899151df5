// SPDX-License-Identifier: MIT
#include "engine/stepper/no_denormals.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace limber {
namespace {

#if defined(__SSE2__)
constexpr std::uint64_t flush = 0x8040; // flush results to zero, take operands for zero

std::uint64_t mode() {
    return _mm_getcsr();
}

void set_mode(std::uint64_t mode) {
    _mm_setcsr(static_cast<unsigned>(mode));
}
#elif defined(__aarch64__)
constexpr std::uint64_t flush = std::uint64_t{1} << 24;

std::uint64_t mode() {
    std::uint64_t value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
}

void set_mode(std::uint64_t mode) {
    asm volatile("msr fpcr, %0" : : "r"(mode));
}
#else
constexpr std::uint64_t flush = 0;

std::uint64_t mode() {
    return 0;
}

void set_mode(std::uint64_t) {}
#endif

} // namespace

NoDenormals::NoDenormals() : before_(mode()) {
    set_mode(before_ | flush);
}

NoDenormals::~NoDenormals() {
    set_mode(before_);
}

} // namespace limber
