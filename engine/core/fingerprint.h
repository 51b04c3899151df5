#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// A 128-bit fingerprint of content: by which a cache finds again what was computed from it, and by which it
/// notices what the disk has changed. Eight bytes at a time in two lanes, of which each is turned into
/// another by every change of a word, so that no single flipped bit goes unseen. Not for secrets.
namespace limber {

struct Fingerprint {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const Fingerprint&) const = default;
};

/// Thirty-two lower-case hexadecimal digits.
std::string hex(const Fingerprint& fingerprint);

/// What is added one after the other stays apart: its size is part of it.
class Fingerprinter {
public:
    Fingerprinter& add(std::span<const std::byte> bytes);
    Fingerprinter& add(std::string_view text);
    Fingerprinter& add(std::uint64_t number);
    Fingerprinter& add(double number);
    Fingerprinter& add(const Fingerprint& fingerprint);

    Fingerprint made() const;

private:
    void take(std::uint64_t word);

    std::uint64_t low_ = 0x243f6a8885a308d3ull;
    std::uint64_t high_ = 0x13198a2e03707344ull;
};

} // namespace limber
