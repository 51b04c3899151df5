// SPDX-License-Identifier: MIT
#include "engine/core/fingerprint.h"

#include "engine/core/hash.h"

#include <bit>
#include <cstring>

namespace limber {

std::string hex(const Fingerprint& fingerprint) {
    return hex(fingerprint.high) + hex(fingerprint.low);
}

// Invertible, both in the state and in the word.
void Fingerprinter::mix(std::uint64_t word) {
    low_ = std::rotl((low_ ^ word) * 0x9e3779b97f4a7c15ull, 29);
    high_ = std::rotl((high_ + word) * 0xd6e8feb86659fd93ull, 37) ^ 0xa0761d6478bd642full;
}

Fingerprinter& Fingerprinter::add(std::span<const std::byte> bytes) {
    mix(bytes.size());
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, 8);
        mix(word);
    }
    if (at < bytes.size()) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, bytes.size() - at);
        mix(word);
    }
    return *this;
}

Fingerprinter& Fingerprinter::add(std::string_view text) {
    return add(std::as_bytes(std::span(text)));
}

Fingerprinter& Fingerprinter::add(std::uint64_t number) {
    mix(number);
    return *this;
}

Fingerprinter& Fingerprinter::add(double number) {
    mix(std::bit_cast<std::uint64_t>(number));
    return *this;
}

Fingerprinter& Fingerprinter::add(const Fingerprint& fingerprint) {
    mix(fingerprint.low);
    mix(fingerprint.high);
    return *this;
}

Fingerprint Fingerprinter::digest() const {
    return {mix_bits(low_ ^ std::rotl(high_, 32)), mix_bits(high_)};
}

} // namespace limber
