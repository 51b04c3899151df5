#include "app/interaction/interaction.h"

#include "app/character/character.h"
#include "app/character/starting_controls.h"
#include "app/document/obstacle_placing.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr double click_pixels = 4.0; // a press that moves no further is a click
constexpr double double_click_seconds = 0.35;
constexpr double depth_per_step = 0.06; // of the body's size, per notch of the wheel while pulling

PointHandle* handle_with(LiveControls& controls, int id) {
    const auto found = std::ranges::find(controls.handles, id, &PointHandle::id);
    return found == controls.handles.end() ? nullptr : &*found;
}

void remove_handle(LiveControls& controls, int id) {
    std::erase_if(controls.handles, [id](const PointHandle& handle) { return handle.id == id; });
}

// The overload set for std::visit.
template <typename... F>
struct Either : F... {
    using F::operator()...;
};
template <typename... F>
Either(F...) -> Either<F...>;

} // namespace

Commands Interaction::apply(const std::vector<InputEvent>& events, const Touchable& scene, LiveControls& controls,
                            double seconds) {
    Commands commands;
    now_ += seconds;
    for (const InputEvent& event : events) {
        std::visit(Either{[&](const MouseMoved& e) { move(Pixel(e.x, e.y), scene, controls); },
                          [&](const MouseButtonChanged& e) {
                              move(Pixel(e.x, e.y), scene, controls);
                              snap_ = e.control;
                              e.down ? press(e, scene, controls) : release(scene, controls);
                          },
                          [&](const Scrolled& e) { scroll(e.steps, scene, controls); },
                          [&](const KeyChanged& e) {
                              snap_ = e.control;
                              if (const auto action = action_of(e)) {
                                  act(*action, controls, commands);
                              }
                          },
                          [&](const CharacterTyped& e) {
                              if (const auto action = action_of(e)) {
                                  act(*action, controls, commands);
                              }
                          },
                          [&](const FilesDropped& e) {
                              commands.emplace_back(OpenFirstOf{{e.paths.begin(), e.paths.end()}});
                          },
                          [](const FocusLost&) {},
                          [](const GamepadMoved&) {
                          }},
                   event);
    }
    if (std::exchange(one_handle_too_many_, false)) {
        commands.emplace_back(
            ShowMessage{{Message::Kind::notice, std::to_string(handles_max) +
                                                    " handles are the maximum for one character: delete one "
                                                    "first."}});
    }
    report_moves(commands);
    camera.advance(seconds);
    look_under_mouse(scene, controls, seconds);
    return commands;
}

// Moves replace each other. Those before an action come before it, so that undo and Esc cancel them.
void Interaction::report_moves(Commands& commands) {
    if (const auto moved = std::exchange(moved_obstacle_, std::nullopt)) {
        commands.emplace_back(*moved);
    }
    if (const auto moved = std::exchange(moved_goal_, std::nullopt)) {
        commands.emplace_back(MoveGoal{*moved});
    }
}

void Interaction::press(const MouseButtonChanged& event, const Touchable& scene, LiveControls& controls) {
    if (is_holding()) {
        return;
    }
    const bool pans = event.button == MouseButton::middle || (event.button == MouseButton::right && event.shift);
    if (pans) {
        held_ = Panned{mouse_};
    } else if (event.button == MouseButton::right || event.alt) {
        held_ = Orbited{mouse_};
    } else {
        press_left(event, scene, controls);
    }
}

void Interaction::press_left(const MouseButtonChanged& event, const Touchable& scene, LiveControls& controls) {
    const bool twice = now_ - last_press_ < double_click_seconds && (mouse_ - last_press_at_).norm() < click_pixels;
    last_press_ = now_;
    last_press_at_ = mouse_;
    pressed_bone_ = scene.area.holds(mouse_) ? bone_here(scene, flesh_depth(scene)) : -1;
    pressed_obstacle_ = -1;
    held_ = Orbited{mouse_, true};
    if (!scene.character || !scene.area.holds(mouse_)) {
        return;
    }
    if (const auto frame = gizmo_of_selection(scene, controls)) {
        const GizmoPart part = part_under(mouse_, *frame, camera.now(), scene.area, scene.content_scale);
        if (part != GizmoPart::none) {
            take_gizmo(part, scene, controls);
            return;
        }
    }
    if (const int id = handle_at_pixel(mouse_, scene, controls); id >= 0) {
        selection = {Selection::Kind::handle, id};
        held_ = Pulled{id, handle_with(controls, id)->target, mouse_, false, true, false};
        return;
    }
    if (is_goal_dot_at(mouse_, scene)) {
        take_goal(scene);
        return;
    }
    const auto hit = first_hit(mouse_ray(camera.now(), scene.area, mouse_), scene.surface(), *scene.triangles);
    const auto obstacle = obstacle_here(scene);
    if (!hit && is_goal_at(mouse_, scene)) {
        take_goal(scene);
    } else if (obstacle && (!hit || obstacle->distance < hit->distance)) {
        pressed_obstacle_ = obstacle->obstacle;
    } else if (hit && twice) {
        camera.goal.target = hit->position;
    } else if (hit) {
        pull_flesh(event, *hit, scene, controls);
    }
}

void Interaction::pull_flesh(const MouseButtonChanged& event, const SurfaceHit& hit, const Touchable& scene,
                             LiveControls& controls) {
    one_handle_too_many_ = controls.handles.size() >= handles_max;
    if (one_handle_too_many_) {
        return;
    }
    const std::array<double, 3> weights{hit.barycentric.x(), hit.barycentric.y(), hit.barycentric.z()};
    const int id = next_id_++;
    controls.handles.push_back(
        handle_at(*scene.character, id, hit.triangle, weights, scene.handle_stiffness, hit.position));
    held_ = Pulled{id, hit.position, mouse_, false, event.shift, true};
}

void Interaction::take_goal(const Touchable& scene) {
    const Goal& goal = *scene.goal;
    const auto pressed = meeting_point(mouse_ray(camera.now(), scene.area, mouse_), goal.at, goal.up);
    held_ = Carried{goal, pressed ? Vec3(goal.at - *pressed) : Vec3(Vec3::Zero())};
}

// Moves the goal along its floor.
void Interaction::carry_to(const Carried& carried, const Pixel& to, const Touchable& scene) {
    const MouseRay ray = mouse_ray(camera.now(), scene.area, to);
    if (const auto met = meeting_point(ray, carried.start.at, carried.start.up)) {
        moved_goal_ = *met + carried.grip;
    }
}

void Interaction::take_gizmo(GizmoPart part, const Touchable& scene, LiveControls& controls) {
    const GizmoFrame frame = *gizmo_of_selection(scene, controls);
    Posed posed{GizmoDrag(part, frame, camera.now(), scene.area, mouse_), selection, identity_affine(),
                controls.rig_offset};
    if (selection.kind == Selection::Kind::bone) {
        const auto bone = static_cast<std::size_t>(selection.index);
        if (controls.bone_offsets.empty()) {
            controls.bone_offsets.assign(scene.pose->size(), identity_affine());
        }
        posed.bone = (*scene.pose)[bone];
        posed.start = controls.bone_offsets[bone];
    } else if (selection.kind == Selection::Kind::obstacle) {
        posed.shape = (*scene.obstacles)[static_cast<std::size_t>(selection.index)].shape;
    }
    held_ = posed;
}

void Interaction::release(const Touchable& scene, LiveControls& controls) {
    if (const auto* pulled = std::get_if<Pulled>(&held_)) {
        if (!pulled->pinned) {
            remove_handle(controls, pulled->id);
        } else if (pulled->is_new) {
            selection = {Selection::Kind::handle, pulled->id};
        }
        if (!pulled->moved && pulled->is_new && !pulled->pinned) {
            click(scene, pressed_bone_, -1);
        }
    } else if (const auto* orbit = std::get_if<Orbited>(&held_);
               orbit && orbit->may_be_click && (mouse_ - last_press_at_).norm() < click_pixels) {
        click(scene, pressed_bone_, pressed_obstacle_);
    }
    held_ = Nothing{};
}

void Interaction::click(const Touchable& scene, int bone, int obstacle) {
    if (bone < 0 && obstacle >= 0) {
        selection = {Selection::Kind::obstacle, obstacle};
        return;
    }
    if (bone < 0 || !scene.pose) {
        selection = {};
        return;
    }
    // With a single bone, the bone is the whole rig.
    const bool only_bone = scene.pose->size() == 1;
    selection = {only_bone ? Selection::Kind::whole_rig : Selection::Kind::bone, bone};
}

void Interaction::move(const Pixel& to, const Touchable& scene, LiveControls& controls) {
    mouse_moved_ = mouse_moved_ || to != mouse_;
    mouse_ = to;
    mouse_inside_ = true;
    std::visit(Either{[](Nothing&) {},
                      [&](Orbited& held) {
                          camera.goal = orbited(camera.goal, (to - held.last) / scene.content_scale);
                          held.last = to;
                      },
                      [&](Panned& held) {
                          camera.goal = panned(camera.goal, scene.area, to - held.last);
                          held.last = to;
                      },
                      [&](Pulled& held) { pull_to(held, to, scene, controls); },
                      [&](Posed& held) { pose_to(held, to, scene, controls); },
                      [&](Carried& held) {
                          carry_to(held, to, scene);
                      }},
               held_);
}

void Interaction::pull_to(Pulled& pulled, const Pixel& to, const Touchable& scene, LiveControls& controls) {
    pulled.moved = pulled.moved || (to - pulled.start).norm() >= click_pixels;
    PointHandle* handle = handle_with(controls, pulled.id);
    const MouseRay ray = mouse_ray(camera.now(), scene.area, to);
    const auto target = meeting_point(ray, pulled.plane_point, frame_of(camera.now()).backward);
    if (handle && target && pulled.moved) {
        handle->target = *target;
    }
}

void Interaction::pose_to(Posed& posed, const Pixel& to, const Touchable& scene, LiveControls& controls) {
    const Affine change = posed.drag.change_at(to, snap_);
    if (posed.what.kind == Selection::Kind::obstacle) {
        moved_obstacle_ = MoveObstacle{posed.what.index, carried(posed.shape, change)};
        return;
    }
    if (posed.what.kind == Selection::Kind::whole_rig) {
        controls.rig_offset = compose(change, posed.start);
        return;
    }
    const auto bone = static_cast<std::size_t>(posed.what.index);
    if (scene.pose && bone < controls.bone_offsets.size()) {
        const Affine in_bone = compose(inverse(posed.bone), compose(change, posed.bone));
        controls.bone_offsets[bone] = compose(posed.start, in_bone);
    }
}

void Interaction::scroll(double steps, const Touchable& scene, LiveControls& controls) {
    if (auto* pulled = std::get_if<Pulled>(&held_)) {
        const double way = depth_per_step * camera.goal.scene_radius * steps;
        pulled->plane_point -= way * frame_of(camera.now()).backward;
        pulled->moved = true;
        pull_to(*pulled, mouse_, scene, controls);
        return;
    }
    camera.goal = zoomed(camera.goal, area_under_mouse(scene), mouse_, steps);
}

void Interaction::act(Action action, LiveControls& controls, Commands& commands) {
    report_moves(commands);
    auto* pulled = std::get_if<Pulled>(&held_);
    if (action == Action::pin_handle && pulled) {
        pulled->pinned = true;
    } else if (action == Action::delete_handle && (selection.kind == Selection::Kind::handle || hover_.handle >= 0)) {
        delete_selected_handle(controls);
    } else if (action == Action::delete_handle && selection.kind == Selection::Kind::obstacle) {
        commands.emplace_back(RemoveObstacle{selection.index});
        selection = {};
    } else if (action == Action::delete_handle) {
        commands.emplace_back(Action::remove_character);
    } else if (action == Action::release_all_handles) {
        release_all_handles(controls);
    } else {
        commands.emplace_back(action);
    }
}

void Interaction::delete_selected_handle(LiveControls& controls) {
    const int id = selection.kind == Selection::Kind::handle ? selection.index : hover_.handle;
    remove_handle(controls, id);
    hover_.handle = -1;
    if (selection.kind == Selection::Kind::handle) {
        selection = {};
    }
}

void Interaction::release_all_handles(LiveControls& controls) {
    controls.handles.clear();
    if (selection.kind == Selection::Kind::handle) {
        selection = {};
    }
    if (is_pulling()) {
        held_ = Nothing{};
    }
}

void Interaction::clear_hover() {
    if (!is_holding()) {
        mouse_inside_ = false;
        hover_ = {};
    }
}

void Interaction::cancel_drag() {
    held_ = Nothing{};
    moved_obstacle_.reset();
    moved_goal_.reset();
}

void Interaction::forget() {
    cancel_drag();
    hover_ = {};
    selection = {};
}

void Interaction::frame(const BoundingBox& box, const ViewArea& area) {
    camera.goal = framing(camera.goal, area, box);
}

void Interaction::frame(const std::vector<BoundingBox>& boxes, const ViewArea& area) {
    camera.goal = framing(camera.goal, area, boxes);
}

int Interaction::pinned_count(const LiveControls& controls) const {
    const auto* pulled = std::get_if<Pulled>(&held_);
    const int count = static_cast<int>(controls.handles.size());
    return pulled && !pulled->pinned ? count - 1 : count;
}

} // namespace limber::app
