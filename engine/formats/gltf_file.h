// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/surface_look.h"
#include "engine/formats/vrm_version.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig_draft.h"
#include "engine/rig/spring_bones.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Characters in glTF 2.0, .glb or .gltf with its buffers: the triangles of all meshes of the scene, their skins, morph
/// targets and animations, and their base colours: factors, pictures (PNG, JPEG), and colours of vertices.
///
/// A skinned vertex v of the file moves by sum_j w_j J_j(t) B_j v, with the joints' world matrices J_j and the inverse
/// bind matrices B_j. Here, it rests where the skin was bound, X = G v, with G = J_r(0) B_r of the skin's topmost joint
/// r, and its bones rest at G B_j^-1; so x = sum_j w_j J_j(t) (G B_j^-1)^-1 X is the file's own motion. Pieces without
/// a skin hang on the nearest node above them that is a joint or moves.
///
/// A VRM character (.vrm) is such a file; its spring bones are read, too (vrm_springs.h).
///
/// Accessors may be sparse, quantised and interleaved. An animation is sampled on the file's own keys and between them,
/// at 120 frames a second or as many more as it takes to be right between them too: a clip is exact on its frames and
/// straight between them, and off by less than 1e-4 of the body's size. A step becomes a ramp of one frame.
namespace limber {

struct GltfCharacter {
    RigDraft rig;                  // its surface are the triangles of all pieces, seams not welded [units of the file]
    SurfaceLook look;              // of that surface
    std::size_t clip_count = 0;    // animations of the file
    std::vector<Clip> clips;       // their keys are in the order of the rig's bones and targets
    bool moves = false;            // it has a skin, an animation or a morph target
    std::optional<VrmVersion> vrm; // none: no VRM character
    std::vector<SpringBone> springs; // of a VRM character; their bones by name
};

/// Sampling the animations takes longer than reading everything else.
enum class GltfClips {
    sampled,
    left_out,
    alone // sampled, and the file needs no triangles: without meshes, its bones are the joints of its skins or its
          // nodes
};

/// True for .glb, .gltf and .vrm.
bool is_gltf_file(const std::filesystem::path& path);

/// Fails with bad_input: no valid glTF, an index out of range, a number that is not finite, no triangle, compressed by
/// Draco or meshopt, textures in KTX2, another extension that the file requires.
Result<Repaired<GltfCharacter>> read_gltf(const std::filesystem::path& path, GltfClips clips = GltfClips::sampled);
/// The same of bytes, .glb or the text of a .gltf without files beside it.
Result<Repaired<GltfCharacter>> parse_gltf(std::string_view bytes, std::string_view where,
                                           GltfClips clips = GltfClips::sampled);

/// A clip of such a file is named by its number: fox.glb#1 is the first.
std::filesystem::path gltf_clip_path(const std::filesystem::path& file, std::size_t clip);
struct GltfClipName {
    std::filesystem::path file;
    std::size_t clip = 0; // from 0
};
/// `is_character`: of which files; without a number, the first is meant.
std::optional<GltfClipName> gltf_clip_named_by(const std::filesystem::path& path,
                                               bool (*is_character)(const std::filesystem::path&) = is_gltf_file);

} // namespace limber
