// SPDX-License-Identifier: MIT
#include "engine/rig/rig_file.h"

#include "engine/core/json_document.h"
#include "engine/linalg/json_matrices.h"
#include "engine/mesh/topology.h"
#include "engine/rig/rig_draft.h"

#include <algorithm>
#include <span>

namespace limber {
namespace {

constexpr double research_frame_rate = 60.0; // [1/s]; clips in the research format have a frame a step and do not give
                                             // its length
// 1.6 GB: more than any character needs; protects against small malicious files.
constexpr double weights_max = 2e8;

bool has_format(const JsonNode& root, const char* format) {
    return root.has("format") && root.member("format").is_text(format);
}

Bone limber_bone(const JsonNode& node) {
    Bone bone;
    bone.name = node.member("name").text();
    bone.parent = node.member("parent").integer();
    bone.rest = affine_in(node.member("rest"));
    bone.length = node.member("length").number();
    if (node.has("file_scale")) {
        bone.file_scale = node.member("file_scale").number();
        if (!(bone.file_scale > 0.0)) {
            node.member("file_scale").refuse("must be a positive scale");
        }
    }
    return bone;
}

void add_weight(const JsonNode& pair, Matrix& W, Index vertex) {
    if (pair.size() != 2) {
        pair.refuse("must be a pair [bone, weight]");
        return;
    }
    const int bone = pair[0].integer();
    if (bone < 0 || bone >= W.cols()) {
        pair[0].refuse("names bone " + std::to_string(bone) + ", but there are " + std::to_string(W.cols()));
        return;
    }
    W(vertex, bone) += pair[1].number();
}

Matrix limber_weights(const JsonNode& rows, Index vertex_count, Index bone_count) {
    const std::size_t row_count = rows.size();
    if (row_count > static_cast<std::size_t>(vertex_count)) {
        rows.refuse("holds weights for " + std::to_string(row_count) + " vertices, the mesh has " +
                    std::to_string(vertex_count) + "; use the rig that belongs to this mesh");
        return {};
    }
    if (static_cast<double>(row_count) * static_cast<double>(bone_count) > weights_max) {
        rows.refuse("holds weights of too many bones and vertices for any memory");
        return {};
    }
    Matrix W = Matrix::Zero(static_cast<Index>(row_count), bone_count);
    for (std::size_t i = 0; i < row_count; ++i) {
        const std::size_t pair_count = rows[i].size();
        for (std::size_t j = 0; j < pair_count; ++j) {
            add_weight(rows[i][j], W, static_cast<Index>(i));
        }
    }
    return W;
}

void add_offset(const JsonNode& row, Points& d) {
    if (row.size() != 4) {
        row.refuse("must be a list [vertex, x, y, z]");
        return;
    }
    const int vertex = row[0].integer();
    if (vertex < 0 || vertex >= d.rows()) {
        row[0].refuse("names vertex " + std::to_string(vertex) + ", but there are " + std::to_string(d.rows()));
        return;
    }
    d.row(vertex) += Eigen::RowVector3d(row[1].number(), row[2].number(), row[3].number());
}

Target limber_target(const JsonNode& node, Index vertex_count) {
    Target target{node.member("name").text(), 0, Points::Zero(vertex_count, 3)};
    if (node.has("bone")) {
        target.bone = node.member("bone").integer();
    }
    const JsonNode offsets = node.member("offsets");
    const std::size_t count = offsets.size();
    for (std::size_t i = 0; i < count && offsets.is_sound(); ++i) {
        add_offset(offsets[i], target.d);
    }
    return target;
}

std::vector<Target> limber_targets(const JsonNode& list, Index vertex_count) {
    const std::size_t count = list.size();
    if (3.0 * static_cast<double>(count) * static_cast<double>(vertex_count) > weights_max) {
        list.refuse("hold displacements of too many targets and vertices for any memory");
        return {};
    }
    std::vector<Target> targets;
    for (std::size_t t = 0; t < count && list.is_sound(); ++t) {
        targets.push_back(limber_target(list[t], vertex_count));
        const auto before = std::span(targets).first(t);
        if (std::ranges::find(before, targets.back().name, &Target::name) != before.end()) {
            list[t].refuse("has the name of a target before it, \"" + targets.back().name + "\"");
        }
    }
    return targets;
}

// Bones and weights, or one bone that carries the whole body.
void read_bones(const JsonNode& root, const TetMesh& mesh, Index vertex_count, RigDraft& draft) {
    if (!root.has("bones") && !root.has("weights") && root.has("targets")) {
        draft.skeleton = affine_handle(mesh).skeleton;
        draft.W = Matrix::Ones(vertex_count, 1);
        return;
    }
    const JsonNode bones = root.member("bones");
    const std::size_t bone_count = bones.size();
    for (std::size_t b = 0; b < bone_count; ++b) {
        draft.skeleton.bones.push_back(limber_bone(bones[b]));
    }
    draft.W = limber_weights(root.member("weights"), vertex_count, draft.skeleton.bone_count());
}

Pose pose_of(const JsonNode& list) {
    Pose pose(list.size());
    for (std::size_t b = 0; b < pose.size(); ++b) {
        pose[b] = affine_in(list[b]);
    }
    return pose;
}

std::vector<Pose> frames_of(const JsonNode& list) {
    std::vector<Pose> keys(list.size());
    for (std::size_t frame = 0; frame < keys.size(); ++frame) {
        keys[frame] = pose_of(list[frame]);
    }
    return keys;
}

void expect_one_a_bone(const JsonNode& list, std::size_t bone_count) {
    if (list.size() != bone_count) {
        list.refuse("must hold one value for each of the " + std::to_string(bone_count) + " bones");
    }
}

// Rigs in the research format have no names of bones.
std::string placeholder_name(std::size_t bone) {
    return "bone " + std::to_string(bone);
}

Skeleton research_skeleton(const JsonNode& root) {
    Skeleton skeleton;
    for (const Affine& rest : pose_of(root.member("p0"))) {
        Bone& bone = skeleton.bones.emplace_back();
        bone.name = placeholder_name(skeleton.bones.size() - 1);
        bone.rest = rest;
    }
    expect_one_a_bone(root.member("pI"), skeleton.bones.size());
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        skeleton.bones[b].parent = root.member("pI")[b].integer();
    }
    if (root.has("lengths")) {
        expect_one_a_bone(root.member("lengths"), skeleton.bones.size());
        for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
            skeleton.bones[b].length = root.member("lengths")[b].number();
        }
    }
    return skeleton;
}

/// The corners of a polygon or a tet.
std::vector<int> corners_of(const JsonNode& face, Index vertex_count) {
    std::vector<int> corners(face.size());
    for (std::size_t a = 0; a < corners.size(); ++a) {
        corners[a] = face[a].integer();
        if (corners[a] < 0 || corners[a] >= vertex_count) {
            face[a].refuse("names vertex " + std::to_string(corners[a]) + ", but there are " +
                           std::to_string(vertex_count));
        }
    }
    return corners;
}

/// Splits polygons into triangle fans around their first corner.
Triangles triangulated(const JsonNode& faces, Index vertex_count) {
    std::vector<int> triangles;
    const std::size_t face_count = faces.size();
    for (std::size_t f = 0; f < face_count; ++f) {
        const std::vector<int> face = corners_of(faces[f], vertex_count);
        if (face.size() < 3) {
            faces[f].refuse("must have at least three corners, as a face");
        }
        for (std::size_t a = 2; a < face.size(); ++a) {
            triangles.insert(triangles.end(), {face[0], face[a - 1], face[a]});
        }
    }
    return Eigen::Map<const Triangles>(triangles.data(), static_cast<Index>(triangles.size() / 3), 3);
}

Tets tets_of(const JsonNode& cells, Index vertex_count) {
    Tets T = Tets::Zero(static_cast<Index>(cells.size()), 4);
    for (Index t = 0; t < T.rows(); ++t) {
        const JsonNode cell = cells[static_cast<std::size_t>(t)];
        const std::vector<int> corners = corners_of(cell, vertex_count);
        if (corners.size() != 4) {
            cell.refuse("must have four corners: a volume rig holds tets");
            return T;
        }
        T.row(t) = Eigen::Map<const Eigen::RowVector4i>(corners.data());
    }
    return T;
}

RigDraft limber_rig(const JsonNode& root, const TetMesh& mesh) {
    RigDraft draft;
    Index vertex_count = mesh.vertex_count();
    if (root.has("surface")) {
        const Matrix V = matrix_in(root.member("surface").member("vertices"));
        if (V.cols() != 3) {
            root.member("surface").member("vertices").refuse("must hold three coordinates a vertex");
            return draft;
        }
        draft.domain = WeightDomain::surface;
        draft.surface = {V, triangulated(root.member("surface").member("triangles"), V.rows())};
        vertex_count = V.rows();
    }
    read_bones(root, mesh, vertex_count, draft);
    if (root.has("targets")) {
        draft.targets = limber_targets(root.member("targets"), vertex_count);
    }
    return draft;
}

RigDraft research_rig(const JsonDocument& document) {
    const JsonNode root = document.root();
    RigDraft draft;
    draft.skeleton = research_skeleton(root);
    draft.W = matrix_in(root.member("W"));
    const Matrix V = matrix_in(root.member("V"));
    if (V.cols() != 3) {
        root.member("V").refuse("must hold three coordinates a vertex");
        return draft;
    }
    draft.surface.V = V;
    if (root.has("rig_type") && root.member("rig_type").is_text("volume")) {
        draft.domain = WeightDomain::volume;
        const Tets T = tets_of(root.member("F"), V.rows());
        draft.surface.F = document.fault() ? Triangles() : boundary_triangles(T);
    } else {
        draft.domain = WeightDomain::surface;
        draft.surface.F = triangulated(root.member("F"), V.rows());
    }
    return draft;
}

bool are_nameless(const std::vector<std::string>& names) {
    for (std::size_t b = 0; b < names.size(); ++b) {
        if (!names[b].empty() && names[b] != placeholder_name(b)) {
            return false;
        }
    }
    return true;
}

std::vector<std::string> bone_names(const Skeleton& skeleton) {
    std::vector<std::string> names;
    std::ranges::transform(skeleton.bones, std::back_inserter(names), &Bone::name);
    return names;
}

std::string first_few(const std::vector<std::string>& names) {
    constexpr std::size_t few = 3;
    std::string text;
    for (std::size_t b = 0; b < std::min(few, names.size()); ++b) {
        text += (b > 0 ? ", \"" : "\"") + names[b] + "\"";
    }
    return text + (names.size() > few ? ", ..." : "");
}

/// The index of the clip's bone of each bone of the rig.
struct BonePlaces {
    std::vector<std::size_t> places; // empty: the order of both is the same
    std::string warning;
};

std::string warning_of_order(const char* nameless) {
    return std::string("the bones of the ") + nameless +
           " have no names, so that those of the clip move those of the rig in their order; check that it moves the "
           "right parts";
}

/// By name. The order counts only where the clip or the rig has no names: a clip of another rig would move the wrong
/// parts, and so would one that lacks a single name.
BonePlaces bone_places(const std::vector<std::string>& names, const JsonNode& bones, const Skeleton& skeleton) {
    BonePlaces found;
    const Bone* unmatched = nullptr;
    for (const Bone& bone : skeleton.bones) {
        const auto same = std::find(names.begin(), names.end(), bone.name);
        if (same == names.end() || std::count(names.begin(), names.end(), bone.name) > 1) {
            unmatched = &bone;
        } else {
            found.places.push_back(static_cast<std::size_t>(same - names.begin()));
        }
    }
    if (!unmatched) {
        return found;
    }
    const std::vector<std::string> of_rig = bone_names(skeleton);
    if (are_nameless(names) || are_nameless(of_rig)) {
        return {{}, warning_of_order(are_nameless(names) ? "clip" : "rig")};
    }
    if (found.places.empty()) {
        bones.refuse(
            "are " + first_few(names) + ", and none of them is one of the rig, whose bones are " + first_few(of_rig) +
            "; use a clip that was made for this rig, or a motion that has a skeleton of its own (.bvh, .glb)");
    } else {
        bones.refuse("must name each bone of the rig once, and not so \"" + unmatched->name + "\"");
    }
    return {};
}

/// Reorders a clip's bones to the skeleton's order. Returns a warning where that is not by name.
std::string sort_bones(std::vector<Pose>& keys, const JsonNode& bones, const Skeleton& skeleton) {
    std::vector<std::string> names(bones.size());
    for (std::size_t b = 0; b < names.size(); ++b) {
        names[b] = bones[b].text();
    }
    const BonePlaces found = bone_places(names, bones, skeleton);
    for (Pose& key : keys) {
        if (found.places.empty() || key.size() != names.size()) {
            continue;
        }
        const Pose unsorted = key;
        key.resize(found.places.size());
        for (std::size_t b = 0; b < found.places.size(); ++b) {
            key[b] = unsorted[found.places[b]];
        }
    }
    return found.warning;
}

// Sorts the columns of weights by the rig's targets; those that the clip does not name are zero.
void read_target_weights(const JsonNode& root, std::span<const Target> targets, Clip& clip) {
    const JsonNode names = root.member("targets");
    std::vector<std::size_t> places(names.size());
    for (std::size_t t = 0; t < places.size(); ++t) {
        const auto found = std::ranges::find(targets, names[t].text(), &Target::name);
        if (found == targets.end()) {
            names[t].refuse("names \"" + names[t].text() + "\", which is no target of the rig");
        }
        places[t] = static_cast<std::size_t>(found - targets.begin());
    }
    const JsonNode rows = root.member("target_weights");
    const std::size_t row_count = rows.size();
    for (std::size_t frame = 0; frame < row_count && rows.is_sound(); ++frame) {
        if (rows[frame].size() != places.size()) {
            rows[frame].refuse("must hold one weight for each of the " + std::to_string(places.size()) + " targets");
            return;
        }
        std::vector<double>& weights = clip.target_weights.emplace_back(targets.size(), 0.0);
        for (std::size_t t = 0; t < places.size(); ++t) {
            weights[places[t]] = rows[frame][t].number();
        }
    }
}

// With the scale that the repair takes out.
Pose rest_pose_in_file(const Skeleton& skeleton) {
    Pose pose = rest_pose(skeleton);
    for (std::size_t b = 0; b < pose.size(); ++b) {
        pose[b].leftCols<3>() *= skeleton.bones[b].file_scale;
    }
    return pose;
}

Clip limber_clip(const JsonNode& root, const Skeleton& skeleton, std::span<const Target> targets,
                 std::string& warning) {
    Clip clip;
    clip.name = root.member("name").text();
    clip.frame_rate = root.member("frame_rate").number();
    clip.looping = root.member("looping").boolean();
    if (root.has("target_weights")) {
        read_target_weights(root, targets, clip);
    }
    if (!root.has("keys") && !clip.target_weights.empty()) {
        clip.keys.assign(clip.target_weights.size(), rest_pose_in_file(skeleton));
        return clip;
    }
    clip.keys = frames_of(root.member("keys"));
    warning = sort_bones(clip.keys, root.member("bones"), skeleton);
    return clip;
}

// Its bones are in the order of a rig in the research format.
Clip research_clip(const JsonNode& root, const Skeleton& skeleton, std::string_view where, std::string& warning) {
    warning = are_nameless(bone_names(skeleton)) ? "" : warning_of_order("clip");
    return {std::filesystem::path(where).stem().string(), research_frame_rate, true, frames_of(root.member("P"))};
}

/// Reads either format from a parsed document.
Result<Repaired<Rig>> rig_in(const JsonDocument& document, const std::string& where, const TetMesh& mesh) {
    const JsonNode root = document.root();
    const bool is_limber = has_format(root, "limber-rig");
    if (!is_limber && !root.has("p0")) {
        root.refuse("is not a rig: it has neither \"format\": \"limber-rig\" nor rest matrices \"p0\"");
    }
    RigDraft draft = is_limber ? limber_rig(root, mesh) : research_rig(document);
    if (document.fault()) {
        return *document.fault();
    }
    return repair(std::move(draft), mesh, where);
}

Result<Repaired<Clip>> clip_in(const JsonDocument& document, const std::string& where, const Skeleton& skeleton,
                               std::span<const Target> targets) {
    const JsonNode root = document.root();
    const bool is_limber = has_format(root, "limber-clip");
    if (!is_limber && !root.has("P")) {
        root.refuse("is not a clip: it has neither \"format\": \"limber-clip\" nor matrices \"P\"");
    }
    std::string warning;
    Clip clip =
        is_limber ? limber_clip(root, skeleton, targets, warning) : research_clip(root, skeleton, where, warning);
    if (document.fault()) {
        return *document.fault();
    }
    auto repaired = repair(std::move(clip), skeleton, where);
    if (!repaired) {
        return repaired;
    }
    Repaired<Clip> result = std::move(repaired).value();
    if (!warning.empty()) {
        result.warnings.push_back(std::filesystem::path(where).filename().string() + ": " + warning);
    }
    if (!is_limber) {
        detect_looping(result, skeleton);
    }
    return result;
}

} // namespace

Result<Repaired<Rig>> parse_rig(std::string_view json, std::string_view where, const TetMesh& mesh) {
    const auto document = JsonDocument::parsed(json, where);
    return document ? rig_in(document.value(), std::string(where), mesh) : document.error();
}

Result<Repaired<Clip>> parse_clip(std::string_view json, std::string_view where, const Skeleton& skeleton,
                                  std::span<const Target> targets) {
    const auto document = JsonDocument::parsed(json, where);
    return document ? clip_in(document.value(), std::string(where), skeleton, targets) : document.error();
}

Result<Repaired<Rig>> read_rig(const std::filesystem::path& path, const TetMesh& mesh) {
    const auto document = JsonDocument::read(path);
    return document ? rig_in(document.value(), path.string(), mesh) : document.error();
}

Result<Repaired<Clip>> read_clip(const std::filesystem::path& path, const Skeleton& skeleton,
                                 std::span<const Target> targets) {
    const auto document = JsonDocument::read(path);
    return document ? clip_in(document.value(), path.string(), skeleton, targets) : document.error();
}

} // namespace limber
