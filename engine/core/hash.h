// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// A 64-bit content hash (FNV-1a over bytes, finished with a mix), the same on every machine.
/// For cache keys, state hashes and file manifests; not for secrets.
namespace limber {

/// A bijection in which every bit of the result depends on every bit of x (SplitMix64's finaliser).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

class Hasher {
public:
    Hasher& add(std::span<const std::byte> bytes);
    Hasher& add(std::string_view text);
    Hasher& add(std::uint64_t number);
    Hasher& add(double number);
    template <typename T>
    Hasher& add(std::span<const T> values) {
        return add(std::as_bytes(values));
    }

    std::uint64_t digest() const;

private:
    std::uint64_t state_ = 14695981039346656037ull;
};

/// Sixteen lower-case hexadecimal digits.
std::string hex(std::uint64_t digest);

} // namespace limber
