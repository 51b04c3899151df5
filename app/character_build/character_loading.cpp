// SPDX-License-Identifier: MIT
#include "app/character_build/character_loading.h"

#include "app/character/file_tet_values.h"
#include "app/character/material_scales.h"
#include "app/character_build/character_keys.h"
#include "app/character_build/mode_solves.h"
#include "app/character_build/painted_material.h"
#include "app/character_build/planar_character.h"
#include "app/character_build/thin_character.h"
#include "app/character_files/file_placement.h"
#include "app/character_files/file_surface.h"
#include "app/character_files/largest_part.h"
#include "app/document/character_file.h"
#include "app/document/plausible_unit.h"
#include "app/document/thin_offer.h"
#include "app/imports/imported_character.h"
#include "engine/actuation/gait_file.h"
#include "engine/body/body_step.h"
#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/quality.h"
#include "engine/mesh/seam_welding.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/rig_draft.h"
#include "engine/rig/rig_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <sstream>

namespace limber::app {
namespace {

constexpr Index cached_field_vertices = 20'000;

// Of a glTF file without its seams, where vertices are doubled.
Result<Repaired<SurfaceMesh>> surface_in(const std::filesystem::path& path, GltfReads& files) {
    if (!is_character_format(path)) {
        return read_surface(path);
    }
    const auto read = files.read(path);
    if (!read) {
        return read.error();
    }
    auto surface = validate(welded_at_seams(read.value()->value.rig.surface), path.string());
    if (!surface) {
        return surface.error();
    }
    const auto& warnings = read.value()->warnings;
    Repaired<SurfaceMesh> repaired = std::move(surface).value();
    repaired.warnings.insert(repaired.warnings.begin(), warnings.begin(), warnings.end());
    return repaired;
}

// The boundary of the tets in a file.
Result<Repaired<SurfaceMesh>> surface_of_tets(const Repaired<TetMesh>& in_file, const std::filesystem::path& path) {
    const TetMesh& mesh = in_file.value;
    auto surface = validate(SurfaceMesh{mesh.X, boundary_triangles(mesh.T)}, path.string());
    if (!surface) {
        return surface.error();
    }
    return Repaired<SurfaceMesh>{std::move(surface).value().value, in_file.warnings};
}

// The bone that moves most of the closest vertex of a character's surface.
std::function<std::string(const Vec3&)> bone_at(const std::filesystem::path& path, GltfReads& files) {
    if (!is_character_format(path)) {
        return {};
    }
    const auto read = files.read(path);
    if (!read || read.value()->value.rig.W.cols() == 0) {
        return {};
    }
    return [file = read.value()](const Vec3& x) -> std::string {
        const RigDraft& rig = file->value.rig;
        Index vertex = 0;
        (rig.surface.V.rowwise() - x.transpose()).rowwise().squaredNorm().minCoeff(&vertex);
        Index bone = 0;
        rig.W.row(vertex).maxCoeff(&bone);
        return rig.skeleton.bones[static_cast<std::size_t>(bone)].name;
    };
}

Fingerprint key_with_names(const SurfaceMesh& surface, const CharacterDescription& scene, GltfReads& files) {
    std::vector<std::string> names;
    if (is_character_format(scene.mesh)) {
        if (const auto read = files.read(scene.mesh)) {
            std::ranges::transform(read.value()->value.rig.skeleton.bones, std::back_inserter(names), &Bone::name);
        }
    }
    return tets_key(surface, scene.target_vertices, names);
}

Result<Repaired<TetMesh>> filled(const Repaired<SurfaceMesh>& surface, const CharacterDescription& scene,
                                 CachedBuild& cached_build, GltfReads& files, Progress* progress) {
    const Fingerprint key = key_with_names(surface.value, scene, files);
    auto filled = cached_build.value<Repaired<TetMesh>>("tets", key, [&] {
        MeshingOptions options;
        options.target_vertices = scene.target_vertices;
        options.remedy = more_vertices_remedy;
        options.part_at = bone_at(scene.mesh, files);
        options.progress_share = filling_share;
        return tetrahedralise(surface.value, options, progress);
    });
    if (!filled) {
        Error error = filled.error();
        if (error.where.empty()) {
            error.where = scene.mesh.string();
        }
        return error;
    }
    Repaired<TetMesh> mesh = std::move(filled).value();
    std::vector<std::string> of_surface = surface.warnings;
    std::erase_if(of_surface, &is_about_edges); // what fills the surface says it too
    mesh.warnings.insert(mesh.warnings.begin(), of_surface.begin(), of_surface.end());
    return mesh;
}

// The tets of the character's file, or new ones inside of their surface.
Result<Repaired<TetMesh>> read_tets(Character& character, CachedBuild& cached_build, GltfReads& files,
                                    Progress* progress) {
    const CharacterDescription& scene = character.description;
    auto read = read_tet_mesh(scene.mesh);
    if (!read || scene.tets != TetSource::refilled) {
        return read;
    }
    const auto surface = surface_of_tets(read.value(), scene.mesh);
    if (!surface) {
        return surface.error();
    }
    character.file_tets = std::make_shared<const FileTetValues>(std::move(read).value().value);
    return filled(surface.value(), scene, cached_build, files, progress);
}

// What has no inside may be rods or a shell.
Error with_advice(Error error, const std::filesystem::path& mesh) {
    const auto offer = error.kind == ErrorKind::bad_input ? thin_offer(mesh) : std::nullopt;
    if (offer) {
        error.message += "; to use it as it is, " + advice(*offer);
    }
    return error;
}

Result<Repaired<TetMesh>> read_mesh(Character& character, CachedBuild& cached_build, GltfReads& files,
                                    Progress* progress) {
    const CharacterDescription& scene = character.description;
    if (is_tet_mesh_file(scene.mesh)) {
        return read_tets(character, cached_build, files, progress);
    }
    if (is_filled_surface(scene)) {
        const auto surface = surface_in(scene.mesh, files);
        auto made = surface ? filled(surface.value(), scene, cached_build, files, progress)
                            : Result<Repaired<TetMesh>>(surface.error());
        if (!made) {
            return with_advice(made.error(), scene.mesh);
        }
        return made;
    }
    return Error{ErrorKind::bad_input,
                 "is no mesh that can be read: tets come as .msh, .mesh, .node/.ele or .vtk, surfaces as .obj, .stl or "
                 ".ply, characters as .glb, .gltf, .fbx or .dae",
                 scene.mesh.string()};
}

std::string warning_about_size(const Character& character, const std::string& what) {
    std::ostringstream text;
    text << character.description.mesh.filename().string() << ": the mesh is "
         << bounding_box(character.file_positions).diagonal() << " units from corner to corner; " << what;
    return text.str();
}

// If the unit is 0 and the size is implausible, chooses one.
void settle_unit(Character& character) {
    double& unit = character.description.metres_per_unit;
    const double diagonal = bounding_box(character.file_positions).diagonal();
    character.unit_warning.clear();
    if (unit == 0.0 && !is_size_of_a_character(diagonal)) {
        unit = plausible_unit(diagonal);
        std::ostringstream text;
        text << "one unit is taken as " << unit << " m";
        character.unit_warning = warning_about_size(character, text.str());
        character.add_warnings(Stage::mesh, {character.unit_warning});
    } else if (unit == 0.0) {
        unit = 1.0;
    } else if (unit == 1.0 && (diagonal < 0.01 || diagonal > 20.0)) {
        character.add_warnings(
            Stage::mesh,
            {warning_about_size(character, "if its unit is not the metre, set \"Scale\" in the section Mesh "
                                           "(--unit on the command line, metres_per_unit in a scene)")});
    }
}

// Limits the size so that squares and cubes of lengths do not overflow or underflow.
std::optional<Error> fault_in_size(const Character& character) {
    const double diagonal = bounding_box(character.mesh.X).diagonal();
    const bool has_volume = character.thin || tet_volumes(character.mesh).minCoeff() > 0.0;
    if (diagonal >= 1e-6 && diagonal <= 1e6 && has_volume) {
        return std::nullopt;
    }
    std::ostringstream text;
    text << "the body is " << diagonal << " m from corner to corner, or has tets of no volume; check its unit (--unit, "
         << "or metres_per_unit in a scene)";
    return Error{ErrorKind::bad_input, text.str(), character.description.mesh.string()};
}

void place(Rig& rig, const CharacterDescription& scene) {
    if (is_moved(scene)) {
        for (Bone& bone : rig.skeleton.bones) {
            bone.rest = placed(bone.rest, scene);
            bone.length *= scene.metres_per_unit;
        }
        for (Target& target : rig.targets) {
            target.d = scene.metres_per_unit * (target.d * rotation_of(scene.turn).transpose());
        }
    }
}

// Of few vertices it takes as long to read as to compute. A large surface takes long even with a small body.
FieldTransfer cached_transfer(CachedBuild& cached_build) {
    return [&cached_build](const SurfaceMesh& surface, const Matrix& values, const TetMesh& mesh, SurfaceFit fit) {
        const auto compute = [&] {
            return transferred_field(surface, values, mesh, fit);
        };
        return std::max(mesh.vertex_count(), surface.V.rows()) < cached_field_vertices
                   ? compute()
                   : cached_build.value<Matrix>("field", field_key(surface, values, mesh, fit), compute);
    };
}

// Targets of what the body lacks are kept, as clips have weights for them.
void warn_about_targets_at_rest(std::size_t count, Repaired<Rig>& rig) {
    if (count > 0) {
        const bool is_one = count == 1;
        rig.warnings.push_back(std::to_string(count) + (is_one ? " morph target moves" : " morph targets move") +
                               " only tets of the file that the body does not have, so that " +
                               (is_one ? "it moves" : "they move") + " nothing");
    }
}

// A rig with weights for each vertex of the file's tets.
Result<Repaired<Rig>> rig_of_tets(const std::filesystem::path& path, const Character& character, const TetMesh& mesh) {
    if (!character.file_tets) {
        return read_rig(path, mesh);
    }
    auto read = read_rig(path, character.file_tets->mesh());
    if (!read) {
        return read;
    }
    Repaired<Rig> rig = std::move(read).value();
    rig.value = carried_rig(rig.value, character.file_tets->vertices_of(mesh));
    const Rig moving{rig.value.skeleton, rig.value.W, moving_targets(rig.value.targets)};
    for (auto fault : {fault_in(moving, mesh), fault_of_dependence(moving, mesh)}) {
        if (fault) {
            fault->where = path.string() + ": " + fault->where;
            return *fault;
        }
    }
    warn_about_targets_at_rest(rig.value.targets.size() - moving.targets.size(), rig);
    return rig;
}

Result<Repaired<Rig>> rig_in(Character& character, const TetMesh& mesh, CachedBuild& cached_build, GltfReads& files) {
    const CharacterDescription& scene = character.description;
    const std::filesystem::path& path = scene.rig;
    if (!is_character_format(path)) {
        return rig_of_tets(path, character, mesh);
    }
    const auto read = files.read(path);
    if (!read) {
        return read.error();
    }
    character.springs = read.value()->value.springs;
    RigDraft draft = read.value()->value.rig;
    draft.fit = has_its_own_rig(scene) ? SurfaceFit::known : SurfaceFit::checked;
    return repair(std::move(draft), mesh, path.string(), cached_transfer(cached_build));
}

double moving_parts(const TetMesh& mesh, const Rig& rig) {
    const Vector of_vertices = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
    const Vector of_bones = rig.W.cwiseMax(0.0).transpose() * of_vertices.cwiseAbs();
    const double squares = of_bones.squaredNorm();
    return squares > 0.0 ? of_bones.sum() * of_bones.sum() / squares : 1.0;
}

TetMesh mesh_in_unit_of_file(const Character& character) {
    return {character.file_positions, character.mesh.T};
}

} // namespace

Result<Done> load_mesh(Character& character, CachedBuild& cached_build, GltfReads& files, Progress* progress) {
    const CharacterDescription& scene = character.description;
    character.file_tets.reset();
    character.removed_parts.reset();
    character.thin.reset();
    auto read = is_thin(scene)     ? read_thin_mesh(character)
                : is_planar(scene) ? read_planar_mesh(character)
                                   : read_mesh(character, cached_build, files, progress);
    if (!read) {
        return read.error();
    }
    character.add_warnings(Stage::mesh, read.value().warnings);
    character.mesh = std::move(read).value().value;
    if (scene.tets == TetSource::largest_part && !character.thin && !is_planar(scene)) {
        keep_largest_part(character);
    }
    character.file_positions = character.mesh.X;
    settle_unit(character);
    if (is_planar(scene)) {
        give_depth(character);
    }
    if (is_moved(scene)) {
        const Mat3 map = scene.metres_per_unit * rotation_of(scene.turn);
        character.mesh.X = character.file_positions * map.transpose();
    }
    if (auto fault = fault_in_size(character)) {
        return *fault;
    }
    character.boundary_vertices = surface_vertices(character);
    character.thin_surface = nullptr;
    if (character.thin) {
        character.quality = {};
        ThinSurface surface = thin_surface(*character.thin, character.mesh.X);
        const std::vector<int> below = vertices_below(surface);
        character.boundary =
            surface.triangles.unaryExpr([&](int vertex) { return below[static_cast<std::size_t>(vertex)]; });
        character.thin_surface = std::make_shared<const ThinSurface>(std::move(surface));
        return Done{};
    }
    if (auto fault = fault_in_mode_count(character)) {
        return *fault;
    }
    character.quality = quality_of(character.mesh);
    character.boundary = boundary_triangles(character.mesh.T);
    return Done{};
}

Result<std::vector<int>> labels_of_tets(const Character& character, const std::filesystem::path& file, int label_count,
                                        std::string_view that) {
    const FileTetValues* in_file = character.file_tets.get();
    auto labels =
        read_labels(file, (in_file ? in_file->mesh() : character.mesh).tet_count(), label_count, "tets", that);
    return labels && in_file ? in_file->carried_of_tets(labels.value(), mesh_in_unit_of_file(character))
                             : std::move(labels);
}

Result<std::vector<int>> labels_of_vertices(const Character& character, const std::filesystem::path& file,
                                            int label_count, std::string_view that) {
    const FileTetValues* in_file = character.file_tets.get();
    auto labels =
        read_labels(file, (in_file ? in_file->mesh() : character.mesh).vertex_count(), label_count, "vertices", that);
    return labels && in_file ? in_file->carried_of_vertices(labels.value(), mesh_in_unit_of_file(character))
                             : std::move(labels);
}

Result<Done> load_material(Character& character) {
    const MaterialDescription& described = character.description.material;
    UniformMaterial reference;
    reference.poisson = has_ratios_of_its_own(described) ? described.poisson : 0.0;
    character.material = uniform_material(reference, character.mesh.tet_count());
    character.material_labels.clear();
    if (described.labels.empty()) {
        return apply_painted_parts(character);
    }
    auto labels = labels_of_tets(character, described.labels, static_cast<int>(described.regions.size()));
    if (!labels) {
        return labels.error();
    }
    character.material_labels = std::move(labels).value();
    for (Index t = 0; t < character.mesh.tet_count(); ++t) {
        const auto label = static_cast<std::size_t>(character.material_labels[static_cast<std::size_t>(t)]);
        const MaterialRegion& region = described.regions[label];
        character.material.young(t) *= region.young_factor;
        character.material.density(t) *= region.density_factor;
        character.material.poisson(t) = region.poisson.value_or(reference.poisson);
    }
    return apply_painted_parts(character);
}

Result<Done> load_rig(Character& character, CachedBuild& cached_build, GltfReads& files) {
    const CharacterDescription& scene = character.description;
    character.springs.clear();
    const TetMesh mesh_of_file = mesh_in_unit_of_file(character);
    if (scene.rig_kind != RigKind::file) {
        character.rig = affine_handle(mesh_of_file);
    } else {
        auto rig = rig_in(character, mesh_of_file, cached_build, files);
        if (!rig) {
            return rig.error();
        }
        character.add_warnings(Stage::rig, rig.value().warnings);
        character.rig = std::move(rig).value().value;
    }
    place(character.rig, scene);
    character.moving_parts = moving_parts(character.mesh, character.rig);
    return Done{};
}

Result<Done> load_gait(Character& character) {
    MuscleDescription& muscles = character.description.muscles;
    if (auto loaded = muscles.gaits.load(); !loaded) {
        return loaded;
    }
    character.gait = muscles.gait.value_or(Gait{});
    if (muscles.gait || muscles.gait_file.empty()) {
        return Done{};
    }
    auto gait = read_gait(muscles.gait_file);
    if (!gait) {
        return gait.error();
    }
    character.gait = std::move(gait).value().value;
    return Done{};
}

Result<Done> load_look(Character& character) {
    const LookDescription& look = character.description.look;
    character.colour_labels.clear();
    if (look.labels.empty()) {
        return Done{};
    }
    auto labels = labels_of_vertices(character, look.labels, static_cast<int>(look.palette.size()));
    if (!labels) {
        return labels.error();
    }
    character.colour_labels = std::move(labels).value();
    return Done{};
}

} // namespace limber::app
