// SPDX-License-Identifier: MIT
#include "app/character/clip_stride.h"
#include "app/character/material_scales.h"
#include "app/character_files/clip_loading.h"
#include "app/cli/commands.h"
#include "app/cli/preparation.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/document/scene_description.h"
#include "app/scenes/prepared_scene.h"
#include "app/scenes/scene_of.h"
#include "app/scenes/scene_problems.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

void add_quality(Report& report, const MeshQuality& quality) {
    report.add("volume", quality.volume, "m^3");
    report.add("edge_mean", quality.edge_mean, "m");
    report.add("dihedral",
               Json::object_t{{"min", quality.dihedral_min},
                              {"first_percent", quality.dihedral_first_percent},
                              {"max", quality.dihedral_max}},
               "degrees");
    report.add("slivers", std::int64_t{quality.sliver_count});
    report.add("non_manifold_edges", std::int64_t{quality.non_manifold_edge_count});
}

void add_mesh(Report& report, const Character& character) {
    const MeshQuality& quality = character.quality;
    const BoundingBox box = bounding_box(character.mesh.X);
    const MaterialDescription& material = character.description.material;
    const double density = material_scales(material, material).density;
    report.add("vertices", std::int64_t{character.mesh.vertex_count()});
    report.add("tets", std::int64_t{character.mesh.tet_count()});
    if (character.thin) {
        report.add("rods", std::int64_t{character.thin->edges.rows()});
        report.add("shell_triangles", std::int64_t{character.thin->triangles.rows()});
    } else {
        report.add("boundary_faces", std::int64_t{quality.boundary_face_count});
        report.add("components", std::int64_t{quality.component_count});
    }
    report.add("size", to_json(Vec3(box.high - box.low)), "m");
    report.add("mass", character.mass.sum() * density, "kg");
    if (!character.thin) {
        add_quality(report, quality);
    }
}

Json heights_json(const FootHeights& heights) {
    return Json::array_t{heights.lowest, heights.highest};
}

void add_matches(const CarriedClip& carried, Json::object_t& clip) {
    Json::array_t matches;
    for (const CarriedClip::Match& match : carried.matches) {
        matches.emplace_back(Json::object_t{{"joint", match.from}, {"bone", match.to}});
    }
    clip["matches"] = std::move(matches);
    clip["unmatched"] = list_of(carried.unmatched);
    clip["scale"] = carried.scale;
    if (carried.has_hips) {
        clip["stride"] = carried.stride;
    }
    if (const auto best = best_stride(carried)) {
        clip["best_stride"] = *best;
    }
    if (has_standing_feet(carried)) {
        clip["foot_slide"] = carried.slide.mean;
        clip["foot_slide_of_capture"] = carried.slide.mean_of_source;
    }
    if (carried.heights) {
        clip["feet"] = clip_feet_names[carried.keeps_foot_heights ? 0 : 1];
        clip["foot_heights"] = heights_json(*carried.heights);
        clip["foot_heights_turned"] = heights_json(*carried.heights_of_turns);
    }
}

std::vector<std::string> bone_names_of(const Skeleton& skeleton) {
    std::vector<std::string> names;
    std::ranges::transform(skeleton.bones, std::back_inserter(names), &Bone::name);
    return names;
}

std::vector<std::string> target_names_of(const Rig& rig) {
    std::vector<std::string> names;
    std::ranges::transform(rig.targets, std::back_inserter(names), &Target::name);
    return names;
}

void add_rig(Report& report, const Character& character) {
    report.add("bones", character.bone_count());
    report.add("bone_names", list_of(bone_names_of(character.rig.skeleton)));
    report.add("targets", character.rig.target_count());
    report.add("target_names", list_of(target_names_of(character.rig)));
    Json::array_t clips;
    for (std::size_t i = 0; i < character.clips.size(); ++i) {
        const Clip& clip = character.clips[i];
        Json::object_t described{{"name", clip.name},
                                 {"frames", clip.frame_count()},
                                 {"frame_rate", clip.frame_rate},
                                 {"looping", clip.looping}};
        if (character.carried_clips[i]) {
            add_matches(*character.carried_clips[i], described);
        }
        clips.emplace_back(std::move(described));
    }
    report.add("clips", clips);
}

std::optional<Error> fault_in_volumes(const PreparedScene& scene, const std::string& file) {
    for (const CharacterPtr& model : scene.models) {
        if (!std::isfinite(model->quality.volume)) {
            return Error{ErrorKind::not_converged,
                         "the volume is not finite; the mesh is too large for double precision", file};
        }
    }
    return std::nullopt;
}

Json member_json(const PreparedCharacter& one) {
    const Character& character = *one.character;
    return Json::object_t{{"scene", one.member.scene.string()},
                          {"name", one.description.name},
                          {"at", to_json(Vec3(one.member.placement.col(3)))},
                          {"vertices", std::int64_t{character.vertex_count()}},
                          {"tets", std::int64_t{character.mesh.tet_count()}},
                          {"bones", character.bone_count()},
                          {"targets", character.rig.target_count()}};
}

// A scene of one character has the facts of its mesh and rig beside the totals.
Report report_of(const Arguments& arguments, const PreparedScene& scene) {
    Report report;
    report.add("file", arguments.file);
    report.add("characters", static_cast<std::int64_t>(scene.members.size()));
    report.add("models", static_cast<std::int64_t>(scene.models.size()));
    if (scene.members.size() == 1) {
        add_mesh(report, *scene.models.front());
        add_rig(report, *scene.models.front());
        return report;
    }
    Index vertices = 0;
    Index tets = 0;
    Json::array_t members;
    for (const PreparedCharacter& one : scene.members) {
        vertices += one.character->vertex_count();
        tets += one.character->mesh.tet_count();
        members.push_back(member_json(one));
    }
    report.add("vertices", std::int64_t{vertices});
    report.add("tets", std::int64_t{tets});
    report.add("members", members);
    return report;
}

// The list of the window's section Problems.
void add_problems(Report& report, const PreparedScene& prepared) {
    OpenedScene opened = scene_of(prepared);
    Document document;
    document.scene = std::move(opened.scene);
    Json::array_t problems;
    for (const Problem& problem : problems_of(document, opened.models)) {
        Json::object_t described{{"kind", name_of(problem.kind)}, {"sentence", problem.sentence}};
        if (problem.remedy) {
            described.emplace_back("remedy", problem.remedy->label);
        }
        problems.emplace_back(std::move(described));
    }
    report.add("problems", std::move(problems));
}

// What a file of joints and bones may name, where one character was refused, as it may be for its clips: the bones of
// its rig, and the joints of each clip. Nothing where it cannot be read without its clips either.
Json::object_t names_of_refused(const SceneDescription& described, ScenePreparation how) {
    if (described.members.size() != 1) {
        return {};
    }
    std::vector<std::filesystem::path> clips;
    std::optional<Skeleton> in_file;
    how.adjusted = [&clips, &in_file,
                    adjusted = how.adjusted](const CharacterDescription& one) -> Result<CharacterDescription> {
        auto wanted = adjusted(one);
        if (!wanted) {
            return wanted;
        }
        CharacterDescription without_clips = std::move(wanted).value();
        clips = std::exchange(without_clips.clips, {});
        without_clips.active_clip = 0;
        GltfReads files(GltfClips::left_out);
        if (auto skeleton = skeleton_of_rig(without_clips, files); skeleton && skeleton.value()) {
            in_file = std::move(skeleton).value();
            return Error{ErrorKind::cancelled, "no body is needed for the names", ""};
        }
        return without_clips;
    };
    const auto scene = prepared_scene(described, how);
    if ((!scene && !in_file) || clips.empty()) {
        return {};
    }
    const Skeleton& bones = in_file ? *in_file : scene.value().models.front()->rig.skeleton;
    Json::array_t joints;
    for (const std::filesystem::path& clip : clips) {
        joints.emplace_back(Json::object_t{{"clip", clip.string()}, {"joints", list_of(joints_of_clip(clip))}});
    }
    return {{"bone_names", list_of(bone_names_of(bones))}, {"joints_of_clips", std::move(joints)}};
}

} // namespace

// Reads the files; no model is built.
int run_check(const Arguments& arguments) {
    const auto described = scene_in(arguments.file);
    if (!described) {
        return fail(described.error(), arguments.json);
    }
    const auto cache = user_cache(arguments);
    ScenePreparation how;
    how.purpose = Purpose::facts;
    how.cache = cache ? &*cache : nullptr;
    OverrideReads reads{how.cache, {}};
    how.adjusted = overriding(arguments.overrides, reads);
    how.read = &reads.characters;
    const auto scene = with_progress([&](Progress* progress) {
        how.progress = progress;
        return prepared_scene(described.value().value, how);
    });
    if (!scene) {
        how.progress = nullptr;
        const bool asks_for_names = arguments.json && !reads.fault && scene.error().kind == ErrorKind::bad_input;
        const int code = fail(scene.error(), arguments.json,
                              asks_for_names ? names_of_refused(described.value().value, how) : Json::object_t());
        return reads.fault ? option_fault_code : code;
    }
    if (const auto fault = fault_in_volumes(scene.value(), arguments.file)) {
        return fail(*fault, arguments.json);
    }
    Report report = report_of(arguments, scene.value());
    add_problems(report, scene.value());
    report.warn(described.value().warnings);
    report.warn(scene.value().warnings);
    for (const CharacterPtr& model : scene.value().models) {
        report.warn(model->warnings);
    }
    report.warn(unused_springs(scene.value().models));
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
