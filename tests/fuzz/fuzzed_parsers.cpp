// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzzed_parsers.h"

namespace limber::fuzz {

std::span<const FuzzedParser> fuzzed_parsers() {
    static constexpr FuzzedParser parsers[] = {
        {"msh", feed_msh},
        {"medit", feed_medit},
        {"tetgen", feed_tetgen},
        {"vtk", feed_vtk},
        {"obj", feed_obj},
        {"stl", feed_stl},
        {"ply", feed_ply},
        {"rig", feed_rig},
        {"json", feed_json},
        {"recovery", feed_recovery},
        {"clip", feed_clip},
        {"character", feed_character},
        {"joint_map", feed_joint_map},
        {"labels", feed_labels},
        {"controls", feed_controls},
        {"gait", feed_gait},
        {"session", feed_session},
        {"scene", feed_scene},
        {"search", feed_search},
        {"stored", feed_stored},
        {"recent", feed_recent},
        {"manifest", feed_manifest},
        {"motion", feed_motion},
        {"gltf", feed_gltf},
        {"vrm", feed_vrm},
        {"bvh", feed_bvh},
        {"gltf_text", feed_gltf_text},
        {"looked_obj", feed_looked_obj},
        {"picture", feed_picture},
        {"loads", feed_loads},
        {"tracker", feed_tracker},
        {"materials", feed_materials},
    };
    return parsers;
}

} // namespace limber::fuzz
