// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// A 128-bit fingerprint of content, for cache keys and for detecting corruption on disk. Processes eight bytes at a
/// time in two lanes, each a bijection of the word, so that no single flipped bit goes undetected. Not cryptographic.
namespace limber {

struct Fingerprint {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Fingerprint&) const = default;
};

/// Thirty-two lower-case hexadecimal digits.
std::string hex(const Fingerprint& fingerprint);

/// The size of each item is included, so that consecutive items cannot be confused.
class Fingerprinter {
public:
    Fingerprinter& add(std::span<const std::byte> bytes);
    Fingerprinter& add(std::string_view text);
    Fingerprinter& add(std::uint64_t number);
    Fingerprinter& add(double number);
    Fingerprinter& add(const Fingerprint& fingerprint);

    Fingerprint digest() const;

private:
    void mix(std::uint64_t word);

    std::uint64_t low_ = 0x243f6a8885a308d3ull;
    std::uint64_t high_ = 0x13198a2e03707344ull;
};

} // namespace limber
