// SPDX-License-Identifier: MIT
#include "app/character/character_loading.h"

#include "app/character/character_keys.h"
#include "app/character/clip_stride.h"
#include "app/character/file_surface.h"
#include "app/character/file_tet_values.h"
#include "app/character/largest_part.h"
#include "app/character/material_scales.h"
#include "app/character/mode_solves.h"
#include "app/character/painted_material.h"
#include "app/document/character_file.h"
#include "app/document/joint_map.h"
#include "app/document/plausible_unit.h"
#include "app/imports/imported_character.h"
#include "engine/actuation/gait_file.h"
#include "engine/formats/bvh_file.h"
#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/quality.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/surface_mesh_builder.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/rig_draft.h"
#include "engine/rig/rig_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <sstream>

namespace limber::app {
namespace {

constexpr Index cached_field_vertices = 20'000;

void add_warnings(Character& character, Stage stage, const std::vector<std::string>& warnings) {
    auto& all = character.warnings_of[stage];
    all.insert(all.end(), warnings.begin(), warnings.end());
}

// Of a glTF file without its seams, where vertices are doubled.
Result<Repaired<SurfaceMesh>> surface_in(const std::filesystem::path& path, GltfReads& files) {
    if (!is_character_format(path)) {
        return read_surface(path);
    }
    const auto read = files.read(path);
    if (!read) {
        return read.error();
    }
    auto surface = validate(welded(read.value()->value.rig.surface), path.string());
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
    mesh.warnings.insert(mesh.warnings.begin(), surface.warnings.begin(), surface.warnings.end());
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

Result<Repaired<TetMesh>> read_mesh(Character& character, CachedBuild& cached_build, GltfReads& files,
                                    Progress* progress) {
    const CharacterDescription& scene = character.description;
    if (is_tet_mesh_file(scene.mesh)) {
        return read_tets(character, cached_build, files, progress);
    }
    if (is_filled_surface(scene)) {
        const auto surface = surface_in(scene.mesh, files);
        return surface ? filled(surface.value(), scene, cached_build, files, progress) : surface.error();
    }
    return Error{ErrorKind::bad_input,
                 "is no mesh that can be read: tets come as .msh, .mesh, .node/.ele or .vtk, surfaces as .obj, .stl or "
                 ".ply, characters as .glb, .gltf, .fbx or .dae",
                 scene.mesh.string()};
}

void warn_about_size(Character& character, const std::string& what) {
    std::ostringstream text;
    text << character.description.mesh.filename().string() << ": the mesh is "
         << bounding_box(character.file_positions).diagonal() << " units from corner to corner; " << what;
    add_warnings(character, Stage::mesh, {text.str()});
}

// If the unit is 0 and the size is implausible, chooses one.
void settle_unit(Character& character) {
    double& unit = character.description.metres_per_unit;
    const double diagonal = bounding_box(character.file_positions).diagonal();
    if (unit == 0.0 && !is_size_of_a_character(diagonal)) {
        unit = plausible_unit(diagonal);
        std::ostringstream text;
        text << "one unit is taken as " << unit << " m";
        warn_about_size(character, text.str());
    } else if (unit == 0.0) {
        unit = 1.0;
    } else if (unit == 1.0 && (diagonal < 0.01 || diagonal > 20.0)) {
        warn_about_size(character, "if its unit is not the metre, set \"Scale\" in the section Mesh "
                                   "(--unit on the command line, metres_per_unit in a scene)");
    }
}

// Limits the size so that squares and cubes of lengths do not overflow or underflow.
std::optional<Error> fault_in_size(const Character& character) {
    const double diagonal = bounding_box(character.mesh.X).diagonal();
    if (diagonal >= 1e-6 && diagonal <= 1e6 && tet_volumes(character.mesh).minCoeff() > 0.0) {
        return std::nullopt;
    }
    std::ostringstream text;
    text << "the body is " << diagonal << " m from corner to corner, or has tets of no volume; check its unit (--unit, "
         << "or metres_per_unit in a scene)";
    return Error{ErrorKind::bad_input, text.str(), character.description.mesh.string()};
}

// World matrices map from bone space, whose unit does not change, so only the translation is scaled.
Affine placed(const Affine& world, const CharacterDescription& scene) {
    const Mat3 R = rotation_of(scene.turn);
    Affine result;
    result.leftCols<3>() = R * world.leftCols<3>();
    result.col(3) = scene.metres_per_unit * (R * world.col(3));
    return result;
}

bool is_moved(const CharacterDescription& scene) {
    return scene.metres_per_unit != 1.0 || scene.turn.degrees != 0.0;
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

void place(Clip& clip, const CharacterDescription& scene) {
    if (is_moved(scene)) {
        for (Pose& pose : clip.keys) {
            for (Affine& world : pose) {
                world = placed(world, scene);
            }
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

// The weights of the targets that the rig has, in its order.
void keep_targets(Clip& clip, const std::vector<Target>& in_file, const std::vector<Target>& kept) {
    for (std::vector<double>& weights : clip.target_weights) {
        std::vector<double> of_kept;
        for (const Target& target : kept) {
            const auto found = std::ranges::find(in_file, target.name, &Target::name);
            of_kept.push_back(found == in_file.end() ? 0.0
                                                     : weights[static_cast<std::size_t>(found - in_file.begin())]);
        }
        weights = std::move(of_kept);
    }
    if (kept.empty()) {
        clip.target_weights.clear();
    }
}

std::string words_for(const FootHeights& heights) {
    std::ostringstream text;
    text.precision(2);
    text << 100.0 * heights.lowest << " to " << 100.0 * heights.highest << " cm";
    return text.str();
}

std::string words_for(const CarriedClip& carried, const std::string& name) {
    std::ostringstream text;
    text.precision(2);
    text << name << ": " << carried.matches.size() << " bones of the rig follow joints of the motion";
    if (!carried.unmatched.empty()) {
        text << "; " << carried.unmatched.size() << " joints have no bone of their name and move nothing";
    }
    if (has_standing_feet(carried)) {
        text << "; a standing foot slides by " << 100.0 * carried.slide.mean << " cm on average, and by "
             << 100.0 * carried.slide.mean_of_source << " cm in the capture";
    }
    if (carried.heights && carried.keeps_foot_heights) {
        text << "; the lowest foot is " << words_for(*carried.heights) << " over the ground, and without bent legs "
             << words_for(*carried.heights_of_turns);
    }
    return text.str();
}

// A clip that has no name of its own.
void name_by_file(const std::filesystem::path& path, Clip& clip) {
    if (clip.name.empty()) {
        clip.name = path.stem().string();
    }
}

// Which bone follows which joint by the file of joints and bones and by the choices in the window, which go before.
Result<std::vector<JointPair>> joint_pairs(const std::filesystem::path& joints, const ClipRetargeting& wanted) {
    std::vector<JointPair> pairs;
    if (!joints.empty()) {
        auto read = read_joint_map(joints);
        if (!read) {
            return read.error();
        }
        pairs = std::move(read).value();
    }
    for (const auto& [joint, bone] : wanted.bones) {
        std::erase_if(pairs, [&](const JointPair& pair) { return pair.joint == joint || pair.bone == bone; });
        pairs.push_back({joint, bone});
    }
    return pairs;
}

// `where`: for errors.
Result<std::vector<BoneMatch>> given_matches(const std::vector<JointPair>& pairs, const Skeleton& source,
                                             const Skeleton& target, const std::filesystem::path& where) {
    std::vector<BoneMatch> matches;
    for (const JointPair& pair : pairs) {
        const int joint = bone_named(source, pair.joint);
        const int bone = bone_named(target, pair.bone);
        if (joint < 0 || bone < 0) {
            return Error{ErrorKind::bad_input,
                         joint >= 0 ? "names the bone \"" + pair.bone +
                                          "\", which the rig does not have; its bones are " + first_names_of(target)
                                    : "names the joint \"" + pair.joint +
                                          "\", which the clip does not have; its joints are " + first_names_of(source),
                         where.string()};
        }
        matches.push_back({joint, bone});
    }
    return matches;
}

// `clip`: as the description names it.
Error refusal_of(Error error, const std::filesystem::path& clip, const std::filesystem::path& file) {
    error.where = file.string();
    error.message +=
        ", or write which bone follows which joint into " + joint_map_beside(clip).filename().string() +
        " beside it: {\"joint\": \"bone\"} (another file: --clip-map; all names: limber check BODY --clip " +
        clip.filename().string() + " --json)";
    return error;
}

// A handle or nothing: no map of joints and bones could help.
Error refusal_without_rig(const Skeleton& source, const std::filesystem::path& file) {
    return {ErrorKind::bad_input,
            "is a motion of another kind of body: its joints are " + first_names_of(source) +
                ", and this one has no rig; choose one that has bones (--rig), or open a character with a skeleton",
            file.string()};
}

// `clip`: as the description names it. Fails where the clip's file of joints and bones is faulty.
Result<RetargetingOptions> retargeting_options(const Skeleton& source, const std::filesystem::path& clip,
                                               const Character& character) {
    const ClipRetargeting wanted = retargeting_of(character.description, clip);
    const std::filesystem::path joints = joint_map_of(character.description, clip);
    const auto pairs = joint_pairs(joints, wanted);
    if (!pairs) {
        return pairs.error();
    }
    auto given = given_matches(pairs.value(), source, character.rig.skeleton, joints.empty() ? clip : joints);
    if (!given) {
        return given.error();
    }
    return RetargetingOptions{std::move(given).value(), wanted.stride, wanted.keeps_foot_heights};
}

// A motion of another skeleton, in metres and turned as the rig is. `clip`: as the description names it, in `file`.
// Fails only where the motion is of another kind of body.
Result<Done> carry_clip(const MotionSource& motion, const RetargetingOptions& options,
                        const std::filesystem::path& clip, const std::filesystem::path& file, Character& character) {
    const Skeleton& skeleton = character.rig.skeleton;
    auto carried = retargeted(motion, skeleton, up_of(character.description), options);
    if (!carried) {
        const bool has_rig = character.description.rig_kind == RigKind::file;
        return has_rig ? refusal_of(carried.error(), clip, file) : refusal_without_rig(motion.skeleton, file);
    }
    Retargeting result = std::move(carried).value();
    CarriedClip report{{}, {}, result.scale, options.stride, result.slide, result.has_hips};
    report.keeps_foot_heights = options.keeps_foot_heights;
    report.heights = result.heights;
    report.heights_of_turns = result.heights_of_turns;
    for (const BoneMatch& match : result.matches) {
        report.matches.push_back({motion.skeleton.bones[static_cast<std::size_t>(match.source)].name,
                                  skeleton.bones[static_cast<std::size_t>(match.target)].name});
    }
    for (const int joint : result.unmatched) {
        report.unmatched.push_back(motion.skeleton.bones[static_cast<std::size_t>(joint)].name);
    }
    add_warnings(character, Stage::state, {words_for(report, file.filename().string())});
    if (!report.has_hips && report.stride != 1.0) {
        add_warnings(character, Stage::state,
                     {file.filename().string() + ": its stride has no effect, as no bone of the rig follows hips"});
    }
    character.clips.push_back(std::move(result.clip));
    name_by_file(file, character.clips.back());
    character.carried_clips.emplace_back(std::move(report));
    return Done{};
}

Result<Done> carry_capture(const std::filesystem::path& path, Character& character) {
    auto read = read_bvh(path);
    if (!read) {
        return read.error();
    }
    const MotionSource motion{read.value().skeleton, read.value().clip};
    const auto options = retargeting_options(motion.skeleton, path, character);
    if (!options) {
        return options.error();
    }
    auto carried = carry_clip(motion, options.value(), path, path, character);
    if (carried) {
        character.clips.back().name = path.stem().string();
    }
    return carried;
}

void add_own_clip(Repaired<Clip> clip, const std::filesystem::path& path, Character& character) {
    add_warnings(character, Stage::state, clip.warnings);
    character.clips.push_back(std::move(clip.value));
    character.carried_clips.emplace_back();
    place(character.clips.back(), character.description);
    name_by_file(path, character.clips.back());
}

// The clips of glTF files, each of which is read once.
class GltfClipFiles {
public:
    explicit GltfClipFiles(GltfReads& reads) : reads_(reads) {}

    // As it is if its bones are the rig's, at rest where those of the rig are; else carried over. `path`: of the
    // description, with the number of the clip unless it is the first of many.
    Result<Done> add(const GltfClipName& name, const std::filesystem::path& path, Character& character) {
        const bool is_first_of_many = name.file == path;
        if (auto opened = open(name.file, character); !opened) {
            return opened;
        }
        if (name.clip >= read_->clips.size()) {
            return Error{ErrorKind::bad_input,
                         "has " + std::to_string(read_->clips.size()) + " animations, so there is none with number " +
                             std::to_string(name.clip + 1),
                         name.file.string()};
        }
        const Clip& clip = read_->clips[name.clip];
        const std::vector<std::size_t> places = places_of(character.rig.skeleton);
        const bool rest_alike = !places.empty() && are_at_rest_alike(places, character);
        auto added = rest_alike ? add_as_it_is(clip, places, character) : carry(clip, places, path, character);
        if (added) {
            warn_about_others(name.file, is_first_of_many, character);
        }
        return added;
    }

private:
    // A motion of another kind of body is played as it is where the names of its bones are the rig's.
    Result<Done> carry(const Clip& clip, const std::vector<std::size_t>& places, const std::filesystem::path& path,
                       Character& character) const {
        const MotionSource motion{read_->rig.skeleton, clip};
        const auto options = retargeting_options(motion.skeleton, path, character);
        if (!options) {
            return options.error();
        }
        auto carried = carry_clip(motion, options.value(), path, file_, character);
        if (carried) {
            take_target_weights(clip, character);
        }
        if (carried || places.empty()) {
            return carried;
        }
        add_warnings(character, Stage::state,
                     {file_.filename().string() +
                      ": its bones are longer, shorter or in other places than those of the rig, so that its motion "
                      "changes the body's proportions"});
        return add_as_it_is(clip, places, character);
    }

    Result<Done> add_as_it_is(const Clip& clip, const std::vector<std::size_t>& places, Character& character) const {
        const Rig& rig = character.rig;
        auto own = repair(sorted(clip, places, rig), rig.skeleton, file_.string());
        if (!own) {
            return own.error();
        }
        add_own_clip(std::move(own).value(), file_, character);
        return Done{};
    }

    // The character's own file was read for its mesh.
    Result<Done> open(const std::filesystem::path& file, const Character& character) {
        if (read_ && file_ == file) {
            return Done{};
        }
        Result<GltfCharacterPtr> read =
            file == character.description.mesh ? reads_.read(file, GltfClips::sampled) : clips_of(file);
        if (!read) {
            return read.error();
        }
        if (read.value()->value.clips.empty()) {
            return Error{ErrorKind::bad_input, "has no animation; export it with its animations", file.string()};
        }
        file_ = file;
        read_ = std::shared_ptr<const GltfCharacter>(read.value(), &read.value()->value);
        return Done{};
    }

    Result<GltfCharacterPtr> clips_of(const std::filesystem::path& file) const {
        auto read = read_character_file(file, GltfClips::alone, reads_.progress());
        if (!read) {
            return read.error();
        }
        return std::make_shared<const Repaired<GltfCharacter>>(std::move(read).value());
    }

    // For each bone of the rig the one of the file with its name; empty unless each name is there once.
    std::vector<std::size_t> places_of(const Skeleton& skeleton) const {
        const std::vector<Bone>& bones = read_->rig.skeleton.bones;
        if (std::ranges::equal(bones, skeleton.bones, {}, &Bone::name, &Bone::name)) {
            std::vector<std::size_t> same(bones.size());
            std::iota(same.begin(), same.end(), std::size_t{0});
            return same;
        }
        std::vector<std::size_t> places;
        for (const Bone& bone : skeleton.bones) {
            const auto found = std::ranges::find(bones, bone.name, &Bone::name);
            if (found == bones.end() || std::ranges::count(bones, bone.name, &Bone::name) > 1) {
                return {};
            }
            places.push_back(static_cast<std::size_t>(found - bones.begin()));
        }
        return places;
    }

    // The rest matrices of the rig had their scale taken out and are in metres.
    bool are_at_rest_alike(const std::vector<std::size_t>& places, const Character& character) const {
        const std::vector<Bone>& bones = character.rig.skeleton.bones;
        const double extent = bounding_box(character.mesh.X).diagonal();
        for (std::size_t b = 0; b < bones.size(); ++b) {
            const Affine there = placed(read_->rig.skeleton.bones[places[b]].rest, character.description);
            const Mat3 axes = bones[b].file_scale * bones[b].rest.leftCols<3>();
            if (!((there.leftCols<3>() - axes).norm() <= 1e-3 * axes.norm()) ||
                !((there.col(3) - bones[b].rest.col(3)).norm() <= 1e-3 * extent)) {
                return false;
            }
        }
        return true;
    }

    Clip sorted(Clip clip, const std::vector<std::size_t>& places, const Rig& rig) const {
        for (Pose& key : clip.keys) {
            const Pose unsorted = key;
            key.resize(places.size());
            for (std::size_t b = 0; b < places.size(); ++b) {
                key[b] = unsorted[places[b]];
            }
        }
        keep_targets(clip, read_->rig.targets, rig.targets);
        return clip;
    }

    // Of the targets that the rig has too; a carried clip has the frames of its source.
    void take_target_weights(Clip clip, Character& character) const {
        const std::vector<Target>& wanted = character.rig.targets;
        const auto is_wanted = [&](const Target& target) {
            return std::ranges::find(wanted, target.name, &Target::name) != wanted.end();
        };
        if (std::ranges::any_of(read_->rig.targets, is_wanted)) {
            keep_targets(clip, read_->rig.targets, wanted);
            character.clips.back().target_weights = std::move(clip.target_weights);
        }
    }

    void warn_about_others(const std::filesystem::path& file, bool is_first_of_many, Character& character) const {
        if (is_first_of_many && read_->clips.size() > 1) {
            add_warnings(character, Stage::state,
                         {file.filename().string() + " has " + std::to_string(read_->clips.size()) +
                          " animations, and the first one is played; name another one as " +
                          gltf_clip_path(file.filename(), 1).string()});
        }
    }

    GltfReads& reads_;
    std::filesystem::path file_;
    std::shared_ptr<const GltfCharacter> read_; // null: none
};

double moving_parts(const TetMesh& mesh, const Rig& rig) {
    const Vector of_vertices = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
    const Vector of_bones = rig.W.cwiseMax(0.0).transpose() * of_vertices.cwiseAbs();
    const double squares = of_bones.squaredNorm();
    return squares > 0.0 ? of_bones.sum() * of_bones.sum() / squares : 1.0;
}

TetMesh mesh_in_unit_of_file(const Character& character) {
    return {character.file_positions, character.mesh.T};
}

Result<Done> add_clip(const std::filesystem::path& path, GltfClipFiles& files, Character& character) {
    if (is_bvh_file(path)) {
        return carry_capture(path, character);
    }
    if (const auto in_gltf = clip_in_character_file(path)) {
        return files.add(*in_gltf, path, character);
    }
    auto clip = read_clip(path, character.rig.skeleton, character.rig.targets);
    if (!clip) {
        return clip.error();
    }
    add_own_clip(std::move(clip).value(), path, character);
    return Done{};
}

} // namespace

Result<Done> load_mesh(Character& character, CachedBuild& cached_build, GltfReads& files, Progress* progress) {
    const CharacterDescription& scene = character.description;
    character.file_tets.reset();
    character.removed_parts.reset();
    auto read = read_mesh(character, cached_build, files, progress);
    if (!read) {
        return read.error();
    }
    add_warnings(character, Stage::mesh, read.value().warnings);
    character.mesh = std::move(read).value().value;
    if (scene.tets == TetSource::largest_part) {
        keep_largest_part(character);
    }
    character.file_positions = character.mesh.X;
    settle_unit(character);
    if (is_moved(scene)) {
        const Mat3 map = scene.metres_per_unit * rotation_of(scene.turn);
        character.mesh.X = character.file_positions * map.transpose();
    }
    if (auto fault = fault_in_size(character)) {
        return *fault;
    }
    if (auto fault = fault_in_mode_count(character)) {
        return *fault;
    }
    character.quality = quality_of(character.mesh);
    character.boundary = boundary_triangles(character.mesh.T);
    character.boundary_vertices = boundary_vertices(character.mesh.T);
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
        add_warnings(character, Stage::rig, rig.value().warnings);
        character.rig = std::move(rig).value().value;
    }
    place(character.rig, scene);
    character.moving_parts = moving_parts(character.mesh, character.rig);
    return Done{};
}

Result<Done> load_clips(Character& character, GltfReads& files) {
    character.clips.clear();
    character.carried_clips.clear();
    GltfClipFiles clip_files(files);
    for (const auto& path : character.description.clips) {
        if (auto added = add_clip(path, clip_files, character); !added) {
            return added;
        }
    }
    return Done{};
}

std::optional<Skeleton> skeleton_of_clip(const std::filesystem::path& path) {
    if (is_bvh_file(path)) {
        auto read = read_bvh(path);
        return read ? std::optional(std::move(read).value().skeleton) : std::nullopt;
    }
    const auto named = clip_in_character_file(path);
    const auto read = named ? std::optional(read_character_file(named->file, GltfClips::alone)) : std::nullopt;
    return read && *read ? std::optional(read->value().value.rig.skeleton) : std::nullopt;
}

std::vector<std::string> joints_of_clip(const std::filesystem::path& path) {
    std::vector<std::string> names;
    if (const auto skeleton = skeleton_of_clip(path)) {
        std::ranges::transform(skeleton->bones, std::back_inserter(names), &Bone::name);
    }
    return names;
}

std::vector<std::optional<Error>> load_playable_clips(Character& character, Progress* progress) {
    character.clips.clear();
    character.carried_clips.clear();
    GltfReads reads(GltfClips::sampled, progress);
    GltfClipFiles files(reads);
    std::vector<std::optional<Error>> faults;
    for (const auto& path : character.description.clips) {
        const auto added = add_clip(path, files, character);
        faults.push_back(added ? std::nullopt : std::optional(added.error()));
    }
    return faults;
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
