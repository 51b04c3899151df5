// SPDX-License-Identifier: MIT
#include "tests/support/png_bytes.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace limber::testing {
namespace {

using Bytes = std::vector<std::uint8_t>;

void append_number(std::uint32_t number, Bytes& bytes) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes.push_back(static_cast<std::uint8_t>(number >> shift));
    }
}

std::uint32_t crc_of(const Bytes& bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const std::uint8_t byte : bytes) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return ~crc;
}

void append_chunk(const std::string& type, const Bytes& data, Bytes& file) {
    Bytes body(type.begin(), type.end());
    body.insert(body.end(), data.begin(), data.end());
    append_number(static_cast<std::uint32_t>(data.size()), file);
    file.insert(file.end(), body.begin(), body.end());
    append_number(crc_of(body), file);
}

// One block of at most 65535 bytes, stored as it is.
Bytes stored(const Bytes& data) {
    const auto length = static_cast<std::uint32_t>(data.size());
    Bytes stream{0x78, 0x01, 0x01};
    for (const std::uint32_t number : {length, ~length}) {
        stream.push_back(static_cast<std::uint8_t>(number));
        stream.push_back(static_cast<std::uint8_t>(number >> 8));
    }
    stream.insert(stream.end(), data.begin(), data.end());
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const std::uint8_t byte : data) {
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    append_number((b << 16) | a, stream);
    return stream;
}

} // namespace

Bytes png_bytes(int width, int height, const Bytes& rgba) {
    Bytes header;
    append_number(static_cast<std::uint32_t>(width), header);
    append_number(static_cast<std::uint32_t>(height), header);
    header.insert(header.end(), {8, 6, 0, 0, 0}); // bits a channel, RGBA
    const std::ptrdiff_t row = 4 * static_cast<std::ptrdiff_t>(width);
    Bytes rows;
    for (int y = 0; y < height; ++y) {
        rows.push_back(0); // no filter
        rows.insert(rows.end(), rgba.begin() + y * row, rgba.begin() + (y + 1) * row);
    }
    Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    append_chunk("IHDR", header, file);
    append_chunk("IDAT", stored(rows), file);
    append_chunk("IEND", {}, file);
    return file;
}

} // namespace limber::testing
