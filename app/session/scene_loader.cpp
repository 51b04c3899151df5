// SPDX-License-Identifier: MIT
#include "app/session/scene_loader.h"

#include "app/character/skin.h"
#include "app/controllers/surroundings.h"
#include "app/creatures/creatures.h"
#include "app/document/obstacle_placing.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace limber::app {
namespace {

std::size_t repairs_of(const PreparedScene& opened) {
    std::size_t repairs = 0;
    for (const CharacterPtr& model : opened.models) {
        repairs += model->warnings.size();
    }
    return repairs;
}

// Moves a scene by `offset` [m] before it joins another one.
void move(Scene& scene, const Vec3& offset) {
    move_obstacles(scene.environment.obstacles, offset);
    for (CharacterInstance& instance : scene.instances) {
        instance.controls.rig_offset.col(3) += offset;
        for (PointHandle& handle : instance.controls.handles) {
            handle.target += offset;
        }
        instance.home = instance.controls.rig_offset;
    }
}

} // namespace

void SceneLoader::notify(const std::string& text, Message::Topic topic) {
    shared_.messages.say({Message::Kind::notice, text, topic});
}

Commands SceneLoader::take(const Built& built) {
    report_opened(built);
    return built.character ? replace_model(built) : is_new_scene(built) ? open_scene(built) : add_to_scene(built);
}

void SceneLoader::report_opened(const Built& built) {
    if (!built.character) {
        features_.get<OpeningController>().drop_waiting(); // one of several files was opened
    }
    shared_.messages.is_over(built.character ? Message::Topic::building : Message::Topic::opening);
    for (const std::string& warning : built.opened.warnings) {
        shared_.messages.say({Message::Kind::warning, warning + ".", Message::Topic::opening});
    }
    if (std::ranges::any_of(built.opened.members,
                            [](const PreparedCharacter& prepared) { return prepared.member.rigid.has_value(); })) {
        shared_.messages.say({Message::Kind::warning,
                              "Rigid bodies carry characters of this scene in limber simulate, render and record; in "
                              "the window they stand still.",
                              Message::Topic::opening});
    }
}

Commands SceneLoader::replace_model(const Built& built) {
    const CharacterPtr before = shared_.models.replace(features_.get<ModelBuilder>().model(), built.character);
    if (built.character->description.rig_kind == RigKind::none) {
        shared_.messages.is_over(Message::Topic::handle);
    }
    const bool has_other_bones = before->bone_count() != built.character->bone_count();
    return has_other_bones ? Commands{ClearSelection{}} : Commands{}; // the selected bone may no longer exist
}

Commands SceneLoader::open_scene(const Built& built) {
    Editor& editor = shared_.editor;
    ModelStore& models = shared_.models;
    const std::filesystem::path path = features_.get<OpeningController>().opening()->path;
    models.clear();
    Document document;
    const SceneView view = built.description.view.value_or(SceneView{});
    document.exaggeration = view.exaggeration;
    document.speed = view.speed;
    document.scene = models.add(built.opened, built.controls);
    const int first = document.scene.instances.front().id;
    editor.open(std::move(document), first);
    if (features_.get<FilesController>().is_recovered(path)) {
        editor.mark_modified();
    }
    if (const std::size_t repairs = repairs_of(built.opened); repairs > 0) {
        notify(std::to_string(repairs) + (repairs == 1 ? " repair or warning" : " repairs and warnings") +
                   ": see the section Mesh.",
               Message::Topic::opening);
    }
    shared_.pointer.cancel();
    shared_.selection = {};
    report_handle(path);
    Commands commands{DeselectBrush{}};
    features_.each([&](auto& feature) {
        if constexpr (requires { feature.scene_opened(SceneOpened{built, path}, state()); }) {
            append(commands, feature.scene_opened(SceneOpened{built, path}, state()));
        }
    });
    return commands;
}

// A mesh without a rig gets one handle, which the user has not chosen.
void SceneLoader::report_handle(const std::filesystem::path& path) {
    shared_.messages.is_over(Message::Topic::handle);
    const ModelDescription& description = shared_.editor.description();
    const bool is_scene = path.extension() == ".json" || creature_named_by(path);
    if (!is_scene && description.rig_kind == RigKind::affine_handle) {
        shared_.messages.say(
            {Message::Kind::notice,
             description.name + " has no rig: hang it on one handle, as it does now, paint where it is pinned, or let "
                                "it fall on a floor?",
             Message::Topic::handle, Message::Offer::hang_pin_or_fall});
    }
    const CharacterPtr& character = shared_.models.at(shared_.editor.instance()->model);
    if (!is_scene && character && !character->springs.empty()) {
        shared_.messages.say({Message::Kind::notice,
                              description.name + " has " + std::to_string(character->springs.size()) +
                                  " spring bones, which other programs swing: make what they carry soft?",
                              Message::Topic::handle, Message::Offer::soften});
    }
}

// The added characters stand in a free place on the scene's floor, and use its time step.
Commands SceneLoader::add_to_scene(const Built& built) {
    const SessionState now = state();
    ModelStore& models = shared_.models;
    Editor& editor = shared_.editor;
    Scene coming = models.add(built.opened, built.controls);
    std::optional<BoundingBox> box;
    double floor = 0.0;
    const Vec3 up = now.camera.now().up;
    for (const CharacterInstance& instance : coming.instances) {
        const SkinOutline& outline = models.at(instance.model)->skin->outline;
        const BoundingBox here = transformed(outline.reach(instance.controls.clip), instance.home);
        floor = box ? std::min(floor, lowest(here, up)) : lowest(here, up);
        box = box ? united(*box, here) : here;
    }
    const Vec3 raised = (now.bounds().lowest_reach() - floor) * up;
    const Vec3 offset =
        raised + offset_to_free_place(now, {box->low + raised, box->high + raised}, 0.02 * box->diagonal());
    put_on_floor(coming, models, floor_level(editor.scene(), models), offset);
    move(coming, offset);
    const int first = coming.instances.front().id;
    editor.settle(); // edits of this frame are an entry of their own
    editor.edit(
        [&](Document& document) {
            Scene& scene = document.scene;
            scene.instances.insert(scene.instances.end(), coming.instances.begin(), coming.instances.end());
            scene.models.insert(coming.models.begin(), coming.models.end());
            merge(scene.environment, coming.environment);
        },
        coming.instances.size() == 1 ? "Add character" : "Add characters");
    features_.get<OpeningController>().finish();
    return {SelectCharacter{first}};
}

// Builds the first model that differs from the document. The others follow when it is done.
Commands SceneLoader::carry_out(const RebuildOutdated& command, const SessionState& state) {
    if (state.activity.is_opening || !state.built()) {
        return {};
    }
    const auto outdated = shared_.models.find_outdated(shared_.editor.scene(), shared_.shown.all);
    if (outdated) {
        features_.get<ModelBuilder>().build(*outdated, shared_.models.at(outdated->model));
    }
    return !outdated && command.drops_other_builds ? Commands{DropBuild{}} : Commands{};
}

Commands SceneLoader::carry_out(const CancelBuild&, const SessionState& state) {
    const bool only_reads =
        features_.get<OpeningController>().is_reading() && !state.activity.is_opening && !state.activity.is_building;
    features_.get<OpeningController>().stop_reading();
    Commands commands{DropBuild{}};
    if (!only_reads) {
        features_.get<OpeningController>().drop_waiting();
        append(commands, revert_failed_build({{ErrorKind::cancelled, "", ""}, {}}));
    }
    return commands;
}

// Restores what the model was built from in all documents since the refused edit. The rest of the description stays.
void SceneLoader::withdraw_refused_edits(int model) {
    Editor& editor = shared_.editor;
    const ModelStore& models = shared_.models;
    const auto is_refused = [&](const Document& document) {
        return models.is_outdated(document.scene, model);
    };
    const Document* newest = editor.history().newest(
        [&](const Document& document) { return document.scene.models.contains(model) && !is_refused(document); });
    if (!newest) {
        return;
    }
    editor.withdraw(is_refused, [&, before = *newest](Document& document) {
        restore_built(document.scene, before.scene, model);
        restore_surroundings(document.scene, models, model);
    });
}

Commands SceneLoader::revert_failed_build(const Built::Refused& refused) {
    const auto opening = features_.get<OpeningController>().opening();
    features_.get<OpeningController>().finish();
    Commands commands;
    if (opening) {
        commands = features_.get<FilesController>().not_opened(opening->path);
    } else if (shared_.editor.scene().models.contains(features_.get<ModelBuilder>().model())) {
        withdraw_refused_edits(features_.get<ModelBuilder>().model());
    }
    if (refused.error.kind != ErrorKind::cancelled) {
        shared_.messages.say({Message::Kind::error, sentence(refused.error) + ".",
                              opening ? Message::Topic::opening : Message::Topic::building,
                              refused.instead.empty() ? Message::Offer::none : Message::Offer::open, refused.instead});
    }
    append(commands, features_.get<OpeningController>().open_next(state()));
    commands.emplace_back(RebuildOutdated{});
    return commands;
}

} // namespace limber::app
