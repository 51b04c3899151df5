// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// OSC packets as the specification has them (opensoundcontrol.org, 1.0), written without the library that reads them.
namespace limber::testing {

inline std::string padded(std::string_view text) {
    std::string bytes(text);
    bytes.resize(text.size() + 4 - text.size() % 4, '\0');
    return bytes;
}

inline std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>((number >> static_cast<unsigned>(shift)) & 0xFFU);
    }
    return bytes;
}

using OscArgument = std::variant<float, std::string, std::int32_t>;

inline std::string osc_message(std::string_view path, const std::vector<OscArgument>& arguments) {
    std::string types = ",";
    std::string values;
    for (const OscArgument& argument : arguments) {
        if (const auto* number = std::get_if<float>(&argument)) {
            types += 'f';
            values += big_endian(std::bit_cast<std::uint32_t>(*number));
        } else if (const auto* text = std::get_if<std::string>(&argument)) {
            types += 's';
            values += padded(*text);
        } else {
            types += 'i';
            values += big_endian(std::bit_cast<std::uint32_t>(std::get<std::int32_t>(argument)));
        }
    }
    return padded(path) + padded(types) + values;
}

inline std::string osc_bundle(const std::vector<std::string>& elements) {
    std::string bytes("#bundle\0\0\0\0\0\0\0\0\1", 16);
    for (const std::string& element : elements) {
        bytes += big_endian(static_cast<std::uint32_t>(element.size())) + element;
    }
    return bytes;
}

/// A bone as a tracker sends it, in Unity's axes.
inline std::string vmc_bone(const std::string& name, float x, float y, float z, float qx, float qy, float qz,
                            float qw) {
    return osc_message("/VMC/Ext/Bone/Pos", {name, x, y, z, qx, qy, qz, qw});
}

inline std::string vmc_blend(const std::string& name, float weight) {
    return osc_message("/VMC/Ext/Blend/Val", {name, weight});
}

} // namespace limber::testing
