// SPDX-License-Identifier: MIT
#include "app/session/scene_loader.h"

#include "app/character/surface_transfer.h"
#include "app/character_skin/ground_height.h"
#include "app/character_skin/placed_box.h"
#include "app/character_skin/skin.h"
#include "app/controllers/handle_question.h"
#include "app/controllers/surroundings.h"
#include "app/creatures/creatures.h"
#include "app/document/obstacle_placing.h"
#include "app/document/other_tets.h"
#include "app/document/painted_field.h"
#include "app/imports/imported_character.h"
#include "app/motion/rigid_motion.h"
#include "engine/mesh/boxes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

constexpr double large_growth = 3.0; // of a character, beyond which the camera frames it again

// What was repaired or lost of the models' files: the first sentence, and how many more there are. A message of its own
// names a unit that was chosen.
std::optional<std::string> words_for_repairs(const PreparedScene& opened) {
    std::vector<std::string> warnings;
    for (const CharacterPtr& model : opened.models) {
        std::ranges::remove_copy(model->warnings, std::back_inserter(warnings), model->unit_warning);
    }
    if (warnings.empty()) {
        return std::nullopt;
    }
    const std::size_t others = warnings.size() - 1;
    return warnings.front() + "." + (others == 0 ? "" : " " + std::to_string(others) + " more: see the section Mesh.");
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

bool have_other_tets(const ModelDescription& one, const ModelDescription& other) {
    return one.target_vertices != other.target_vertices || one.tets != other.tets;
}

// After the model was built with other tets.
void take_over_tets(Scene& scene, int model, const Character& before, const Character& now) {
    ModelDescription& description = scene.models.at(model);
    take_tets(description, now.description.target_vertices, now.description.tets);
    for (const PaintedField& field : painted_fields(description)) {
        if (const PaintedRegion* painted = painted_in(now.description, field)) {
            *painted_in(description, field) = *painted;
        }
    }
    const std::vector<BodyLoad>& fibres = now.description.muscles.fibres;
    for (std::size_t i = 0; i < std::min(fibres.size(), description.muscles.fibres.size()); ++i) {
        description.muscles.fibres[i].painted = fibres[i].painted;
    }
    const std::vector<ExamplePose>& examples = now.description.muscles.examples;
    for (std::size_t i = 0; i < std::min(examples.size(), description.muscles.examples.size()); ++i) {
        description.muscles.examples[i].kept = examples[i].kept;
    }
    for (CharacterInstance& instance : scene.instances) {
        if (instance.model != model) {
            continue;
        }
        for (PointHandle& handle : instance.controls.handles) {
            handle = carried(handle, before, now);
        }
        for (AppliedForce& force : instance.controls.forces) {
            force = carried(force, before, now);
        }
        for (PointSpring& spring : instance.controls.springs) {
            spring = carried(spring, before, now);
        }
    }
}

// The first that is compared, whose rows are then seen, or else the first of all.
int first_selected(const Scene& scene) {
    const auto compared =
        std::ranges::find_if(scene.instances, [](const CharacterInstance& one) { return !one.compared.empty(); });
    return compared == scene.instances.end() ? scene.instances.front().id : compared->id;
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
    if (const auto rigid = rigid_motion_of(built.opened); !rigid) {
        shared_.messages.say({Message::Kind::warning,
                              "A rigid body of this scene cannot act: " + sentence(rigid.error()) + ".",
                              Message::Topic::opening});
    }
}

Commands SceneLoader::replace_model(const Built& built) {
    const int model = features_.get<ModelBuilder>().model();
    const CharacterPtr before = shared_.models.replace(model, built.character);
    const auto& models = shared_.editor.scene().models;
    const auto described = models.find(model);
    if (described != models.end() && have_other_tets(described->second, built.character->description)) {
        features_.get<ModelBuilder>().drop_other_tets();
        shared_.editor.edit(
            [&](Document& document) { take_over_tets(document.scene, model, *before, *built.character); },
            "Change tets");
    }
    const RigKind rig = built.character->description.rig_kind;
    if (rig == RigKind::none) {
        shared_.messages.is_over(Message::Topic::handle);
    } else if (rig == RigKind::affine_handle && before->description.rig_kind == RigKind::none &&
               std::ranges::find(bare_models_, model) != bare_models_.end()) {
        shared_.messages.say(handle_question(built.character->description.name)); // it was set free, which was undone
    }
    Commands commands;
    if (before->bone_count() != built.character->bone_count()) {
        commands.emplace_back(ClearSelection{}); // the selected bone may no longer exist
    }
    const double growth = built.character->description.metres_per_unit / before->description.metres_per_unit;
    if (!(growth > 1.0 / large_growth && growth < large_growth)) {
        commands.emplace_back(FrameAll{.once_shown = true});
    }
    return commands;
}

Commands SceneLoader::open_scene(const Built& built) {
    Editor& editor = shared_.editor;
    ModelStore& models = shared_.models;
    const std::filesystem::path path = features_.get<OpeningController>().opening()->path;
    models.clear();
    shared_.messages.end_scene();
    Document document;
    const SceneView view = built.description.view.value_or(SceneView{});
    document.exaggeration = view.exaggeration;
    document.speed = view.speed;
    document.scene = models.add(built.opened, built.controls);
    const int selected = first_selected(document.scene);
    editor.open(std::move(document), selected);
    if (features_.get<FilesController>().is_recovered(path)) {
        editor.mark_modified();
    }
    if (const auto words = words_for_repairs(built.opened)) {
        shared_.messages.say({Message::Kind::warning, *words, Message::Topic::opening, Message::Offer::show_repairs});
    }
    shared_.pointer.cancel();
    shared_.selection = {};
    report_units(built, editor.scene());
    bare_models_.clear();
    report_first(path, *editor.instance());
    Commands commands{DeselectBrush{}};
    features_.each([&](auto& feature) {
        if constexpr (requires { feature.scene_opened(SceneOpened{built, path}, state()); }) {
            append(commands, feature.scene_opened(SceneOpened{built, path}, state()));
        }
    });
    return commands;
}

// The file does not say its unit, or is unlikely to mean it. `scene`: with the members of the opened one, in its order.
void SceneLoader::report_units(const Built& built, const Scene& scene) {
    std::vector<int> reported;
    for (std::size_t i = 0; i < built.opened.members.size() && i < scene.instances.size(); ++i) {
        const PreparedCharacter& one = built.opened.members[i];
        const CharacterDescription& description = one.character->description;
        const int model = scene.instances[i].model;
        if (one.description.metres_per_unit != 0.0 || description.metres_per_unit == 1.0 ||
            std::ranges::find(reported, model) != reported.end()) {
            continue;
        }
        reported.push_back(model);
        std::ostringstream text;
        text << description.name << " is " << bounding_box(one.character->file_positions).diagonal()
             << " units from corner to corner, so one unit is taken as " << description.metres_per_unit << " m.";
        Message message{Message::Kind::warning, text.str(), Message::Topic::opening, Message::Offer::take_as_metres};
        message.model = model;
        shared_.messages.say(std::move(message));
    }
}

// The first character of a file that was opened or added, which is or becomes the selected one.
void SceneLoader::report_first(const std::filesystem::path& path, const CharacterInstance& instance) {
    report_softness(path, instance);
    shared_.messages.is_over(Message::Topic::handle);
    if (path.extension() != ".json" && !creature_named_by(path)) {
        bare_models_.push_back(instance.model);
        report_bare(instance.model);
    }
}

// A character's own file does not say how soft it is.
void SceneLoader::report_softness(const std::filesystem::path& path, const CharacterInstance& instance) {
    const ModelDescription& description = shared_.editor.scene().models.at(instance.model);
    if (!is_character_format(path) || description.rig_kind != RigKind::file) {
        return;
    }
    std::ostringstream text;
    text.precision(6);
    text << description.name << " starts soft (" << instance.controls.young
         << " Pa), so that its flesh is seen to move: choose a Preset to make it stiffer. B shows its bones.";
    notify(text.str(), Message::Topic::opening);
}

// A mesh without a rig gets one handle, which the user has not chosen. Springs of a character's file are not used.
void SceneLoader::report_bare(int model) {
    const ModelDescription& description = shared_.editor.scene().models.at(model);
    if (description.rig_kind == RigKind::affine_handle) {
        shared_.messages.say(handle_question(description.name));
    }
    const CharacterPtr& character = shared_.models.at(model);
    if (character && !character->springs.empty()) {
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
    settle_edits(shared_); // edits of this frame are an entry of their own
    Scene coming = models.add(built.opened, built.controls);
    std::optional<BoundingBox> box;
    std::vector<PlacedOutline> placed;
    const Vec3 up = now.camera.now().up;
    for (const CharacterInstance& instance : coming.instances) {
        const SkinOutline& outline = models.at(instance.model)->skin->outline;
        const BoundingBox here = transformed(outline.reach(instance.controls.clip), instance.home);
        placed.push_back({&outline, instance.controls.clip, instance.home});
        box = box ? united(*box, here) : here;
    }
    const Vec3 raised = (now.bounds().ground() - ground_height(placed, up)) * up;
    const Vec3 offset =
        raised + offset_to_free_place(now, {box->low + raised, box->high + raised}, 0.02 * box->diagonal());
    put_on_floor(coming, models, floor_level(editor.scene(), models), offset);
    move(coming, offset);
    report_units(built, coming);
    const int first = coming.instances.front().id;
    editor.edit(
        [&](Document& document) {
            Scene& scene = document.scene;
            scene.instances.insert(scene.instances.end(), coming.instances.begin(), coming.instances.end());
            scene.models.insert(coming.models.begin(), coming.models.end());
            merge(scene.environment, coming.environment);
        },
        coming.instances.size() == 1 ? "Add character" : "Add characters");
    if (const auto& opening = features_.get<OpeningController>().opening()) {
        report_first(opening->path, *editor.scene().instance(first));
    }
    features_.get<OpeningController>().finish();
    return {SelectCharacter{first}, EditView{[](ViewOptions& view) {
                view.paint = PaintKind::flesh; // paint of the characters before would hide the colours of this one
            }}};
}

// Builds the first model that differs from the document. The others follow when it is done.
Commands SceneLoader::carry_out(const RebuildOutdated& command, const SessionState& state) {
    if (state.activity.is_opening || !state.built()) {
        return {};
    }
    auto outdated = shared_.models.find_outdated(shared_.editor.scene(), shared_.shown.all);
    if (command.drops_other_builds) {
        features_.get<ModelBuilder>().drop_other_tets();
    }
    outdated = with_other_tets(std::move(outdated));
    if (outdated) {
        features_.get<ModelBuilder>().build(*outdated, shared_.models.at(outdated->model));
    }
    return !outdated && command.drops_other_builds ? Commands{DropBuild{}} : Commands{};
}

// A model is built once for its edits and for another number of tets. Other models come first.
std::optional<ModelStore::Build> SceneLoader::with_other_tets(std::optional<ModelStore::Build> outdated) {
    ModelBuilder& builder = features_.get<ModelBuilder>();
    const auto wanted = builder.other_tets();
    if (!wanted) {
        return outdated;
    }
    const Scene& scene = shared_.editor.scene();
    const auto instance = std::ranges::find(scene.instances, wanted->model, &CharacterInstance::model);
    if (instance == scene.instances.end()) {
        builder.drop_other_tets();
        return outdated;
    }
    if (outdated && outdated->model != wanted->model) {
        return outdated;
    }
    ModelStore::Build build{
        wanted->model, outdated ? std::move(outdated->wanted) : shared_.models.wanted(scene, *instance), Stage::mesh};
    take_tets(build.wanted, wanted->target_vertices, wanted->source);
    return build;
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
    features_.get<ModelBuilder>().drop_other_tets();
    Commands commands;
    if (opening) {
        commands = features_.get<FilesController>().not_opened(opening->path);
    } else if (shared_.editor.scene().models.contains(features_.get<ModelBuilder>().model())) {
        withdraw_refused_edits(features_.get<ModelBuilder>().model());
    }
    if (refused.error.kind != ErrorKind::cancelled) {
        Message message{Message::Kind::error, sentence(refused.error) + ".",
                        opening ? Message::Topic::opening : Message::Topic::building,
                        refused.instead.empty() ? Message::Offer::none : Message::Offer::open, refused.instead};
        if (refused.is_motion && opening && state().built()) {
            message.offer = Message::Offer::add_clip;
            message.part = opening->path;
        }
        if (!refused.unmatched_clip.empty()) {
            message.text += " Or press Match by hand, and choose which bone follows which joint.";
            message.offer = Message::Offer::match_joints;
            message.model = features_.get<ModelBuilder>().model();
            message.part = refused.unmatched_clip;
        }
        shared_.messages.say(std::move(message));
    }
    append(commands, features_.get<OpeningController>().open_next(state()));
    commands.emplace_back(RebuildOutdated{});
    return commands;
}

} // namespace limber::app
