// SPDX-License-Identifier: MIT
#include "app/character_files/file_surface.h"
#include "engine/core/contract.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/bvh_file.h"
#include "engine/formats/gltf_file.h"
#include "engine/formats/looked_surface.h"
#include "engine/loads/load_file.h"
#include "engine/rig/body_parts.h"
#include "tests/fuzz/fuzzed_parsers.h"
#include "tests/fuzz/refusals.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/vrm_files.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unistd.h>

/// Files of characters of other tools.
namespace limber::fuzz {
namespace {

void check(const SurfaceLook& look, Index vertex_count) {
    EXPECTS(look.normals.allFinite() && look.places.allFinite() && look.colours.allFinite());
    EXPECTS(look.normals.rows() == vertex_count && look.places.rows() == vertex_count);
    EXPECTS(static_cast<Index>(look.material_of.size()) == vertex_count);
    for (const int material : look.material_of) {
        EXPECTS(material >= 0 && material < static_cast<int>(look.materials.size()));
    }
    for (const SurfaceMaterial& material : look.materials) {
        EXPECTS(material.picture >= -1 && material.picture < static_cast<int>(look.pictures.size()));
        EXPECTS(std::ranges::all_of(material.colour, [](double c) { return c >= 0.0 && c <= 1.0; }));
    }
    app::skin_materials(look);
}

void check(const SurfaceMesh& surface) {
    EXPECTS(surface.V.allFinite() && surface.F.rows() > 0);
    EXPECTS(surface.F.minCoeff() >= 0 && surface.F.maxCoeff() < surface.V.rows());
}

void judge(const Result<Repaired<GltfCharacter>>& read) {
    if (!read) {
        return expect_a_plain_sentence(read);
    }
    const GltfCharacter& character = read.value().value;
    const RigDraft& rig = character.rig;
    check(rig.surface);
    EXPECTS(rig.W.allFinite() && rig.W.rows() == rig.surface.V.rows());
    EXPECTS(!fault_in(rig.skeleton));
    for (const Target& target : rig.targets) {
        EXPECTS(target.d.allFinite() && target.d.rows() == rig.surface.V.rows());
    }
    check(character.look, rig.surface.V.rows());
    for (const VertexField& field : character.look.fields) {
        EXPECTS(field.values.size() == rig.surface.V.rows() && field.values.allFinite());
    }
    EXPECTS(character.vrm || character.springs.empty());
    for (const SpringBone& spring : character.springs) {
        EXPECTS(std::ranges::count(rig.skeleton.bones, spring.bone, &Bone::name) > 0);
        for (const double number : {spring.stiffness, spring.drag, spring.gravity}) {
            EXPECTS(number >= 0.0 && std::isfinite(number));
        }
    }
    for (const Clip& clip : character.clips) {
        EXPECTS(!fault_in(clip, rig.skeleton.bone_count()));
    }
}

// A folder of this process: that of its parent is removed by the parent.
const limber::testing::ScratchFolder& own_folder() {
    static std::unique_ptr<limber::testing::ScratchFolder> folder;
    static pid_t owner = 0;
    if (owner != getpid()) {
        static_cast<void>(folder.release());
        folder = std::make_unique<limber::testing::ScratchFolder>();
        owner = getpid();
    }
    return *folder;
}

// The two files of one input, beside each other.
std::filesystem::path written(std::string_view bytes, const std::string& first, const std::string& second) {
    const limber::testing::ScratchFolder& folder = own_folder();
    const auto end = std::min(bytes.find('\f'), bytes.size());
    EXPECTS(write_file(folder / first, bytes.substr(0, end)));
    EXPECTS(write_file(folder / second, bytes.substr(std::min(end + 1, bytes.size()))));
    return folder / first;
}

} // namespace

void feed_gltf(std::string_view bytes) {
    judge(parse_gltf(bytes, "fuzz"));
}

void feed_gltf_text(std::string_view bytes) {
    judge(read_gltf(written(bytes, "mutant.gltf", "side.bin")));
}

void feed_vrm(std::string_view bytes) {
    judge(parse_gltf(limber::testing::bar_glb_with(bytes), "fuzz"));
}

// The names are read, too.
void feed_bvh(std::string_view bytes) {
    const auto read = parse_bvh(bytes, "fuzz");
    if (!read) {
        return expect_a_plain_sentence(read);
    }
    const BvhMotion& motion = read.value();
    EXPECTS(!fault_in(motion.skeleton) && !fault_in(motion.clip, motion.skeleton.bone_count()));
    EXPECTS(body_parts(motion.skeleton).size() == motion.skeleton.bones.size());
}

void feed_looked_obj(std::string_view bytes) {
    const auto read = read_looked_surface(written(bytes, "mutant.obj", "side.mtl"));
    if (!read) {
        return expect_a_plain_sentence(read);
    }
    const auto& [surface, look] = read.value().value;
    check(surface);
    check(look, surface.V.rows());
}

void feed_picture(std::string_view bytes) {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const auto read = app::decoded_picture({first, bytes.size()}, "fuzz");
    if (!read) {
        return expect_a_plain_sentence(read);
    }
    const app::Picture& picture = read.value();
    EXPECTS(picture.width > 0 && picture.height > 0);
    EXPECTS(picture.rgba.size() ==
            std::size_t{4} * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
}

void feed_loads(std::string_view bytes) {
    const TetMesh mesh = limber::testing::two_tets();
    const Vector mass = Vector::Ones(mesh.vertex_count());
    const LoadedBody body{mesh, mass, {{"half", 0.5 * mass}}};
    const auto read = parse_loads(bytes, "fuzz", body);
    const auto mixture = parse_mixture(bytes, "fuzz", body);
    EXPECTS(static_cast<bool>(read) == static_cast<bool>(mixture));
    if (!read) {
        return expect_a_plain_sentence(read);
    }
    EXPECTS(!fault_in(mixture.value(), mesh.vertex_count()));
}

} // namespace limber::fuzz
