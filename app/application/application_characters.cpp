#include "app/application/application_parts.h"
#include "app/controllers/surroundings.h"

#include "app/creatures/creatures.h"
#include "app/document/turned_camera.h"
#include "engine/mesh/boxes.h"

#include <algorithm>

// Who is there: characters that come, go on as another model, and are selected.
namespace limber::app {
namespace {

constexpr double swing = 0.3; // of a body's size: how far its flesh may leave the box of its rig

BoundingBox grown(const BoundingBox& box, double by) {
    const Vec3 way = Vec3::Constant(by);
    return {box.low - way, box.high + way};
}

// What a scene's camera is set up for: a window of the usual size.
ViewArea usual_view() {
    return layout_of(1280, 720, 1.0, true, false).dynamics;
}

// The only character is a body that walks by itself.
bool is_free_walker(const Editor& editor) {
    const CharacterDescription& scene = editor.description();
    return editor.scene().parts.size() == 1 && scene.rig_kind == RigKind::none && scene.contact.is_there() &&
           scene.muscles.are_there();
}

bool same_actors(const std::vector<SimulatedInstance>& a, const std::vector<SimulatedInstance>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const SimulatedInstance& x, const SimulatedInstance& y) {
                          return x.id == y.id && x.character == y.character;
                      });
}

} // namespace

CharacterPtr Application::built() const {
    const CharacterInstance* part = editor_.instance();
    return part ? models_.find(part->model) : nullptr;
}

const CharacterDescription* Application::opened() const {
    const CharacterInstance* part = editor_.instance();
    return part ? models_.opened(part->model) : nullptr;
}

// Some of it a frame, one mesh after the other.
void Application::send_meshes() {
    for (const CharacterPtr& model : arriving_->models()) {
        const auto there = display_.prepare(renderer_, *model);
        if (!there) {
            arriving_.reset();
            keep_old_character(there.error());
            return;
        }
        if (!there.value()) {
            return;
        }
    }
    welcome(*std::exchange(arriving_, std::nullopt));
}

void Application::welcome(const Built& built) {
    if (!built.character) {
        to_try_.clear(); // of several files, one was opened
    }
    messages_.is_over(built.character ? Message::Topic::building : Message::Topic::opening);
    for (const std::string& warning : built.opened.warnings) {
        say(Message::Kind::warning, warning + ".", Message::Topic::opening);
    }
    const bool is_new = !built.character && !joins_;
    if (built.character) {
        const CharacterPtr before = models_.replace(rebuilding_, built.character);
        if (built.character->description.rig_kind == RigKind::none) {
            messages_.is_over(Message::Topic::handle);
        }
        if (before->bone_count() != built.character->bone_count()) {
            hand_.selection = {}; // of a bone that may be gone
        }
    } else {
        joins_ ? join(built) : open_scene(built);
    }
    send_scene();
    if (is_new) {
        simulation_.restart();
    }
    if (is_new && built.timeline) {
        cached_build(*built.timeline);
    }
    carry_out(SetPlaying{playback_.is_playing()});
    if (is_new && !options_.record.empty() && !is_recording_) {
        is_recording_ = true;
        simulation_.start_recording();
    }
    if (is_new && built.timeline) {
        simulation_.cached_build(built.timeline);
    }
    rebuild_outdated();
}

// What was recorded is the past of whoever is there in its end.
void Application::cached_build(Timeline& timeline) {
    std::vector<int> ids;
    for (const CharacterInstance& part : editor_.scene().parts) {
        ids.push_back(part.id);
    }
    timeline.call(ids);
    playback_.set_playing(false);
    say(Message::Kind::notice,
        "A recording: Shift+Space plays it, the lower timeline goes through it, and Space goes on "
        "from the moment that is shown.");
}

void Application::open_scene(const Built& built) {
    models_.clear();
    Document document;
    const SceneView view =
        built.cast.view.value_or(SceneView{editor_.document().exaggeration, editor_.document().speed});
    document.exaggeration = view.exaggeration;
    document.speed = view.speed;
    document.scene = models_.add(built.opened, built.controls);
    share_obstacles(document.scene);
    const int first = document.scene.parts.front().id;
    editor_.open(std::move(document), first);
    std::size_t repairs = 0;
    for (const CharacterPtr& model : built.opened.models) {
        repairs += model->warnings.size();
    }
    if (repairs > 0) {
        say(Message::Kind::notice,
            std::to_string(repairs) + (repairs == 1 ? " repair or warning" : " repairs and warnings") +
                ": see the section Mesh.",
            Message::Topic::opening);
    }
    start_anew(built);
    report_handle();
}

// A mesh that was opened without a rig has one handle, which the user has not chosen.
void Application::report_handle() {
    messages_.is_over(Message::Topic::handle);
    const bool is_scene = open_.extension() == ".json" || creature_named_by(open_);
    if (is_scene || editor_.description().rig_kind != RigKind::affine_handle) {
        return;
    }
    messages_.say(
        {Message::Kind::notice,
         editor_.description().name + " has no rig and hangs on one handle. Set it free, and it falls on a floor.",
         Message::Topic::handle, Message::Offer::set_free});
}

bool Application::is_free() const {
    return snapshot_.character && snapshot_.character->description.rig_kind == RigKind::none;
}

// Whoever comes stands on the same floor, where there is room, and in the same time.
void Application::join(const Built& built) {
    Scene coming = models_.add(built.opened, built.controls);
    std::vector<CharacterInstance>& parts = coming.parts;
    std::optional<BoundingBox> box;
    double floor = 0.0;
    const Vec3 up = hand_.camera.now().up;
    for (const CharacterInstance& part : parts) {
        const BoundingBox here =
            transformed(models_.at(part.model)->skin->outline.reach(part.controls.clip), part.home);
        floor = box ? std::min(floor, lowest(here, up)) : lowest(here, up);
        box = box ? united(*box, here) : here;
    }
    const Vec3 raised = (bounds().lowest_reach() - floor) * up;
    const Vec3 way = raised + free_way({box->low + raised, box->high + raised}, 0.02 * box->diagonal());
    put_on_floor(coming, models_, floor_level(editor_.scene(), models_), way);
    move_obstacles(coming, way);
    for (CharacterInstance& part : parts) {
        part.controls.rig_offset.col(3) += way;
        for (PointHandle& handle : part.controls.handles) {
            handle.target += way;
        }
        part.controls.time_step = editor_.controls().time_step;
        part.home = part.controls.rig_offset;
    }
    editor_.edit([&](Document& document) {
        document.scene.parts.insert(document.scene.parts.end(), parts.begin(), parts.end());
        document.scene.models.insert(coming.models.begin(), coming.models.end());
        share_obstacles(document.scene);
    });
    editor_.select(parts.front().id);
    hand_.selection = {};
    opening_.reset();
    joins_ = false;
}

// What belonged to the scene before is forgotten.
void Application::start_anew(const Built& opened) {
    hand_.forget();
    painting_.put_down(view_.brush);
    gait_search_.forget();
    playback_.clear_plots();
    camera_ = opened.cast.camera;
    opened_with_ = editor_.scene().parts.size();
    name_ = opened.cast.name.empty() ? editor_.description().name : opened.cast.name;
    gait_controller_.forget_actors();
    start_driving();
    const auto& own = editor_.description().camera;
    const Mat3 turn = rotation_of(editor_.description().turn);
    set_camera(camera_ || !own ? camera_ : std::optional(turned(*own, turn)));
    open_ = recovering_ ? recovering_->document.path : *opening_;
    open_document_.opened(open_, !open_.empty() && (recovering_ || is_own_scene(*opening_, opened)));
    if (recovering_) {
        take_over_recovered();
    } else {
        file_saver_.remember(*opening_);
    }
    opening_.reset();
}

// Where the scene says, or such that all characters are seen a little from above and the side.
void Application::set_camera(const std::optional<CameraDescription>& described) {
    std::optional<BoundingBox> framed;
    std::optional<BoundingBox> start;
    std::vector<BoundingBox> bodies;
    CameraTargets camera_targets;
    camera_targets.whom = editor_.selected();
    camera_targets.count = editor_.scene().parts.size();
    camera_targets.goes = true;
    for (const CharacterInstance& part : editor_.scene().parts) {
        const SkinOutline& outline = models_.at(part.model)->skin->outline;
        const BoundingBox here = starting_box(*models_.at(part.model), part.controls);
        const int clip = part.controls.clip;
        const BoundingBox wanted = outline.travels(clip) ? here : transformed(outline.reach(clip), part.home);
        framed = framed ? united(*framed, wanted) : wanted;
        start = start ? united(*start, here) : here;
        bodies.push_back(here);
        if (part.id == editor_.selected()) {
            camera_targets.its = here;
            camera_targets.size = outline.reach(-1).diagonal();
        }
    }
    OrbitCamera camera;
    camera.up = up_of(editor_.description());
    camera.yaw = 0.65;
    camera.pitch = 0.22;
    if (described) {
        camera.up = described->up.normalized();
        camera = seen_from(camera, described->eye, described->target, described->field_of_view);
        camera.scene_radius = 0.5 * framed->diagonal();
        camera.target = is_free_walker(editor_) ? start->centre() : camera.target; // it goes along
        camera = adapted(camera, usual_view(), layout_.dynamics, std::move(bodies));
    } else {
        camera = framing(camera, layout_.dynamics, *framed);
    }
    camera_targets.all = *start;
    follower_.start(camera_targets);
    hand_.camera.jump_to(camera);
}

// Whoever is there, with the newest model of each.
void Application::send_scene() {
    renew_surroundings();
    std::vector<SimulatedInstance> roles;
    for (const CharacterInstance& part : editor_.scene().parts) {
        roles.push_back({part.id, models_.at(part.model), part.controls, part.clip_start});
        roles.back().controls.muscles = muscles_now(part);
        models_.set_surroundings(editor_.scene(), part.model, roles.back().controls);
    }
    gait_controller_.all_are_told();
    if (!same_actors(roles, sent_)) {
        simulation_.set_scene(roles);
    } else {
        for (std::size_t i = 0; i < roles.size(); ++i) {
            if (roles[i].controls != sent_[i].controls) {
                simulation_.set_controls(roles[i].id, roles[i].controls);
            }
        }
    }
    sent_ = std::move(roles);
    carry_out(playback_.send_speed(editor_.document().speed));
}

// Until it is on the stage, whoever was shown before.
void Application::show_selected() {
    const auto called = [this](int id) {
        return std::ranges::find(actors_, id, &Snapshot::actor);
    };
    auto shown = called(editor_.selected());
    shown = shown == actors_.end() ? called(snapshot_.actor) : shown;
    shown = shown == actors_.end() ? actors_.begin() : shown;
    snapshot_ = shown == actors_.end() ? Snapshot{} : *shown;
}

bool Application::is_shown() const {
    return snapshot_.character && snapshot_.actor == editor_.selected() && snapshot_.character == built();
}

std::vector<Body> Application::bodies() const {
    std::vector<Body> bodies;
    const SceneBounds scene = bounds();
    for (const Snapshot& actor : actors_) {
        const Skin& skin = *actor.character->skin;
        const BoundingBox box = scene.box(actor);
        bodies.push_back({actor.actor, grown(box, swing * box.diagonal()), &skin.triangles, [this, &actor] {
                              return boundary_positions(actor, drawn_motion());
                          }});
    }
    return bodies;
}

// Another body than the selected one's that an event presses.
std::optional<int> Application::pressed_body(const InputEvent& event) const {
    const auto* press = std::get_if<MouseButtonChanged>(&event);
    if (!press || !press->down || press->button != MouseButton::left || press->alt || actors_.size() < 2) {
        return std::nullopt;
    }
    const Pixel pixel(press->x, press->y);
    const Touchable scene = touchable();
    if (hand_.is_holding() || !scene.area.holds(pixel) || hand_.has_tool_at(pixel, scene, editor_.controls())) {
        return std::nullopt;
    }
    return other_body_at(pixel);
}

std::optional<int> Application::other_body_at(const Pixel& pixel) const {
    if (actors_.size() < 2) {
        return std::nullopt;
    }
    const auto body = first_body(mouse_ray(hand_.camera.now(), layout_.dynamics, pixel), bodies());
    return body && *body != editor_.selected() && editor_.scene().part(*body) ? body : std::nullopt;
}

std::vector<HandleLine> Application::handles_of_others() const {
    std::vector<HandleLine> lines;
    for (const Snapshot& actor : actors_) {
        const CharacterInstance* part = editor_.scene().part(actor.actor);
        if (!part || part->id == editor_.selected()) {
            continue;
        }
        for (const PointHandle& handle : part->controls.handles) {
            lines.push_back({held_point(actor, handle, drawn_motion()), handle.target, false, false, true});
        }
    }
    return lines;
}

SceneBounds Application::bounds() const {
    return {actors_, editor_.scene(), drawn_motion(), hand_.camera.now().up, editor_.controls().clip};
}

Display::Shown Application::shown() const {
    return {editor_.selected(), view_, editor_.document().exaggeration};
}

DrawnMotion Application::drawn_motion() const {
    return {view_.secondary, editor_.document().exaggeration};
}

Touchable Application::touchable() const {
    Touchable scene;
    scene.area = layout_.dynamics;
    scene.other_area = layout_.rig_only;
    scene.content_scale = content_scale_;
    scene.handle_stiffness = editor_.handle_stiffness();
    scene.bones_shown = view_.bones && !is_free();
    // One that is about to be replaced is not to be touched.
    const bool is_there = snapshot_.character && snapshot_.actor == editor_.selected();
    if (is_there) {
        scene.character = snapshot_.character.get();
        scene.obstacles = &editor_.description().contact.obstacles;
        scene.goal = gait_search_.movable_goal(goal_input());
        scene.pose = &snapshot_.pose;
        scene.triangles = &snapshot_.character->skin->triangles;
        scene.surface = [this] {
            return boundary_positions(snapshot_, drawn_motion());
        };
        scene.point_of = [this](const PointHandle& handle) {
            return held_point(snapshot_, handle, drawn_motion());
        };
        scene.other_at = [this](const Pixel& pixel) {
            const auto body = other_body_at(pixel);
            return body ? title_of(editor_.scene(), *body) : std::string();
        };
        scene.other_handles = handles_of_others();
    }
    return scene;
}

} // namespace limber::app
