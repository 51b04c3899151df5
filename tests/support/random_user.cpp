// SPDX-License-Identifier: MIT
#include "tests/support/random_user.h"

#include "app/character/character.h"
#include "app/document/obstacle_placing.h"
#include "engine/actuation/gait_file.h"
#include "tests/support/scratch_folder.h"

#include <Eigen/Geometry>

#include <array>
#include <utility>

namespace limber::testing {
namespace {

using namespace limber::app;

Gait wagging(Rng& rng) {
    Gait gait;
    gait.name = "Wag";
    gait.waveforms = {{{rng.uniform(0, 0.3), rng.uniform(0.3, 1), rng.uniform(0, 1)}}, {}};
    return gait;
}

MouseButtonChanged button(bool down, const Pixel& at, bool shift, bool control) {
    return {MouseButton::left, down, at.x(), at.y(), control, shift, false};
}

} // namespace

RandomUser::RandomUser(std::uint64_t seed) : rng_(seed), driven_(write_scene(folder_, rng_)) {}

// A bar with a rig, a turned one, one on a floor, or a free body with muscles on a floor.
std::filesystem::path RandomUser::write_scene(const ScratchFolder& folder, Rng& rng) {
    write_small_scene(folder);
    const std::string start = R"({"format": "limber-scene", "version": 1, "name": "Bar", "mesh": "bar.mesh", )";
    const std::string rigged = R"("rig": "bar_rig.json", "clips": ["bend.json"], )";
    const std::string end = R"("material": {"young": 20000}, "modes": 6, "clusters": {"count": 20}})";
    const std::string contact = R"("contact": {"floor": true, "points": 8}, )";
    write_bytes(folder / "turned.json", start + rigged + R"("turn": {"axis": [1, 2, 3], "degrees": 40}, )" + end);
    write_bytes(folder / "floor.json", start + rigged + contact + R"("leak": {"amount": 0}, )" + end);
    write_bytes(folder / "free.json", start + R"("rig": "none", "muscles": {"modes": 2}, )" + contact + end);
    constexpr std::array names{"bar.json", "turned.json", "floor.json", "free.json"};
    return folder / names.at(rng.below(names.size()));
}

bool RandomUser::act() {
    using Deed = void (RandomUser::*)();
    constexpr std::array<Deed, 20> deeds{
        &RandomUser::pull_flesh,    &RandomUser::move_handle,  &RandomUser::pose_with_gizmo,
        &RandomUser::move_obstacle, &RandomUser::paint,        &RandomUser::edit_draft,
        &RandomUser::edit_draft,    &RandomUser::edit_draft,   &RandomUser::add_gait,
        &RandomUser::add_file,      &RandomUser::compare_gait, &RandomUser::search_gait,
        &RandomUser::edit_view,     &RandomUser::use_key,      &RandomUser::rebuild_and_cancel,
        &RandomUser::use_timeline,  &RandomUser::change_rig,   &RandomUser::carry_obstacle,
        &RandomUser::copy_settings, &RandomUser::begin_film};
    (this->*deeds.at(rng_.below(deeds.size())))();
    driven_.frame();
    return driven_.settle();
}

bool RandomUser::repeat(Action action, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        session().carry_out(action);
        driven_.frame();
    }
    return driven_.settle();
}

bool RandomUser::save(const std::filesystem::path& path) {
    session().carry_out(SaveDocument{path});
    return driven_.frames_until([&] { return !session().editor().is_modified() && std::filesystem::exists(path); });
}

std::string RandomUser::messages() const {
    std::string all;
    for (const Message& message : *driven_.session.ui_state().messages) {
        all += message.text + "\n";
    }
    return all;
}

Vec3 RandomUser::vector(double size) {
    return Vec3(rng_.uniform(-size, size), rng_.uniform(-size, size), rng_.uniform(-size, size));
}

Affine RandomUser::movement() {
    Affine map = identity_affine();
    map.leftCols<3>() =
        Eigen::AngleAxisd(rng_.uniform(-1, 1), Vec3(vector(1) + Vec3(0, 2, 0)).normalized()).toRotationMatrix();
    map.col(3) = vector(1);
    return map;
}

std::optional<Pixel> RandomUser::pixel(const Vec3& point) const {
    const ApplicationSession& session = driven_.session;
    const auto at = pixel_of(session.state().camera.now(), session.viewport().layout.dynamics, point);
    return at && session.viewport().layout.dynamics.holds(*at) ? at : std::nullopt;
}

std::optional<Pixel> RandomUser::on_body() const {
    const ApplicationSession& session = driven_.session;
    const Points x = boundary_positions(session.shown().selected, session.state().drawn_motion());
    return pixel(x.colwise().mean().transpose());
}

void RandomUser::drag(const Pixel& from, const Pixel& to, bool shift, bool control) {
    driven_.frame({MouseMoved{from.x(), from.y()}, button(true, from, shift, control)});
    driven_.frame({MouseMoved{(0.5 * (from + to)).x(), (0.5 * (from + to)).y()}});
    driven_.frame({MouseMoved{to.x(), to.y()}});
    switch (rng_.below(6)) {
    case 0:
        note("Esc");
        session().carry_out(Action::leave);
        break;
    case 1:
        note("undo in the drag");
        session().carry_out(Action::undo);
        break;
    default:
        break;
    }
    driven_.frame({button(false, to, shift, control)});
}

void RandomUser::pull_flesh() {
    if (const auto at = on_body()) {
        note("pull");
        drag(*at, *at + Pixel(rng_.uniform(-60, 60), rng_.uniform(-60, 60)), rng_.below(3) != 0);
    }
}

void RandomUser::move_handle() {
    const auto& handles = session().editor().controls().handles;
    const auto at = handles.empty() ? std::nullopt : pixel(handles.back().target);
    if (at && rng_.below(3) == 0) {
        note("delete a handle");
        session().carry_out({Select{{Selection::Kind::handle, handles.back().id}}, Action::delete_handle});
    } else if (at) {
        note("move a handle");
        drag(*at, *at + Pixel(rng_.uniform(-60, 60), rng_.uniform(-60, 60)), false);
    }
}

bool RandomUser::may_move_bones() const {
    return driven_.session.shown().selected.character && driven_.session.shown().selected.pose.size() > 1;
}

void RandomUser::pose_with_gizmo() {
    if (!may_move_bones() || rng_.below(3) == 0) {
        note("place the rig");
        session().carry_out(Action::move_character);
        const auto box = bounding_box(session().shown().selected.character->mesh.X);
        if (const auto at = pixel(limber::apply(session().editor().controls().rig_offset, box.centre()))) {
            drag(*at, *at + Pixel(rng_.uniform(-40, 40), rng_.uniform(-40, 40)), false);
        }
        return;
    }
    note("pose a bone");
    const int bone = static_cast<int>(rng_.below(2));
    session().carry_out(Select{{Selection::Kind::bone, bone}});
    const Vec3 joint = session().shown().selected.pose[static_cast<std::size_t>(bone)].col(3);
    if (const auto at = pixel(joint)) {
        const Pixel ring(62 * 1.2, 0); // the free ring lies around the joint
        drag(*at + ring, *at + Pixel(rng_.uniform(20, 60), rng_.uniform(-80, 80)), false, rng_.below(2) == 0);
    }
}

void RandomUser::move_obstacle() {
    const Obstacles& obstacles = session().editor().scene().environment.obstacles;
    if (obstacles.empty()) {
        return;
    }
    const int index = static_cast<int>(rng_.below(obstacles.size()));
    session().carry_out(Select{{Selection::Kind::obstacle, index}});
    if (rng_.below(4) == 0) {
        note("remove an obstacle");
        session().carry_out(Action::delete_handle);
        return;
    }
    note("move an obstacle");
    if (const auto at = pixel(standing_of(obstacles[static_cast<std::size_t>(index)].shape).col(3))) {
        drag(*at, *at + Pixel(rng_.uniform(-40, 40), rng_.uniform(-40, 40)), false);
    }
}

void RandomUser::paint() {
    const auto at = on_body();
    if (!at || session().state().is_free() == (rng_.below(4) == 0)) {
        return;
    }
    note("paint");
    constexpr std::array targets{BrushTarget::contact_density,
                                 BrushTarget::muscle_region,
                                 BrushTarget::material_part,
                                 BrushTarget::pins,
                                 BrushTarget::leak,
                                 BrushTarget::load};
    const BrushTarget target = targets.at(rng_.below(targets.size()));
    session().carry_out(EditView{[target](ViewOptions& view) {
        view.brush.is_held = true;
        view.brush.target = target;
        view.brush.region = -1;
    }});
    drag(*at, *at + Pixel(rng_.uniform(-30, 30), rng_.uniform(-30, 30)), false, rng_.below(4) == 0);
    session().carry_out(DeselectBrush{});
    for (int i = 0; i < 45; ++i) { // muscles are rebuilt some time after the last stroke
        driven_.frame();
    }
}

void RandomUser::edit_controls(CharacterDraft& draft) {
    CharacterControls& controls = draft.controls;
    switch (rng_.below(15)) {
    case 0:
        controls.clip = controls.clip == 0 || !may_move_bones() ? -1 : 0;
        break;
    case 1:
        controls.clip_speed = rng_.uniform(-2, 2);
        break;
    case 9:
        controls.playback = {rng_.uniform(0, 0.3), rng_.uniform(0.3, 1.0), rng_.below(3) > 0, rng_.uniform(0, 0.5)};
        break;
    case 10:
        if (may_move_bones() && rng_.below(3) > 0) {
            controls.keys = with_key(controls.keys, {rng_.uniform(0, 1), {{1, movement()}}, {}});
        } else if (!controls.keys.is_empty()) {
            controls.keys = without_key(controls.keys, controls.keys.all().front().time);
        }
        break;
    case 11:
        controls.is_enabled = rng_.below(2) == 0;
        controls.dynamics = rng_.uniform();
        break;
    case 2:
        if (may_move_bones()) {
            controls.bone_offsets = {movement(), rng_.below(2) == 0 ? identity_affine() : movement()};
        }
        break;
    case 3:
        controls.rig_offset = movement();
        break;
    case 4:
        controls.gravity = rng_.below(3) == 0 ? Vec3(Vec3::Zero()) : vector(10);
        break;
    case 5:
        controls.young = rng_.uniform(1e4, 1e5);
        controls.poisson = rng_.below(2) == 0 ? 0.0 : rng_.uniform(0, 0.49);
        controls.density = rng_.uniform(500, 2000);
        break;
    case 6:
        draft.environment.time_step = rng_.uniform(0.005, 0.02);
        controls.damping = rng_.uniform(0, 2);
        controls.iterations = 1 + static_cast<int>(rng_.below(10));
        controls.tolerance = rng_.uniform(0, 1e-3);
        controls.solver.memory = static_cast<int>(rng_.below(6));
        controls.solver.arithmetic = rng_.below(2) == 0 ? Arithmetic::double_precision : Arithmetic::single_precision;
        break;
    case 7:
        controls.muscles.strength = rng_.uniform(0.5, 2);
        controls.muscles.playing = !controls.muscles.playing;
        break;
    case 8:
        controls.forces.resize(rng_.below(3));
        for (std::size_t i = 0; i < controls.forces.size(); ++i) {
            controls.forces[i] = {static_cast<int>(i),
                                  {1, 2, 30},
                                  {0.2, 0.3, 0.5},
                                  vector(20),
                                  rng_.below(2) == 0 ? 0.0 : rng_.uniform(0.1, 2)};
        }
        break;
    case 12:
        connect_springs(controls);
        break;
    case 13:
        behave(controls.muscles.behaviour);
        break;
    default:
        draft.handle_stiffness = rng_.uniform(1, 1e6);
        break;
    }
}

void RandomUser::connect_springs(CharacterControls& controls) {
    controls.springs.resize(rng_.below(3));
    for (std::size_t i = 0; i < controls.springs.size(); ++i) {
        controls.springs[i] = {.id = static_cast<int>(i) + 1,
                               .name = i == 0 ? "" : "Spring of " + std::to_string(rng_.below(100)),
                               .from = {{1, 2, 30}, {0.2, 0.3, 0.5}},
                               .to = {{40, 41, 70}, {0.5, 0.5, 0.0}},
                               .stiffness = rng_.uniform(1, 1e3),
                               .rest_length = rng_.uniform(0, 1)};
    }
    for (PointHandle& handle : controls.handles) {
        handle.moves_springs = rng_.below(2) == 0;
    }
}

// Only a free body behaves; the numbers are kept in any case.
void RandomUser::behave(BehaviourControls& behaviour) {
    constexpr std::array kinds{BehaviourKind::stand, BehaviourKind::hop, BehaviourKind::reach, BehaviourKind::follow};
    const bool is_still = !session().state().is_free() || rng_.below(3) == 0;
    behaviour.kind = is_still ? std::nullopt : std::optional(kinds.at(rng_.below(kinds.size())));
    behaviour.height = rng_.uniform(0.05, 0.3);
    behaviour.target = vector(1);
    behaviour.to_target = rng_.below(2) == 0;
    behaviour.looks_ahead = rng_.below(2) == 0;
    behaviour.pose = rng_.uniform(0, 1);
    behaviour.goals.weights[rng_.below(goal_group_count)] = rng_.uniform(0, 2);
    behaviour.goals.also_reaches = rng_.below(3) == 0;
    behaviour.goals.place = vector(1);
}

// One more, or other numbers of the first, or none.
void RandomUser::edit_loads(ModelDescription& description) {
    std::vector<BodyLoad>& loads = description.loads;
    const auto choice = rng_.below(3);
    if (choice == 0 && loads.size() < 3) {
        BodyLoad load;
        load.load.name = free_load_name(loads);
        load.load.kind = LoadKind::region;
        load.load.region = LoadRegion{vector(0.5) + Vec3(0, 0.5, 0), rng_.uniform(0.3, 1), rng_.uniform(0, 20)};
        loads.push_back(std::move(load));
    } else if (choice == 1 && !loads.empty()) {
        loads.front().load.amount = rng_.uniform(0.5, 4);
        description.switches_loads = may_switch_loads(description) && rng_.below(2) == 0;
    } else if (!loads.empty()) {
        loads.erase(loads.begin());
        drop_unused_switch(description);
    }
}

// A pose that the body is stretched to; or without the first one.
void RandomUser::edit_examples(MuscleDescription& muscles) {
    const CharacterPtr& character = session().shown().selected.character;
    if (!character || !session().state().is_free()) {
        return;
    }
    if (muscles.examples.size() > 1) {
        muscles.examples.erase(muscles.examples.begin());
        return;
    }
    Points stretched = character->file_positions;
    stretched.col(1) *= rng_.uniform(1.1, 1.4);
    muscles.examples.push_back({"Pose " + std::to_string(rng_.below(100)), {}, KeptShape(std::move(stretched))});
}

void RandomUser::edit_description(CharacterDraft& draft) {
    ModelDescription& description = draft.description;
    switch (rng_.below(6)) {
    case 0:
        description.modes = 3 + static_cast<Index>(rng_.below(4));
        description.subspace = static_cast<SubspaceKind>(rng_.below(subspace_names.size()));
        break;
    case 1:
        description.clusters = 5 + static_cast<Index>(rng_.below(20));
        break;
    case 2:
        description.name = "Bar of " + std::to_string(rng_.below(100));
        break;
    case 3:
        edit_loads(description);
        break;
    case 4:
        edit_examples(description.muscles);
        break;
    default:
        description.contact.floor = !description.contact.floor;
        description.contact.points = 4 + static_cast<Index>(rng_.below(6));
        description.contact.floor_friction = rng_.uniform(0, 1);
        break;
    }
}

void RandomUser::edit_environment(CharacterDraft& draft) {
    if (rng_.below(2) == 0) {
        draft.environment.wind = {vector(5), rng_.uniform(0, 3)};
        draft.environment.gusts = {rng_.uniform(0, 5), rng_.uniform(0.1, 5), static_cast<int>(rng_.below(100))};
        return;
    }
    draft.environment.obstacles.push_back({Ball{vector(1) - Vec3(0, 2, 0), rng_.uniform(0.1, 1)}});
    draft.description.contact.points = 8;
    draft.description.contact.friction_law = rng_.below(2) == 0 ? Friction::coulomb : Friction::damped;
    draft.description.contact.tangential_restitution = rng_.uniform(0, 0.5);
}

void RandomUser::edit_compared(CharacterDraft& draft) {
    std::vector<ComparedSubspace>& compared = draft.compared;
    if (!compared.empty() && (compared.size() == compared_max || rng_.below(3) == 0)) {
        compared.erase(compared.begin() + static_cast<std::ptrdiff_t>(rng_.below(compared.size())));
        return;
    }
    ComparedSubspace subspace{rng_.below(2) == 0 ? "skinning" : "displacement", 1 + static_cast<Index>(rng_.below(3))};
    subspace.parameters.young = rng_.uniform(1e4, 1e5);
    compared.push_back(rng_.below(3) == 0 ? ComparedSubspace{} : subspace);
    choose_colours(compared);
}

// As panels do.
void RandomUser::edit_draft() {
    CharacterDraft draft = session().editor().draft();
    switch (rng_.below(5)) {
    case 2:
        note("edit what is compared");
        edit_compared(draft);
        break;
    case 0:
        note("edit the description");
        edit_description(draft);
        break;
    case 1:
        note("edit the environment");
        edit_environment(draft);
        break;
    default:
        note("edit the controls");
        edit_controls(draft);
        break;
    }
    session().carry_out({EditCharacter{std::move(draft)}, RebuildOutdated{}});
}

void RandomUser::add_gait() {
    if (!session().state().is_free()) {
        return;
    }
    note("add a gait");
    const auto path = folder_ / ("gait " + std::to_string(rng_.below(1000)) + ".json");
    const std::size_t before = session().editor().description().muscles.gaits.gaits().size();
    const std::string shown = messages();
    if (!write_gait(wagging(rng_), path)) {
        return;
    }
    session().carry_out(AddGait{path});
    driven_.frames_until(
        [&] { return session().editor().description().muscles.gaits.gaits().size() != before || messages() != shown; });
}

void RandomUser::compare_gait() {
    const auto& gaits = session().editor().description().muscles.gaits;
    if (!gaits.is_empty()) {
        note("compare gaits");
        session().carry_out(CompareGait{gaits.gaits().front().name});
        driven_.settle();
        if (rng_.below(2) == 0) {
            session().carry_out(StopComparing{});
        }
    }
}

// Edits and undoes while better gaits come in.
void RandomUser::search_gait() {
    if (!session().state().is_free() || is_comparing(session().editor().scene())) {
        return;
    }
    note("search");
    GaitSearchProblem problem;
    problem.search.generations = 3 + static_cast<int>(rng_.below(30));
    problem.search.population = 4;
    problem.search.steps = 10;
    session().carry_out(StartGaitSearch{problem});
    for (int i = 0; i < 4; ++i) {
        for (int frame = 0; frame < 5; ++frame) {
            driven_.frame();
        }
        if (rng_.below(2) == 0) {
            edit_draft();
        } else {
            note("undo");
            session().carry_out(Action::undo);
        }
    }
    session().carry_out(StopGaitSearch{});
    driven_.frames_until([&] { return !session().ui_state().search.status->is_running; });
}

void RandomUser::add_file() {
    if (session().editor().scene().instances.size() < 4) {
        note("add a file");
        constexpr std::array names{"bar.json", "turned.json", "free.json", "bar.mesh"};
        session().carry_out(AddFile{folder_ / names.at(rng_.below(names.size()))});
        driven_.frame();
    }
}

void RandomUser::edit_view() {
    note("edit the view");
    session().carry_out(EditDocument{[value = rng_.uniform(0, 4), speed = rng_.uniform(0.1, 2),
                                      warm_up = rng_.below(3) == 0 ? rng_.uniform(0, 0.2) : 0.0](Document& document) {
        document.exaggeration = value;
        document.speed = speed;
        document.scene.warm_up = warm_up;
    }});
}

// What a rewind shows has the models of that time, until a step is taken.
void RandomUser::use_timeline() {
    const TimelineSpan& span = session().shown().selected.timeline;
    const auto look_back = [&](const Command& command) {
        session().carry_out(command);
        for (int i = 0; i < 3; ++i) {
            driven_.frame();
        }
        session().carry_out(StepSimulation{});
    };
    switch (rng_.below(5)) {
    case 0:
        note("rewind");
        return look_back(RewindSimulation{span.first + rng_.below(span.last - span.first + 1)});
    case 1:
        note("replay");
        return look_back(ReplayTimeline{});
    case 2:
        note("seek");
        return session().carry_out(SetClipTime{rng_.uniform(0, 1)});
    case 3:
        note("step");
        return session().carry_out(StepSimulation{});
    default:
        note("restart and skip the warm-up");
        return session().carry_out({RestartSimulation{}, SkipWarmUp{}});
    }
}

void RandomUser::change_rig() {
    switch (rng_.below(4)) {
    case 0:
        note("detach the rig");
        return session().carry_out(DetachRig{});
    case 1:
        note("add a clip");
        if (may_move_bones()) {
            session().carry_out(AddClip{folder_ / "bend.json"});
        }
        return;
    case 2:
        note("remove a clip");
        return session().carry_out(RemoveClip{0});
    default:
        note("attach a rig");
        session().carry_out(AttachRig{folder_ / "bar_rig.json"});
        driven_.frames_until([&] { return !session().ui_state().build.is_running; });
        return;
    }
}

void RandomUser::carry_obstacle() {
    const Obstacles& obstacles = session().editor().scene().environment.obstacles;
    if (obstacles.empty()) {
        return;
    }
    const int index = static_cast<int>(rng_.below(obstacles.size()));
    if (may_move_bones() && rng_.below(3) > 0) {
        note("attach an obstacle");
        session().carry_out(AttachObstacle{index, static_cast<int>(rng_.below(2))});
    } else {
        note("detach an obstacle");
        session().carry_out(DetachObstacle{index});
    }
}

void RandomUser::copy_settings() {
    note("copy settings");
    session().carry_out({CopySettings{}, Action::next_character, PasteSettings{}});
}

// Nothing is drawn here: the film is stopped.
void RandomUser::begin_film() {
    note("begin a film");
    const FilmSettings film{rng_.below(2) == 0 ? 30.0 : 120.0, rng_.uniform(-360, 360), rng_.below(2) == 0};
    session().carry_out(ExportMotion{folder_ / "film.png", 0, rng_.below(2) == 0, film});
    for (std::uint64_t i = rng_.below(4); i > 0; --i) {
        driven_.frame();
    }
    session().carry_out(StopExport{});
}

void RandomUser::use_key() {
    constexpr std::array actions{std::pair{Action::duplicate_character, "duplicate"},
                                 std::pair{Action::remove_character, "remove"},
                                 std::pair{Action::unique_character, "make unique"},
                                 std::pair{Action::next_character, "next"},
                                 std::pair{Action::faster, "faster"},
                                 std::pair{Action::release_all_handles, "release all"},
                                 std::pair{Action::reset_pose, "reset pose"},
                                 std::pair{Action::play_or_pause, "play or pause"},
                                 std::pair{Action::reset, "restart"},
                                 std::pair{Action::secondary_motion, "secondary motion"},
                                 std::pair{Action::livelier, "livelier"},
                                 std::pair{Action::set_key, "set a key"},
                                 std::pair{Action::set_key, "set a key"},
                                 std::pair{Action::remove_key, "remove a key"},
                                 std::pair{Action::previous_key, "key before"},
                                 std::pair{Action::next_key, "next key"},
                                 std::pair{Action::solo_character, "solo"},
                                 std::pair{Action::enable_character, "enable"},
                                 std::pair{Action::undo, "undo"},
                                 std::pair{Action::redo, "redo"}};
    const auto& [action, name] = actions.at(rng_.below(actions.size()));
    if (action != Action::remove_character || session().editor().scene().instances.size() > 1) {
        note(name);
        session().carry_out(action);
    }
}

void RandomUser::rebuild_and_cancel() {
    note("cancel a build");
    CharacterDraft draft = session().editor().draft();
    draft.description.modes = 3 + static_cast<Index>(rng_.below(8));
    draft.description.subspace = static_cast<SubspaceKind>(rng_.below(subspace_names.size()));
    session().carry_out({EditCharacter{draft}, RebuildCharacter{Stage::subspace}});
    for (std::uint64_t i = rng_.below(3); i > 0; --i) {
        driven_.frame();
    }
    session().carry_out(CancelBuild{});
}

} // namespace limber::testing
