// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

/// Every parser of external files, as a function of bytes. Each has a libFuzzer program of its own
/// (LIMBER_WITH_FUZZERS, clang). fuzz_replay runs the committed corpus, and changes of it, through all of them: in
/// every test run with index checks and contracts, in `./test.sh --full` also under the address and undefined-behaviour
/// sanitizers.
///
/// To add a parser: write a function in a `*_parsers.cpp` that calls it and checks its result with EXPECTS, and add a
/// line to fuzzed_parsers.cpp, its name to CMakeLists.txt, and a folder with its name to corpus/. A test of the
/// architecture fails when one of them is missing.
namespace limber::fuzz {

struct FuzzedParser {
    std::string_view name;
    void (*feed)(std::string_view bytes);
};

std::span<const FuzzedParser> fuzzed_parsers();

void feed_msh(std::string_view bytes);
void feed_medit(std::string_view bytes);
/// The .node file, a form feed, the .ele file.
void feed_tetgen(std::string_view bytes);
void feed_vtk(std::string_view bytes);
void feed_obj(std::string_view bytes);
void feed_stl(std::string_view bytes);
void feed_ply(std::string_view bytes);
void feed_gltf(std::string_view bytes);
/// The text of a .gltf, a form feed, its side.bin. Pictures are decoded.
void feed_gltf_text(std::string_view bytes);
/// The members of a glTF file's JSON that make it a VRM character, before those of a sound body: all changes of these
/// bytes are changes of its springs. The whole files are fed as glTF.
void feed_vrm(std::string_view bytes);
void feed_bvh(std::string_view bytes);
/// An .obj, a form feed, its side.mtl.
void feed_looked_obj(std::string_view bytes);
/// A PNG or JPEG file.
void feed_picture(std::string_view bytes);
/// For a body of two tets.
void feed_loads(std::string_view bytes);
/// Any JSON, as a whole and as an outline.
void feed_json(std::string_view bytes);
void feed_rig(std::string_view bytes);
void feed_clip(std::string_view bytes);
/// Which bone follows which joint.
void feed_joint_map(std::string_view bytes);
void feed_labels(std::string_view bytes);
/// The user's own materials.
void feed_materials(std::string_view bytes);
void feed_character(std::string_view bytes);
void feed_controls(std::string_view bytes);
void feed_gait(std::string_view bytes);
void feed_session(std::string_view bytes);
void feed_scene(std::string_view bytes);
/// Of two parameters, under the key 1.
void feed_search(std::string_view bytes);
/// A payload of the cache: a byte for the type of model/serialization.h, and its bytes.
void feed_stored(std::string_view bytes);
/// The list of recent files.
void feed_recent(std::string_view bytes);
/// Unsaved work, with and without the seal at its end.
void feed_recovery(std::string_view bytes);
void feed_manifest(std::string_view bytes);
/// A packet of a tracker.
void feed_tracker(std::string_view bytes);
/// A motion or a matrix, .npy or .pc2.
void feed_motion(std::string_view bytes);

} // namespace limber::fuzz
