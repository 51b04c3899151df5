// SPDX-License-Identifier: MIT
#include "app/platform_paths/unsaved_document.h"
#include "engine/control/search_file.h"
#include "engine/core/file_bytes.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/model/serialization.h"
#include "tests/support/gltf_files.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/png_bytes.h"
#include "tests/support/vrm_files.h"
#include "tests/support/walker_bvh.h"

#include <chrono>
#include <iostream>

/// Writes the valid half of the corpus: `write_corpus tests/fuzz/corpus`. The fuzzers found the other half.
namespace limber::testing {
namespace {

SurfaceMesh tetrahedron() {
    return {one_tet().X, (Triangles(4, 3) << 1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1).finished()};
}

using Files = std::vector<std::pair<std::string, std::string>>;

// Two clusters, two coordinates, one bone.
ClusterSet small_set() {
    return cluster_set(Matrix::Constant(6, 2, 0.5), Matrix::Constant(6, 4, 0.25), Vector::Ones(2), Vector::Zero(2));
}

ReducedModel small_model() {
    ReducedModel model;
    model.T = Matrix::Constant(4, 2, 0.5);
    model.BLJ = model.BMJ = Matrix::Constant(2, 4, 0.25);
    model.JLJ = model.JMJ = Matrix::Identity(4, 4);
    model.stiffness = model.BM1 = Vector::Ones(2);
    model.sets = {small_set(), small_set()};
    return model;
}

// After the byte of the type, in the order of feed_stored.
Files stored_files() {
    ActuationSet set;
    set.rest = small_set();
    set.muscles = {small_set()};
    set.linear = Vector::Ones(1);
    set.quadratic = Matrix::Ones(1, 1);
    SkinningModes skinning;
    skinning.W = Matrix::Constant(3, 2, 0.5);
    skinning.lambda = Vector::Ones(2);
    DisplacementModes displacement;
    displacement.D = Matrix::Constant(6, 1, 0.5);
    displacement.lambda = Vector::Ones(1);
    const std::pair<const char*, std::string> payloads[] = {
        {"mesh", to_bytes(Repaired<TetMesh>{one_tet(), {"a warning"}})},
        {"vector", to_bytes(Repaired<Vector>{Vector::Ones(3), {"", "another"}})},
        {"skinning_modes", to_bytes(skinning)},
        {"clusters", to_bytes(Clusters{{0, 1, 1}, 2})},
        {"model", to_bytes(small_model())},
        {"displacement_modes", to_bytes(displacement)},
        {"muscles", to_bytes(set)},
        {"handle_weights", to_bytes(HandleWeights{Matrix::Constant(3, 2, 0.5), Matrix::Ones(3, 2), 0.0})}};
    Files files;
    for (const auto& [name, bytes] : payloads) {
        files.emplace_back("stored/" + std::string(name), static_cast<char>(files.size()) + bytes);
    }
    return files;
}

std::string search_of_two() {
    GaitSearchState state;
    CmaEsOptions options;
    options.population = 4;
    state.evolution = CmaEs(Vector::Constant(2, 0.5), options).state();
    return search_text(state, 1, {});
}

// The feed adds the seal.
std::string sealless(const app::UnsavedDocument& document) {
    const std::string bytes = app::unsaved_document_bytes(document);
    return bytes.substr(0, bytes.size() - app::unsaved_document_seal({}).size());
}

Files mesh_files() {
    const TetMesh mesh = two_tets();
    const SurfaceMesh surface = tetrahedron();
    const auto [nodes, elements] = tetgen_files(mesh, 1);
    return {{"msh/text_22", msh_22_text(mesh)},
            {"msh/raw_22_little", msh_22_raw(mesh, std::endian::little)},
            {"msh/raw_22_big", msh_22_raw(mesh, std::endian::big)},
            {"msh/text_41", msh_41_text(mesh)},
            {"msh/raw_41_little", msh_41_raw(mesh, std::endian::little)},
            {"msh/raw_41_big", msh_41_raw(mesh, std::endian::big)},
            {"msh/written_by_us", msh_bytes(mesh)},
            {"medit/from_a_mesher", medit_file(mesh)},
            {"medit/written_by_us", medit_text(mesh)},
            {"tetgen/from_one", nodes + "\f" + elements},
            {"vtk/text", vtk_text(mesh)},
            {"vtk/raw", vtk_raw(mesh)},
            {"vtk/text_51", vtk_51_text(mesh)},
            {"vtk/raw_51", vtk_51_raw(mesh)},
            {"obj/from_a_modeller", obj_file(surface)},
            {"obj/polylines", "# a rope and a ring\no curves\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 5 5 5\n"
                              "l 1/1 2/2 3\nl -5 -2 \\\n -3\nl 2 1\nl 4 3\n"},
            {"stl/text", stl_text(surface)},
            {"stl/raw", stl_raw(surface)},
            {"ply/text", ply_text(surface)},
            {"ply/raw_little", ply_raw(surface, std::endian::little)},
            {"ply/raw_big", ply_raw(surface, std::endian::big)}};
}

// The text of a .gltf, a form feed, its side.bin.
std::string with_side_file(const std::string& glb) {
    const auto length_at = [&](std::size_t at) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            length |= static_cast<std::size_t>(static_cast<unsigned char>(glb[at + i])) << (8 * i);
        }
        return length;
    };
    const std::string buffers = "\"buffers\": [{";
    std::string text = glb.substr(20, length_at(12));
    text.insert(text.find(buffers) + buffers.size(), "\"uri\": \"side.bin\", ");
    return text + "\f" + glb.substr(20 + length_at(12) + 8);
}

// Of both versions, and of a spring of a node that moves nothing.
std::string vrm_members_of_both_versions() {
    return R"("extensions": {"VRMC_vrm": {"specVersion": "1.0"}, "VRM": {"secondaryAnimation": {"boneGroups": )"
           R"([{"bones": [1, 4]}]}}, "VRMC_springBone": {"springs": [{"joints": [{"node": 3, "dragForce": 1}]}]}}, )";
}

Files character_files() {
    const std::string picture = [] {
        const auto bytes = png_bytes(2, 2, std::vector<std::uint8_t>(16, 200));
        return std::string(bytes.begin(), bytes.end());
    }();
    const std::string square = painted_square_glb(png_bytes(1, 1, {1, 2, 3, 255}));
    return {
        {"gltf/tower", tower_glb()},
        {"gltf/tower_quantised", tower_glb(0.01, true)},
        {"gltf/vrm_0", vrm_0_glb()},
        {"gltf/vrm_1", vrm_1_glb()},
        {"vrm/springs_0", vrm_0_members()},
        {"vrm/springs_1", vrm_1_members()},
        {"vrm/both", vrm_members_of_both_versions()},
        {"gltf/coloured_bar", coloured_bar_glb()},
        {"gltf/painted_square", square},
        {"gltf_text/tower", with_side_file(tower_glb())},
        {"gltf_text/painted_square", with_side_file(square)},
        {"bvh/person", person_bvh(1, 2)},
        {"looked_obj/square",
         "mtllib side.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n"
         "usemtl red\nf 1/1/1 2/2/1 3/3/1\nusemtl tiles\nf 1/1/1 3/3/1 4/4/1\n\f"
         "newmtl red\nKd 0.8 0.1 0.1\nd 0.5\nnewmtl tiles\nKd 1 1 1\nmap_Kd -s 2 2 1 -clamp on tiles.png\n"},
        {"picture/small", picture},
        {"loads/each_kind",
         R"({"format": "limber-loads", "version": 1, "loads": [{"kind": "everywhere"}, {"kind": "region", "centre": )"
         R"([0, 1, 0], "radius": 0.5, "decay": 10, "amount": 4}, {"kind": "pressing", "centre": [0, 0, 0], "radius": )"
         R"(2}, {"kind": "patch", "centre": [0, 0, 0], "radius": 2}, {"kind": "springs", "springs": [[[0, 0, 0], )"
         R"([0, 1, 0]]]}]})"},
        {"loads/mixture",
         R"({"format": "limber-loads", "version": 1, "mixture": [{"name": "low", "share": 2, "loads": [{"kind": )"
         R"("region", "centre": [0, 0, 0], "radius": 0.5}]}, {"loads": [{"kind": "everywhere"}]}]})"}};
}

Files files() {
    Files all = mesh_files();
    all.emplace_back("search/begun", search_of_two());
    for (auto& file : character_files()) {
        all.push_back(std::move(file));
    }
    all.emplace_back("recovery/of_a_file",
                     sealless(app::UnsavedDocument{"/home/me/puppy.json", "Puppy",
                                                   std::chrono::sys_seconds(std::chrono::years(50)), "{}"}));
    all.emplace_back("recovery/without_a_file", sealless(app::UnsavedDocument{"", "", {}, ""}));
    for (auto& file : stored_files()) {
        all.push_back(std::move(file));
    }
    return all;
}

} // namespace
} // namespace limber::testing

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::cerr << "usage: write_corpus FOLDER\n";
        return 2;
    }
    for (const auto& [name, bytes] : limber::testing::files()) {
        const auto path = std::filesystem::path(arguments[1]) / name;
        std::filesystem::create_directories(path.parent_path());
        if (const auto written = limber::write_file(path, bytes); !written) {
            std::cerr << limber::sentence(written.error()) << "\n";
            return 1;
        }
    }
    return 0;
}
