// SPDX-License-Identifier: MIT
#include "engine/core/hash.h"

#include <bit>

namespace limber {

Hasher& Hasher::add(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) {
        state_ = (state_ ^ static_cast<std::uint64_t>(byte)) * 1099511628211ull;
    }
    return *this;
}

Hasher& Hasher::add(std::string_view text) {
    return add(static_cast<std::uint64_t>(text.size())).add(std::as_bytes(std::span(text)));
}

Hasher& Hasher::add(std::uint64_t number) {
    return add(std::as_bytes(std::span(&number, 1)));
}

Hasher& Hasher::add(double number) {
    return add(std::bit_cast<std::uint64_t>(number));
}

std::uint64_t Hasher::digest() const {
    return mix_bits(state_);
}

std::string hex(std::uint64_t digest) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t i = 0; i < 16; ++i) {
        text[15 - i] = digits[(digest >> (4 * i)) & 15u];
    }
    return text;
}

} // namespace limber
