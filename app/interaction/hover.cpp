#include "app/character/character.h"
#include "app/document/obstacle_placing.h"
#include "app/interaction/interaction.h"
#include "app/interaction/interaction_sketch.h"

// Interaction: finds what lies under the mouse and shows it by highlighted lines, the cursor and a phrase.
namespace limber::app {
namespace {

constexpr double bone_reach = 9.0;    // [pixels]
constexpr double handle_reach = 11.0; // [pixels]
constexpr double skin_share = 0.02;   // of the body's size
constexpr double flesh_test_seconds = 0.1;
constexpr double obstacle_reach = 4.0; // of the camera's distance to its target

void append(Sketch& to, Sketch from) {
    std::ranges::move(from.strokes, std::back_inserter(to.strokes));
    std::ranges::move(from.dots, std::back_inserter(to.dots));
}

} // namespace

void Interaction::look_under_mouse(const Touchable& scene, const LiveControls& controls, double seconds) {
    since_flesh_test_ += seconds;
    if (is_holding() || !mouse_inside_) {
        return;
    }
    const bool flesh = hover_.flesh;
    const double depth = hover_.depth;
    const int obstacle = hover_.obstacle;
    std::string other = std::move(hover_.other);
    hover_ = {};
    if (!scene.character || !scene.area.holds(mouse_)) {
        return;
    }
    if (const auto frame = gizmo_of_selection(scene, controls)) {
        hover_.gizmo = part_under(mouse_, *frame, camera.now(), scene.area, scene.content_scale);
    }
    hover_.handle = handle_at_pixel(mouse_, scene, controls);
    hover_.bone = bone_here(scene, depth);
    hover_.goal = is_goal_at(mouse_, scene) && (!flesh || is_goal_dot_at(mouse_, scene));
    hover_.flesh = flesh;
    hover_.depth = depth;
    hover_.obstacle = obstacle;
    hover_.other = std::move(other);
    if (mouse_moved_ && since_flesh_test_ >= flesh_test_seconds) {
        const MouseRay ray = mouse_ray(camera.now(), scene.area, mouse_);
        hover_.other = scene.other_at ? scene.other_at(mouse_) : std::string();
        const auto hit = first_hit(ray, scene.surface(), *scene.triangles);
        const auto solid = obstacle_here(scene);
        const bool is_hidden = solid && (!hit || solid->distance < hit->distance);
        hover_.flesh = hover_.other.empty() && hit && !is_hidden;
        hover_.depth = flesh_depth(scene);
        hover_.bone = bone_here(scene, hover_.depth);
        hover_.obstacle = hover_.other.empty() && is_hidden ? solid->obstacle : -1;
        since_flesh_test_ = 0.0;
        mouse_moved_ = false;
    }
}

std::optional<GizmoFrame> Interaction::gizmo_of_selection(const Touchable& scene, const LiveControls& controls) const {
    if (!scene.character || !scene.pose || scene.pose->empty()) {
        return std::nullopt;
    }
    if (selection.kind == Selection::Kind::bone && selection.index < static_cast<int>(scene.pose->size())) {
        return gizmo_frame((*scene.pose)[static_cast<std::size_t>(selection.index)]);
    }
    if (selection.kind == Selection::Kind::obstacle) {
        const bool is_there = scene.obstacles && selection.index < static_cast<int>(scene.obstacles->size());
        return is_there ? std::optional(gizmo_frame(
                              standing_of((*scene.obstacles)[static_cast<std::size_t>(selection.index)].shape)))
                        : std::nullopt;
    }
    if (selection.kind == Selection::Kind::whole_rig) {
        Affine world = controls.rig_offset;
        world.col(3) = limber::apply(controls.rig_offset, bounding_box(scene.character->mesh.X).centre());
        return gizmo_frame(world);
    }
    return std::nullopt;
}

bool Interaction::has_tool_at(const Pixel& pixel, const Touchable& scene, const LiveControls& controls) const {
    const auto frame = gizmo_of_selection(scene, controls);
    const bool gizmo =
        frame && part_under(pixel, *frame, camera.now(), scene.area, scene.content_scale) != GizmoPart::none;
    return gizmo || handle_at_pixel(pixel, scene, controls) >= 0 || is_goal_dot_at(pixel, scene);
}

bool Interaction::is_goal_dot_at(const Pixel& pixel, const Touchable& scene) const {
    const auto seen = scene.goal ? pixel_of(camera.now(), scene.area, scene.goal->at) : std::nullopt;
    return seen && (*seen - pixel).norm() < handle_reach * scene.content_scale;
}

// Whether the pixel lies on the goal's dot or inside its ring.
bool Interaction::is_goal_at(const Pixel& pixel, const Touchable& scene) const {
    if (!scene.goal) {
        return false;
    }
    const MouseRay ray = mouse_ray(camera.now(), scene.area, pixel);
    const auto met = meeting_point(ray, scene.goal->at, scene.goal->up);
    return is_goal_dot_at(pixel, scene) || (met && (*met - scene.goal->at).norm() < scene.goal->radius);
}

int Interaction::handle_at_pixel(const Pixel& pixel, const Touchable& scene, const LiveControls& controls) const {
    int nearest = -1;
    double distance = handle_reach * scene.content_scale;
    for (const PointHandle& handle : controls.handles) {
        const auto seen = pixel_of(camera.now(), scene.area, handle.target);
        if (seen && (*seen - pixel).norm() < distance) {
            distance = (*seen - pixel).norm();
            nearest = handle.id;
        }
    }
    return nearest;
}

// Bones are drawn on top of the surrounding flesh and can be selected through it, but not through another part of the
// body in front of them. `depth` is the depth of the flesh under the mouse.
int Interaction::bone_here(const Touchable& scene, double depth) const {
    if (!scene.bones_shown || !scene.character || !scene.pose) {
        return -1;
    }
    const auto bones = bone_segments(scene.character->rig.skeleton, *scene.pose);
    return bone_under(mouse_, bone_reach * scene.content_scale, camera.now(), scene.area, bones, depth).value_or(-1);
}

// Includes a tolerance, so that a bone at the skin counts as inside the flesh.
double Interaction::flesh_depth(const Touchable& scene) const {
    if (!scene.bones_shown || !scene.character || !scene.pose || !scene.surface) {
        return std::numeric_limits<double>::infinity();
    }
    const Points x = scene.surface();
    const double skin = skin_share * bounding_box(x).diagonal();
    return first_exit(mouse_ray(camera.now(), scene.area, mouse_), x, *scene.triangles) + skin;
}

std::optional<ObstacleHit> Interaction::obstacle_here(const Touchable& scene) const {
    if (!scene.obstacles || scene.obstacles->empty()) {
        return std::nullopt;
    }
    const OrbitCamera& eye = camera.now();
    return first_obstacle(mouse_ray(eye, scene.area, mouse_), *scene.obstacles, eye.up,
                          obstacle_reach * (eye.distance + eye.scene_radius));
}

const ViewArea& Interaction::area_under_mouse(const Touchable& scene) const {
    return scene.other_area.width > 0 && scene.other_area.holds(mouse_) ? scene.other_area : scene.area;
}

Sketch Interaction::sketch(const Touchable& scene, const LiveControls& controls) const {
    Sketch sketch;
    if (!scene.character || !scene.pose) {
        return sketch;
    }
    const OrbitCamera& eye = camera.now();
    if (scene.bones_shown) {
        const bool bone_lit = hover_.gizmo == GizmoPart::none && hover_.handle < 0 && !is_holding();
        const int selected = selection.kind == Selection::Kind::bone ? selection.index : -1;
        draw_bones(sketch, bone_segments(scene.character->rig.skeleton, *scene.pose),
                   {selected, bone_lit ? hover_.bone : -1}, eye, scene.area, scene.content_scale);
    }
    for (const HandleLine& handle : scene.other_handles) {
        draw_handle(sketch, handle, eye, scene.area, scene.content_scale);
    }
    const auto* pulled = std::get_if<Pulled>(&held_);
    for (const PointHandle& handle : controls.handles) {
        const bool is_held = pulled && pulled->id == handle.id;
        const bool selected = selection == Selection{Selection::Kind::handle, handle.id};
        draw_handle(sketch,
                    {scene.point_of(handle), handle.target, is_held || hover_.handle == handle.id, selected,
                     !is_held || pulled->pinned},
                    eye, scene.area, scene.content_scale);
    }
    if (const auto frame = gizmo_of_selection(scene, controls)) {
        const auto* posed = std::get_if<Posed>(&held_);
        append(sketch, drawn(*frame, posed ? posed->drag.part() : hover_.gizmo, eye, scene.area, scene.content_scale));
    }
    return sketch;
}

CursorShape Interaction::cursor() const {
    if (std::holds_alternative<Panned>(held_) || std::holds_alternative<Carried>(held_)) {
        return CursorShape::move;
    }
    if (is_pulling()) {
        return CursorShape::grab;
    }
    const bool solid = hover_.obstacle >= 0 && !hover_.flesh;
    if (hover_.gizmo != GizmoPart::none || hover_.handle >= 0 || hover_.goal || hover_.bone >= 0 || solid) {
        return CursorShape::hand;
    }
    return hover_.flesh || !hover_.other.empty() ? CursorShape::grab : CursorShape::arrow;
}

std::string Interaction::hint(const Touchable& scene) const {
    if (is_pulling()) {
        return "Release to remove this handle, or press I to keep it; the wheel pushes and pulls";
    }
    if (is_holding() || !mouse_inside_ || !scene.character || !scene.area.holds(mouse_)) {
        return "";
    }
    if (hover_.gizmo != GizmoPart::none) {
        const bool turns = hover_.gizmo < GizmoPart::arrow_x;
        return turns ? "Drag to turn (Ctrl: steps of 15 degrees)" : "Drag to move";
    }
    if (hover_.handle >= 0) {
        return "Drag to move this handle, Delete to remove it";
    }
    if (hover_.goal) {
        return "Drag the target along the floor";
    }
    if (!hover_.other.empty()) {
        return "Click to select " + hover_.other + ", drag to pull its flesh";
    }
    if (hover_.bone >= 0) {
        const std::string name = scene.character->rig.skeleton.bones[static_cast<std::size_t>(hover_.bone)].name;
        return "Click to select the bone " + name + (hover_.flesh ? "; drag to pull the flesh" : "");
    }
    if (hover_.obstacle >= 0 && hover_.obstacle < static_cast<int>(scene.obstacles ? scene.obstacles->size() : 0)) {
        const Shape& shape = (*scene.obstacles)[static_cast<std::size_t>(hover_.obstacle)].shape;
        return std::string("Click to select this obstacle (") + obstacle_names.at(shape.index()) + "), drag to orbit";
    }
    return hover_.flesh ? "Drag to pull the flesh (Shift: keep the handle)" : "Drag to orbit, wheel to zoom";
}

} // namespace limber::app
