// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/small_scene.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// Files that tests of several commands write, and read.
namespace limber::testing {

/// The doubles behind the header of an .npy.
inline std::vector<double> npy(const std::filesystem::path& path) {
    const std::string bytes = bytes_of(path);
    const auto length = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
    std::vector<double> values((bytes.size() - 10 - length) / sizeof(double));
    std::memcpy(values.data(), bytes.data() + 10 + length, values.size() * sizeof(double));
    return values;
}

/// A cube of six quads with this edge length; `head` stands before its vertices.
inline std::string box_obj(double size, const std::string& head = "") {
    std::ostringstream text;
    text << head;
    for (int corner = 0; corner < 8; ++corner) {
        text << "v " << size * (corner & 1) << " " << size * (corner >> 1 & 1) << " " << size * (corner >> 2) << "\n";
    }
    text << "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    return text.str();
}

/// A push at one end of the bar.
inline void write_push(const std::filesystem::path& path) {
    std::ofstream(path) << R"({"format": "limber-loads", "version": 1,
                              "loads": [{"kind": "region", "centre": [1, 0.15, 0.15], "radius": 0.2, "decay": 50}]})";
}

/// A mixture of loads on both ends of the bar.
inline void write_ends(const std::filesystem::path& path) {
    std::ofstream(path) << R"({"format": "limber-loads", "version": 1, "mixture": [
        {"name": "near", "loads": [{"kind": "region", "centre": [0, 0, 0], "radius": 0.2, "decay": 50}]},
        {"name": "far", "loads": [{"kind": "region", "centre": [1, 0.15, 0.15], "radius": 0.2, "decay": 50}]}]})";
}

/// A scene of the bar that a handle pulls at its far end.
inline void write_held(const std::filesystem::path& path) {
    std::ofstream(path) << R"({"format": "limber-scene", "version": 2, "characters": [{"scene": "bar.json",
        "live": {"handles": [{"id": 1, "vertex": 143, "stiffness": 100, "target": [1, 0.5, 0.3]}]}}]})";
}

} // namespace limber::testing
