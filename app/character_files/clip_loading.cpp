// SPDX-License-Identifier: MIT
#include "app/character_files/clip_loading.h"

#include "app/character/clip_stride.h"
#include "app/character_files/file_placement.h"
#include "app/document/joint_map.h"
#include "app/imports/imported_character.h"
#include "engine/formats/bvh_file.h"
#include "engine/mesh/quality.h"
#include "engine/rig/rig_draft.h"
#include "engine/rig/rig_file.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <sstream>
#include <utility>

namespace limber::app {
namespace {

void warn(Character& character, const std::vector<std::string>& warnings) {
    auto& all = character.warnings_of[Stage::state];
    all.insert(all.end(), warnings.begin(), warnings.end());
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
        text << "; the lowest foot is " << words_for(*carried.heights)
             << " over the ground, and without bent legs (--clip-feet turned) " << words_for(*carried.heights_of_turns);
    }
    return text.str();
}

// A clip that has no name of its own.
void name_by_file(const std::filesystem::path& path, Clip& clip) {
    if (clip.name.empty()) {
        clip.name = path.stem().string();
    }
}

struct ClipFiles {
    std::filesystem::path clip; // as the description names it
    std::filesystem::path joints;
};

struct GivenPair {
    JointPair names;
    bool is_chosen = false; // in the window, not in the file of joints and bones
};

// Which bone follows which joint by the file of joints and bones and by the choices in the window, which go before.
Result<std::vector<GivenPair>> given_pairs(const std::filesystem::path& joints, const ClipRetargeting& wanted) {
    std::vector<GivenPair> pairs;
    if (!joints.empty()) {
        auto read = read_joint_map(joints);
        if (!read) {
            return read.error();
        }
        for (const JointPair& pair : read.value()) {
            pairs.push_back({pair});
        }
    }
    for (const auto& [joint, bone] : wanted.bones) {
        std::erase_if(pairs, [&](const GivenPair& it) { return it.names.joint == joint || it.names.bone == bone; });
        pairs.push_back({{joint, bone}, true});
    }
    return pairs;
}

std::string unknown_name(const GivenPair& pair, bool is_joint, const Skeleton& skeleton) {
    const std::string verb = pair.is_chosen ? "has a choice in Bones and joints that names" : "names";
    const std::string way_out = pair.is_chosen ? "; choose again, or remove it from the \"bones\" of the scene" : "";
    return verb +
           (is_joint ? " the joint \"" + pair.names.joint + "\", which the clip does not have; its joints are "
                     : " the bone \"" + pair.names.bone + "\", which the rig does not have; its bones are ") +
           first_names_of(skeleton) + way_out;
}

Result<std::vector<BoneMatch>> given_matches(const std::vector<GivenPair>& pairs, const Skeleton& source,
                                             const Skeleton& target, const ClipFiles& files) {
    std::vector<BoneMatch> matches;
    for (const GivenPair& pair : pairs) {
        const int joint = bone_named(source, pair.names.joint);
        const int bone = bone_named(target, pair.names.bone);
        if (joint < 0 || bone < 0) {
            return Error{ErrorKind::bad_input, unknown_name(pair, joint < 0, joint < 0 ? source : target),
                         (pair.is_chosen ? files.clip : files.joints).string()};
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

// `clip`: as the description names it.
Error refusal_of(Error error, const Skeleton& source, const std::filesystem::path& clip,
                 const std::filesystem::path& file, const CharacterDescription& scene) {
    return scene.rig_kind == RigKind::file ? refusal_of(std::move(error), clip, file)
                                           : refusal_without_rig(source, file);
}

// `clip`: as the description names it. Fails where the clip's file of joints and bones or a choice is faulty.
Result<RetargetingOptions> retargeting_options(const Skeleton& source, const std::filesystem::path& clip,
                                               const CharacterDescription& scene, const Skeleton& target) {
    const ClipRetargeting wanted = retargeting_of(scene, clip);
    const std::filesystem::path joints = joint_map_of(scene, clip);
    const auto pairs = given_pairs(joints, wanted);
    if (!pairs) {
        return pairs.error();
    }
    auto given = given_matches(pairs.value(), source, target, {clip, joints});
    if (!given) {
        return given.error();
    }
    return RetargetingOptions{std::move(given).value(), wanted.stride, wanted.keeps_foot_heights};
}

// Fails where a motion of `source` cannot be carried over to the rig, as its names show. `clip`: as the description
// names it, in `file`.
Result<Done> check_names(const MotionSource& motion, const std::filesystem::path& clip,
                         const std::filesystem::path& file, const CharacterDescription& scene, const Skeleton& target) {
    const auto options = retargeting_options(motion.skeleton, clip, scene, target);
    if (!options) {
        return options.error();
    }
    if (!options.value().matches.empty() || names_fit(motion.skeleton, target)) {
        return Done{};
    }
    const auto refused = retargeted(motion, target, up_of(scene), options.value());
    return refused ? Result<Done>(Done{}) : refusal_of(refused.error(), motion.skeleton, clip, file, scene);
}

// A motion of another skeleton, in metres and turned as the rig is. `clip`: as the description names it, in `file`.
// Fails only where the motion is of another kind of body.
Result<Done> carry_clip(const MotionSource& motion, const RetargetingOptions& options,
                        const std::filesystem::path& clip, const std::filesystem::path& file, Character& character) {
    const Skeleton& skeleton = character.rig.skeleton;
    auto carried = retargeted(motion, skeleton, up_of(character.description), options);
    if (!carried) {
        return refusal_of(carried.error(), motion.skeleton, clip, file, character.description);
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
    warn(character, {words_for(report, file.filename().string())});
    if (!report.has_hips && report.stride != 1.0) {
        warn(character, {file.filename().string() + ": its stride has no effect, as no bone of the rig follows hips"});
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
    const auto options = retargeting_options(motion.skeleton, path, character.description, character.rig.skeleton);
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
    warn(character, clip.warnings);
    character.clips.push_back(std::move(clip.value));
    character.carried_clips.emplace_back();
    place(character.clips.back(), character.description);
    name_by_file(path, character.clips.back());
}

// The clips of glTF files.
class GltfClipFiles {
public:
    explicit GltfClipFiles(GltfReads& reads) : reads_(reads) {}

    // As it is if its bones are the rig's, at rest where those of the rig are; else carried over. `path`: of the
    // description, with the number of the clip unless it is the first of many.
    Result<Done> add(const GltfClipName& name, const std::filesystem::path& path, Character& character) {
        const bool is_first_of_many = name.file == path;
        if (auto opened = open(name, character.description); !opened) {
            return opened;
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

    // Fails where `add` would fail for the clip's number or the names of its bones, with a rig of this skeleton.
    Result<Done> check(const GltfClipName& name, const std::filesystem::path& path, const CharacterDescription& scene,
                       const Skeleton& skeleton) {
        if (auto opened = open(name, scene); !opened) {
            return opened;
        }
        return places_of(skeleton).empty()
                   ? check_names({read_->rig.skeleton, read_->clips[name.clip]}, path, file_, scene, skeleton)
                   : Result<Done>(Done{});
    }

    Result<Done> open(const GltfClipName& name, const CharacterDescription& scene) {
        if (auto opened = open(name.file, scene.mesh); !opened) {
            return opened;
        }
        const std::size_t count = read_->clips.size();
        if (name.clip >= count) {
            return Error{ErrorKind::bad_input,
                         "has " + std::to_string(count) + (count == 1 ? " animation" : " animations") +
                             ", so there is none with number " + std::to_string(name.clip + 1),
                         name.file.string()};
        }
        return Done{};
    }

private:
    // A motion of another kind of body is played as it is where the names of its bones are the rig's.
    Result<Done> carry(const Clip& clip, const std::vector<std::size_t>& places, const std::filesystem::path& path,
                       Character& character) const {
        const MotionSource motion{read_->rig.skeleton, clip};
        const auto options = retargeting_options(motion.skeleton, path, character.description, character.rig.skeleton);
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
        warn(character, {file_.filename().string() +
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
    Result<Done> open(const std::filesystem::path& file, const std::filesystem::path& mesh) {
        if (read_ && file_ == file) {
            return Done{};
        }
        Result<GltfCharacterPtr> read = file == mesh ? reads_.read(file, GltfClips::sampled) : reads_.read_clips(file);
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
            warn(character, {file.filename().string() + " has " + std::to_string(read_->clips.size()) +
                             " animations, and the first one is played; name another one as " +
                             gltf_clip_path(file.filename(), 1).string()});
        }
    }

    GltfReads& reads_;
    std::filesystem::path file_;
    std::shared_ptr<const GltfCharacter> read_; // null: none
};

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

// Motion files of our own belong to a rig that only a body makes whole.
Result<Done> check_clip(const std::filesystem::path& path, GltfClipFiles& files, const CharacterDescription& scene,
                        const std::optional<Skeleton>& skeleton) {
    if (const auto in_gltf = clip_in_character_file(path)) {
        return skeleton ? files.check(*in_gltf, path, scene, *skeleton) : files.open(*in_gltf, scene);
    }
    if (!is_bvh_file(path)) {
        return Done{};
    }
    const auto read = read_bvh(path);
    if (!read || !skeleton) {
        return read ? Result<Done>(Done{}) : read.error();
    }
    return check_names({read.value().skeleton, read.value().clip}, path, path, scene, *skeleton);
}

} // namespace

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

Result<std::optional<Skeleton>> skeleton_of_rig(const CharacterDescription& scene, GltfReads& files) {
    if (scene.rig_kind != RigKind::file) {
        const TetMesh any{Points::Identity(4, 3), Tets{{0, 1, 2, 3}}};
        return std::optional(affine_handle(any).skeleton);
    }
    if (!is_character_format(scene.rig)) {
        return std::optional<Skeleton>();
    }
    const auto read = files.read(scene.rig);
    return read ? Result<std::optional<Skeleton>>(read.value()->value.rig.skeleton) : read.error();
}

Result<Done> check_clips(const CharacterDescription& scene, GltfReads& files) {
    if (scene.clips.empty()) {
        return Done{};
    }
    const auto skeleton = skeleton_of_rig(scene, files);
    if (!skeleton) {
        return skeleton.error();
    }
    GltfClipFiles clip_files(files);
    for (const auto& path : scene.clips) {
        if (auto checked = check_clip(path, clip_files, scene, skeleton.value()); !checked) {
            return checked;
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

} // namespace limber::app
