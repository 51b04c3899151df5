// SPDX-License-Identifier: MIT
#include "engine/mesh/inside_test_cache.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace limber {
namespace {

constexpr std::size_t slot_count = std::size_t{1} << 20;

// A hash of the bits of the three coordinates [Steele et al. 2014, the finaliser of SplitMix].
std::size_t slot_of(const Vec3& x) {
    std::uint64_t mixed = 0;
    for (Index axis = 0; axis < 3; ++axis) {
        mixed = (mixed ^ std::bit_cast<std::uint64_t>(x(axis))) * 0xbf58476d1ce4e5b9ull;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebull;
        mixed ^= mixed >> 31;
    }
    return static_cast<std::size_t>(mixed) % slot_count;
}

} // namespace

// NaN equals nothing, so that an empty slot never matches.
InsideTestCache::InsideTestCache(std::function<bool(const Vec3&)> is_inside)
    : is_inside_(std::move(is_inside)),
      answers_(slot_count, {Vec3::Constant(std::numeric_limits<double>::quiet_NaN()), false}) {}

bool InsideTestCache::operator()(const Vec3& x) {
    Answer& answer = answers_[slot_of(x)];
    if (answer.at != x) {
        answer = {x, is_inside_(x)};
    }
    return answer.is_inside;
}

} // namespace limber
