// SPDX-License-Identifier: MIT
#include "tests/support/vrm_files.h"

#include "tests/support/gltf_files.h"

#include <utility>
#include <vector>

namespace limber::testing {
namespace {

constexpr int floors = 5;

std::string bar_glb(std::string_view extensions, bool has_colours) {
    GlbWriter file;
    std::vector<float> positions;
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    std::vector<float> colours;
    std::vector<float> heights;
    for (int y = 0; y < floors; ++y) {
        for (const auto& [x, z] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
            positions.insert(positions.end(), {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
            joints.insert(joints.end(), {static_cast<std::uint8_t>(y < 4 ? y : 3), 0, 0, 0});
            weights.insert(weights.end(), {1.0F, 0.0F, 0.0F, 0.0F});
            const float share = static_cast<float>(y) / static_cast<float>(floors - 1);
            colours.insert(colours.end(), {share, 0.25F, 1.0F});
            heights.push_back(share);
        }
    }
    std::vector<std::uint16_t> F{0, 1, 2, 0, 2, 3, 16, 18, 17, 16, 19, 18};
    for (int floor = 0; floor + 1 < floors; ++floor) {
        for (int side = 0; side < 4; ++side) {
            const auto corner = [&](int up, int along) {
                return static_cast<std::uint16_t>(4 * (floor + up) + (side + along) % 4);
            };
            F.insert(F.end(), {corner(0, 0), corner(1, 1), corner(0, 1), corner(0, 0), corner(1, 0), corner(1, 1)});
        }
    }
    std::vector<float> binds;
    for (int joint = 0; joint < 4; ++joint) {
        binds.insert(binds.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, static_cast<float>(-joint), 0, 1});
    }
    const auto number = [](int value) {
        return std::to_string(value);
    };
    std::string attributes = "\"POSITION\": " + number(file.add(positions, "VEC3"));
    attributes += ", \"JOINTS_0\": " + number(file.add(joints, "VEC4"));
    attributes += ", \"WEIGHTS_0\": " + number(file.add(weights, "VEC4"));
    if (has_colours) {
        attributes += ", \"COLOR_0\": " + number(file.add(colours, "VEC3"));
        attributes += ", \"_HEIGHT\": " + number(file.add(heights, "SCALAR"));
    }
    const int f = file.add(F, "SCALAR");
    const int b = file.add(binds, "MAT4");
    return file.glb(std::string(extensions) +
                    R"("end of springs": 0, "scene": 0, "scenes": [{"nodes": [0, 4]}], "nodes": [)"
                    R"({"name": "hips", "children": [1]}, {"name": "chest", "translation": [0, 1, 0], )"
                    R"("children": [2]}, {"name": "tail 1", "translation": [0, 1, 0], "children": [3]}, )"
                    R"({"name": "tail 2", "translation": [0, 1, 0]}, {"name": "bar", "mesh": 0, )"
                    R"("skin": 0}], "skins": [{"joints": [0, 1, 2, 3], "inverseBindMatrices": )" +
                    number(b) + R"(}], "meshes": [{"primitives": [{"attributes": {)" + attributes +
                    "}, \"indices\": " + number(f) + "}]}]");
}

} // namespace

std::string vrm_1_members() {
    return R"("extensionsUsed": ["VRMC_springBone"], "extensions": {"VRMC_springBone": {"specVersion": "1.0", )"
           R"("springs": [{"name": "tail", "joints": [{"node": 2, "stiffness": 2.00, "dragForce": 0.25, )"
           R"("gravityPower": 0}, {"node": 3, "stiffness": 0.5, "gravityPower": 1.5, )"
           R"("gravityDir": [0, -1, 0]}]}]}}, )";
}

std::string vrm_0_members() {
    return R"("extensionsUsed": ["VRM"], "extensions": {"VRM": {"secondaryAnimation": {"boneGroups": )"
           R"([{"comment": "tail", "stiffiness": 1.25, "gravityPower": 1, "dragForce": 0.5, "bones": [2]}]}}}, )";
}

std::string bar_glb_with(std::string_view members) {
    return bar_glb(members, false);
}

std::string vrm_1_glb() {
    return bar_glb_with(vrm_1_members());
}

std::string vrm_0_glb() {
    return bar_glb_with(vrm_0_members());
}

std::string coloured_bar_glb() {
    return bar_glb("", true);
}

} // namespace limber::testing
