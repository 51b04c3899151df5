// SPDX-License-Identifier: MIT
#include "tests/support/gltf_files.h"

#include <cstring>

namespace limber::testing {
namespace {

void append_number(std::uint32_t number, std::string& bytes) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>((number >> shift) & 0xFFU);
    }
}

std::string padded(std::string bytes, char filler) {
    bytes.append((4 - bytes.size() % 4) % 4, filler);
    return bytes;
}

std::string text(int number) {
    return std::to_string(number);
}

} // namespace

int GlbWriter::add_view(const std::string& bytes) {
    binary_ = padded(binary_, '\0');
    views_ += (view_count_ > 0 ? ", " : "") + std::string(R"({"buffer": 0, "byteOffset": )") +
              std::to_string(binary_.size()) + R"(, "byteLength": )" + std::to_string(bytes.size()) + "}";
    binary_ += bytes;
    return view_count_++;
}

int GlbWriter::describe(const std::string& source, int component, std::size_t numbers, const std::string& type,
                        const std::string& more) {
    const std::size_t width = type == "SCALAR" ? 1 : type == "MAT4" ? 16 : static_cast<std::size_t>(type[3] - '0');
    accessors_ += (accessor_count_ > 0 ? ", {" : "{") + source + (source.empty() ? "" : ", ") +
                  "\"componentType\": " + text(component) + ", \"count\": " + std::to_string(numbers / width) +
                  ", \"type\": \"" + type + "\"" + more + "}";
    return accessor_count_++;
}

int GlbWriter::add_sparse(std::size_t count, const std::vector<std::uint16_t>& places,
                          const std::vector<float>& points) {
    std::string place_bytes(places.size() * sizeof(std::uint16_t), '\0');
    std::memcpy(place_bytes.data(), places.data(), place_bytes.size());
    std::string point_bytes(points.size() * sizeof(float), '\0');
    std::memcpy(point_bytes.data(), points.data(), point_bytes.size());
    const int place_view = add_view(place_bytes);
    const int point_view = add_view(point_bytes);
    return describe("", 5126, 3 * count, "VEC3",
                    ", \"sparse\": {\"count\": " + std::to_string(places.size()) +
                        ", \"indices\": {\"bufferView\": " + text(place_view) +
                        ", \"componentType\": 5123}, \"values\": {\"bufferView\": " + text(point_view) + "}}");
}

std::string GlbWriter::glb(const std::string& members) const {
    const std::string binary = padded(binary_, '\0');
    return glb_bytes(R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": )" + std::to_string(binary.size()) +
                         "}], \"bufferViews\": [" + views_ + "], \"accessors\": [" + accessors_ + "], " + members + "}",
                     binary);
}

std::string glb_bytes(const std::string& given, const std::string& binary) {
    const std::string json = padded(given, ' ');
    std::string bytes = "glTF";
    append_number(2, bytes);
    append_number(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + binary.size()), bytes);
    append_number(static_cast<std::uint32_t>(json.size()), bytes);
    bytes += "JSON" + json;
    append_number(static_cast<std::uint32_t>(binary.size()), bytes);
    bytes += std::string("BIN\0", 4) + binary;
    return bytes;
}

std::string tower_glb(double scale, bool is_quantised) {
    GlbWriter file;
    std::vector<float> positions;
    std::vector<std::uint16_t> quantised;
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    for (int y = 0; y <= 2; ++y) {
        for (const auto& [x, z] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
            for (const int coordinate : {x, y, z}) {
                positions.push_back(static_cast<float>(coordinate));
                quantised.push_back(static_cast<std::uint16_t>(coordinate == 2 ? 65535 : coordinate == 1 ? 32767 : 0));
            }
            joints.insert(joints.end(), {0, 1, 0, 0});
            weights.insert(weights.end(), {y == 2 ? 0.0F : 1.0F, y == 2 ? 1.0F : 0.0F, 0.0F, 0.0F});
        }
    }
    std::vector<std::uint16_t> F{0, 1, 2, 0, 2, 3, 8, 10, 9, 8, 11, 10};
    for (int floor = 0; floor < 2; ++floor) {
        for (int side = 0; side < 4; ++side) {
            const auto corner = [&](int up, int along) {
                return static_cast<std::uint16_t>(4 * (floor + up) + (side + along) % 4);
            };
            F.insert(F.end(), {corner(0, 0), corner(1, 1), corner(0, 1), corner(0, 0), corner(1, 0), corner(1, 1)});
        }
    }
    const std::vector<float> binds{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                   1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
    const int p = is_quantised ? file.add(quantised, "VEC3", true) : file.add(positions, "VEC3");
    const int j = file.add(joints, "VEC4");
    const int w = file.add(weights, "VEC4");
    const int f = file.add(F, "SCALAR");
    const int b = file.add(binds, "MAT4");
    const int d = file.add_sparse(12, {8}, {0.5F, 0, 0});
    const int times = file.add(std::vector<float>{0, 0.5F, 1}, "SCALAR");
    const int ends = file.add(std::vector<float>{0, 1}, "SCALAR");
    const float half = 0.70710678F;
    const int turn = file.add(std::vector<float>{0, 0, 0, 1, 0, 0, half, half}, "VEC4");
    const int lift = file.add(std::vector<float>{0, 0, 0, 0, 3, 0, 0, 3, 0}, "VEC3");
    const int curve = file.add(std::vector<float>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}, "VEC3");
    const int swell = file.add(std::vector<float>{0, 1}, "SCALAR");
    const auto animation = [&](const char* name, int node, const char* path, int input, int output, const char* kind) {
        return std::string(R"({"name": ")") + name + R"(", "samplers": [{"input": )" + text(input) +
               ", \"output\": " + text(output) + ", \"interpolation\": \"" + kind +
               R"("}], "channels": [{"sampler": 0, "target": {"node": )" + text(node) + ", \"path\": \"" + path +
               "\"}}]}";
    };
    const std::string size = std::to_string(scale);
    return file.glb(
        R"("scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "armature", "scale": [)" + size + ", " + size +
        ", " + size + R"(], "children": [1, 3]}, {"name": "root", "children": [2]}, {"name": "tip", "translation": )" +
        R"([0, 1, 0]}, {"name": "tower", "mesh": 0, "skin": 0}], "skins": [{"joints": [1, 2], "inverseBindMatrices": )" +
        text(b) +
        R"(}], "meshes": [{"extras": {"targetNames": ["swell"]}, "primitives": [{"attributes": {"POSITION": )" +
        text(p) + ", \"JOINTS_0\": " + text(j) + ", \"WEIGHTS_0\": " + text(w) + "}, \"indices\": " + text(f) +
        ", \"targets\": [{\"POSITION\": " + text(d) + "}]}]}], \"animations\": [" +
        animation("turn", 2, "rotation", ends, turn, "LINEAR") + ", " +
        animation("lift", 1, "translation", times, lift, "STEP") + ", " +
        animation("curve", 1, "translation", ends, curve, "CUBICSPLINE") + ", " +
        animation("swell", 3, "weights", ends, swell, "LINEAR") + "]");
}

std::string post_with_card_glb() {
    std::vector<float> positions;
    std::vector<float> weights;
    std::vector<float> lean;
    std::vector<float> wave;
    const auto add = [&](float x, float y, float z, bool is_card) {
        const float share = is_card ? 1.0F : y / 2.0F;
        positions.insert(positions.end(), {x, y, z});
        weights.insert(weights.end(), {1.0F - share, share, 0, 0});
        lean.insert(lean.end(), {is_card ? 0.0F : 0.1F * y, 0, 0});
        wave.insert(wave.end(), {0, 0, is_card ? 0.3F * (y - 1.9F) : 0.0F});
    };
    constexpr int rings = 8;
    for (int ring = 0; ring <= rings; ++ring) {
        const float y = 2.0F * static_cast<float>(ring) / rings;
        for (const auto& [x, z] :
             {std::pair(-0.3F, -0.3F), std::pair(0.3F, -0.3F), std::pair(0.3F, 0.3F), std::pair(-0.3F, 0.3F)}) {
            add(x, y, z, false);
        }
    }
    constexpr std::uint16_t top = 4 * rings;
    std::vector<std::uint16_t> F{0, 1, 2, 0, 2, 3, top, top + 2, top + 1, top, top + 3, top + 2};
    for (int ring = 0; ring < rings; ++ring) {
        for (int side = 0; side < 4; ++side) {
            const auto corner = [&](int up, int along) {
                return static_cast<std::uint16_t>(4 * (ring + up) + (side + along) % 4);
            };
            F.insert(F.end(), {corner(0, 0), corner(1, 1), corner(0, 1), corner(0, 0), corner(1, 0), corner(1, 1)});
        }
    }
    for (int row = 0; row <= 3; ++row) {
        add(-0.1F, 1.9F + 0.5F * static_cast<float>(row), 0, true);
        add(0.1F, 1.9F + 0.5F * static_cast<float>(row), 0, true);
    }
    for (int row = 0; row < 3; ++row) {
        const auto a = static_cast<std::uint16_t>(top + 4 + 2 * row);
        for (const int corner : {0, 1, 3, 0, 3, 2}) {
            F.push_back(static_cast<std::uint16_t>(a + corner));
        }
    }
    std::vector<std::uint8_t> joints;
    for (std::size_t vertex = 0; vertex < positions.size() / 3; ++vertex) {
        joints.insert(joints.end(), {0, 1, 0, 0});
    }
    GlbWriter file;
    const int p = file.add(positions, "VEC3");
    const int j = file.add(joints, "VEC4");
    const int w = file.add(weights, "VEC4");
    const int f = file.add(F, "SCALAR");
    const int b = file.add(std::vector<float>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                              1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},
                           "MAT4");
    const int l = file.add(lean, "VEC3");
    const int v = file.add(wave, "VEC3");
    return file.glb(
        R"("scene": 0, "scenes": [{"nodes": [0, 2]}], "nodes": [{"name": "root", "children": [1]}, {"name": "tip", )"
        R"("translation": [0, 1, 0]}, {"mesh": 0, "skin": 0}], "skins": [{"joints": [0, 1], "inverseBindMatrices": )" +
        text(b) + R"(}], "meshes": [{"extras": {"targetNames": ["lean", "wave"]}, "primitives": [{"attributes": )" +
        R"({"POSITION": )" + text(p) + ", \"JOINTS_0\": " + text(j) + ", \"WEIGHTS_0\": " + text(w) +
        "}, \"indices\": " + text(f) + ", \"targets\": [{\"POSITION\": " + text(l) + "}, {\"POSITION\": " + text(v) +
        "}]}]}]");
}

// A place p of the picture is in the file as q with p = o + R(90 degrees) S q, scales S = 2 and offset o = (0.5, 0).
std::string painted_square_glb(const std::vector<std::uint8_t>& png) {
    GlbWriter file;
    const int corners = file.add(std::vector<float>{0, 1, 0, 0, 0, 0, 1, 0, 0}, "VEC3");
    const int normals = file.add(std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    std::vector<float> places;
    for (const auto& [u, v] : {std::pair(0.0F, 0.0F), std::pair(0.0F, 1.0F), std::pair(1.0F, 1.0F)}) {
        places.insert(places.end(), {-v / 2.0F, (u - 0.5F) / 2.0F});
    }
    const int pictured = file.add(places, "VEC2");
    const int others = file.add(std::vector<float>{0, 1, 0, 1, 0, 0, 1, 1, 0}, "VEC3");
    const int colours =
        file.add(std::vector<std::uint8_t>{255, 255, 255, 255, 255, 51, 255, 255, 255, 255, 255, 255}, "VEC4", true);
    const int picture = file.add_file(png);
    return file.glb(
        R"("scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], "images": [{"name": "tiles", "mimeType": )"
        R"("image/png", "bufferView": )" +
        text(picture) +
        R"(}], "samplers": [{"wrapS": 33648, "wrapT": 33071}], "textures": [{"source": 0, "sampler": 0}], )"
        R"("extensionsUsed": ["KHR_texture_transform"], "materials": [{"name": "Fell", "alphaMode": "MASK", "alphaCutoff": 0.75, )"
        R"("pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "extensions": {"KHR_texture_transform": )"
        R"({"offset": [0.5, 0], "rotation": 1.5707963267948966, "scale": [2, 2]}}}}}, {"pbrMetallicRoughness": )"
        R"({"baseColorFactor": [1, 0.5, 0.25, 1]}}], "meshes": [{"primitives": [{"attributes": {"POSITION": )" +
        text(corners) + ", \"NORMAL\": " + text(normals) + ", \"TEXCOORD_0\": " + text(pictured) +
        "}, \"material\": 0}, {\"attributes\": {\"POSITION\": " + text(others) + ", \"COLOR_0\": " + text(colours) +
        "}, \"material\": 1}]}]");
}

} // namespace limber::testing
