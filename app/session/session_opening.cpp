#include "app/session/application_session.h"

#include "app/character/skin.h"
#include "app/controllers/surroundings.h"
#include "app/creatures/creatures.h"
#include "app/document/turned_camera.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <optional>
#include <utility>

// Scenes that were opened, models that were built, and what stays when that fails.
namespace limber::app {

void ApplicationSession::show_arrived() {
    const Built built = features_.builder.take_arriving();
    const bool is_new = !built.character && !features_.opening.is_adding();
    report_opened(built);
    if (built.character) {
        replace_model(built);
    } else if (is_new) {
        open_scene(built);
    } else {
        add_to_scene(built);
    }
    send_scene();
    if (is_new) {
        carry_out(RestartSimulation{});
    }
    if (is_new && built.timeline) {
        set_timeline(built.timeline);
    }
    carry_out(SetPlaying{features_.playback.is_playing()});
    if (is_new && !record_.empty() && !is_recording_) {
        is_recording_ = true;
        features_.simulation.thread().start_recording();
    }
    if (is_new && built.timeline) {
        features_.simulation.thread().set_timeline(built.timeline);
    }
    rebuild_outdated();
}

void ApplicationSession::refuse_arrived(const Error& error) {
    features_.builder.take_arriving();
    keep_old_models({error, {}});
}

void ApplicationSession::report_opened(const Built& built) {
    if (built.character) {
        messages_.is_over(Message::Topic::building);
    } else {
        features_.opening.drop_waiting(); // of several files, one was opened
        messages_.is_over(Message::Topic::opening);
    }
    for (const std::string& warning : built.opened.warnings) {
        messages_.say({Message::Kind::warning, warning + ".", Message::Topic::opening});
    }
}

void ApplicationSession::replace_model(const Built& built) {
    const CharacterPtr before = models_.replace(features_.builder.model(), built.character);
    if (built.character->description.rig_kind == RigKind::none) {
        messages_.is_over(Message::Topic::handle);
    }
    if (before->bone_count() != built.character->bone_count()) {
        carry_out(ClearSelection{}); // of a bone that may be gone
    }
}

// A recording is the past of the characters that are there at its end.
void ApplicationSession::set_timeline(const std::shared_ptr<Timeline>& timeline) {
    std::vector<int> ids;
    for (const CharacterInstance& instance : editor_.scene().instances) {
        ids.push_back(instance.id);
    }
    timeline->assign_ids(ids);
    features_.playback.set_playing(false);
    notify("A recording: Shift+Space plays it, the lower timeline goes through it, and Space goes on from the moment "
           "that is shown.");
}

void ApplicationSession::open_scene(const Built& built) {
    const std::filesystem::path path = *features_.opening.opening();
    models_.clear();
    Document document;
    const SceneView view =
        built.description.view.value_or(SceneView{editor_.document().exaggeration, editor_.document().speed});
    document.exaggeration = view.exaggeration;
    document.speed = view.speed;
    document.scene = models_.add(built.opened, built.controls);
    share_obstacles(document.scene);
    const int first = document.scene.instances.front().id;
    editor_.open(std::move(document), first);
    std::size_t repairs = 0;
    for (const CharacterPtr& model : built.opened.models) {
        repairs += model->warnings.size();
    }
    if (repairs > 0) {
        notify(std::to_string(repairs) + (repairs == 1 ? " repair or warning" : " repairs and warnings") +
                   ": see the section Mesh.",
               Message::Topic::opening);
    }
    // What belonged to the scene before is forgotten.
    features_.viewport.forget();
    features_.painting.put_down(view_.brush);
    features_.gait_search.forget();
    features_.gait_search.set_watches_best(true);
    features_.playback.clear_plots();
    carry_out(features_.driving.scene_opened(state()));
    const auto& own = editor_.description().camera;
    const Mat3 turn = rotation_of(editor_.description().turn);
    features_.viewport.place_camera(
        built.description.camera || !own ? built.description.camera : std::optional(turned(*own, turn)), state());
    if (features_.files.is_recovered(path)) {
        editor_.mark_modified();
    }
    carry_out(features_.files.opened(path, built, state()));
    features_.opening.finish();
    // A mesh that was opened without a rig hangs on one handle, which the user has not chosen.
    messages_.is_over(Message::Topic::handle);
    const bool is_scene = path.extension() == ".json" || creature_named_by(path);
    if (!is_scene && editor_.description().rig_kind == RigKind::affine_handle) {
        messages_.say(
            {Message::Kind::notice,
             editor_.description().name + " has no rig and hangs on one handle. Set it free, and it falls on a floor.",
             Message::Topic::handle, Message::Offer::set_free});
    }
}

// The characters stand on the floor of the scene, in a free place, and take its time step.
void ApplicationSession::add_to_scene(const Built& built) {
    const SessionState now = state();
    Scene coming = models_.add(built.opened, built.controls);
    std::vector<CharacterInstance>& instances = coming.instances;
    std::optional<BoundingBox> box;
    double floor = 0.0;
    const Vec3 up = now.camera.now().up;
    for (const CharacterInstance& instance : instances) {
        const SkinOutline& outline = models_.at(instance.model)->skin->outline;
        const BoundingBox here = transformed(outline.reach(instance.controls.clip), instance.home);
        floor = box ? std::min(floor, lowest(here, up)) : lowest(here, up);
        box = box ? united(*box, here) : here;
    }
    const Vec3 raised = (now.bounds().lowest_reach() - floor) * up;
    const Vec3 offset =
        raised + offset_to_free_place(now, {box->low + raised, box->high + raised}, 0.02 * box->diagonal());
    put_on_floor(coming, models_, floor_level(editor_.scene(), models_), offset);
    move_obstacles(coming, offset);
    for (CharacterInstance& instance : instances) {
        instance.controls.rig_offset.col(3) += offset;
        for (PointHandle& handle : instance.controls.handles) {
            handle.target += offset;
        }
        instance.controls.time_step = editor_.controls().time_step;
        instance.home = instance.controls.rig_offset;
    }
    editor_.edit([&](Document& document) {
        document.scene.instances.insert(document.scene.instances.end(), instances.begin(), instances.end());
        document.scene.models.insert(coming.models.begin(), coming.models.end());
        share_obstacles(document.scene);
    });
    editor_.select(instances.front().id);
    features_.viewport.select({});
    features_.opening.finish();
}

void ApplicationSession::carry_out_here(const RebuildOutdated&) {
    rebuild_outdated();
}

// The first of the models that are not what the document says; the others follow when it is done.
bool ApplicationSession::rebuild_outdated() {
    const auto outdated = models_.find_outdated(editor_.scene(), shown_.all);
    if (!outdated) {
        return false;
    }
    features_.builder.build(*outdated, models_.at(outdated->model));
    return true;
}

void ApplicationSession::carry_out_here(const CancelBuild&) {
    const bool only_reads =
        features_.opening.is_reading() && !features_.opening.opening() && !features_.builder.is_building();
    features_.opening.stop_reading();
    carry_out(DropBuild{});
    if (!only_reads) {
        keep_old_models({{ErrorKind::cancelled, "", ""}, {}});
    }
}

// Restores what the model was built from. Gaits and search settings stay: no build depends on them.
void ApplicationSession::withdraw_edits_of(int model) {
    const CharacterDescription& built = models_.at(model)->description;
    const Document* before = editor_.history().newest([&](const Document& document) {
        const auto then = document.scene.models.find(model);
        return then != document.scene.models.end() && then->second.muscles.same_shapes(built.muscles);
    });
    editor_.edit([&](Document& document) {
        CharacterDescription& description = document.scene.models.at(model);
        if (before && !description.muscles.same_shapes(built.muscles)) {
            restore_gaits(document.scene, before->scene, model);
        }
        GaitLibrary gaits = std::move(description.muscles.gaits);
        GaitSearchSettings problem = std::move(description.muscles.problem);
        const SurroundingsDescription contact = description.contact;
        description = built;
        description.muscles.gaits = std::move(gaits);
        description.muscles.problem = std::move(problem);
        restore_surroundings(document.scene, models_, model, contact);
    });
    editor_.withdraw();
}

// A model that could not be built stays what it was. A scene that did not open changes nothing.
void ApplicationSession::keep_old_models(const Built::Refused& refused) {
    const bool was_opening = features_.opening.opening().has_value();
    features_.opening.finish();
    if (was_opening) {
        features_.files.not_opened();
    } else if (editor_.scene().models.contains(features_.builder.model())) {
        withdraw_edits_of(features_.builder.model());
    }
    if (refused.error.kind != ErrorKind::cancelled) {
        messages_.say({Message::Kind::error, sentence(refused.error) + ".",
                       was_opening ? Message::Topic::opening : Message::Topic::building,
                       refused.instead.empty() ? Message::Offer::none : Message::Offer::open, refused.instead});
    }
    carry_out(features_.opening.open_next(state()));
    if (!features_.opening.opening()) {
        rebuild_outdated();
    }
}

} // namespace limber::app
