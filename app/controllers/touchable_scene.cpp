// SPDX-License-Identifier: MIT
#include "app/controllers/touchable_scene.h"

#include "app/character/character.h"
#include "app/character/starting_controls.h"
#include "app/character_skin/skin.h"
#include "app/interaction/bodies.h"
#include "app/simulation/shown_obstacles.h"

#include <vector>

namespace limber::app {
namespace {

constexpr double swing = 0.3; // of the body's size: the largest distance of the surface from the box of its rig

BoundingBox grown(const BoundingBox& box, double by) {
    const Vec3 margin = Vec3::Constant(by);
    return {box.low - margin, box.high + margin};
}

std::vector<PickableBody> bodies(const SessionState& state) {
    std::vector<PickableBody> bodies;
    const SceneBounds bounds = state.bounds();
    for (const Snapshot& snapshot : state.shown.all) {
        if (!state.is_drawn(snapshot)) {
            continue;
        }
        const BoundingBox box = bounds.box(snapshot);
        bodies.push_back({snapshot.id, grown(box, swing * box.diagonal()), &snapshot.character->skin->triangles,
                          [&snapshot, motion = state.drawn_motion()] {
                              return skin_positions(snapshot, motion);
                          }});
    }
    return bodies;
}

std::optional<OtherCharacter> other_body_at(const Pixel& pixel, const SessionState& state) {
    if (state.shown.all.size() < 2) {
        return std::nullopt;
    }
    const auto body = first_body(mouse_ray(state.camera.now(), state.area(), pixel), bodies(state));
    const bool is_other = body && *body != state.editor.selected() && state.editor.scene().instance(*body);
    return is_other ? std::optional(OtherCharacter{*body, title_of(state.editor.scene(), *body)}) : std::nullopt;
}

std::vector<HandleLine> handles_of_others(const SessionState& state) {
    std::vector<HandleLine> lines;
    for (const Snapshot& snapshot : state.shown.all) {
        const CharacterInstance* instance = state.editor.scene().instance(snapshot.id);
        if (!instance || instance->id == state.editor.selected() || !state.is_drawn(snapshot)) {
            continue;
        }
        for (const PointHandle& handle : instance->controls.handles) {
            lines.push_back({held_point(snapshot, handle, state.drawn_motion()), handle.target, false, false, true});
        }
    }
    return lines;
}

// An arrow is ten times as long as a handle that pulls as much: a soft body then yields by less than the arrow.
double metres_per_newton(const Character& character) {
    return 10.0 / usual_stiffness(character);
}

ForceArrow arrow_of(const Snapshot& snapshot, const AppliedForce& applied, const DrawnMotion& motion) {
    const Vec3 point = surface_point(snapshot, applied.vertices, applied.barycentric, motion);
    return {point, point + metres_per_newton(*snapshot.character) * applied.force};
}

std::vector<ForceArrow> forces_of_others(const SessionState& state) {
    std::vector<ForceArrow> arrows;
    for (const Snapshot& snapshot : state.shown.all) {
        const CharacterInstance* instance = state.editor.scene().instance(snapshot.id);
        if (!instance || instance->id == state.editor.selected()) {
            continue;
        }
        for (const AppliedForce& applied : instance->controls.forces) {
            arrows.push_back(arrow_of(snapshot, applied, state.drawn_motion()));
        }
    }
    return arrows;
}

// Where the ball is drawn without its secondary motion.
std::optional<Throwable> throwable(const Snapshot& snapshot, const CharacterInstance* instance) {
    if (!snapshot.placement || !instance || !instance->rigid || instance->rigid->shape != RigidShape::ball) {
        return std::nullopt;
    }
    const BoundingBox box = bounding_box(snapshot.character->mesh.X);
    const Vec3& gravity = instance->controls.gravity;
    return Throwable{snapshot.id, apply(*snapshot.placement, 0.5 * (box.low + box.high)),
                     0.5 * (box.high - box.low).maxCoeff(),
                     gravity.isZero() ? Vec3(Vec3::UnitY()) : Vec3(-gravity.normalized())};
}

bool is_at_limit(const Snapshot& snapshot, const PointSpring& spring) {
    const auto shown = std::ranges::find(snapshot.springs, spring.id, &ShownSpring::id);
    return shown != snapshot.springs.end() && limber::app::is_at_limit(shown->rest_length, spring.rest_length);
}

// Where they are shown. Those that no bone carries are not copied; the document outlives the scene of one call.
std::shared_ptr<const Obstacles> obstacles_in_view(const SessionState& state) {
    const Obstacles& obstacles = state.editor.environment().obstacles;
    if (!has_carriers(obstacles)) {
        return {std::shared_ptr<const Obstacles>(), &obstacles};
    }
    return std::make_shared<const Obstacles>(shown_obstacles(obstacles, state.shown.all));
}

} // namespace

Touchable touchable(const SessionState& state) {
    Touchable scene;
    scene.camera = state.camera.now();
    scene.area = state.area();
    scene.other_area = state.viewport.layout.rig_only;
    scene.content_scale = state.viewport.content_scale;
    scene.handle_stiffness = state.editor.handle_stiffness();
    scene.bones_shown = state.view.bones && !state.is_free();
    scene.selection = state.selection;
    scene.is_dragging = state.activity.is_dragging;
    const Snapshot& selected = state.shown.selected;
    // A character that is about to be replaced cannot be picked, and neither can one that is not drawn.
    if (!selected.character || selected.id != state.editor.selected()) {
        return scene;
    }
    scene.other_at = [state](const Pixel& pixel) {
        return other_body_at(pixel, state);
    };
    if (!state.is_drawn(selected)) {
        return scene;
    }
    scene.character = selected.character.get();
    scene.controls = &state.editor.controls();
    scene.throwable = throwable(selected, state.editor.instance());
    scene.obstacles = obstacles_in_view(state);
    scene.pose = &selected.pose;
    scene.triangles = &selected.character->skin->triangles;
    scene.surface = [&selected, motion = state.drawn_motion()] {
        return skin_positions(selected, motion);
    };
    scene.point_of = [&selected, motion = state.drawn_motion()](const PointHandle& handle) {
        return held_point(selected, handle, motion);
    };
    scene.other_handles = handles_of_others(state);
    scene.metres_per_newton = metres_per_newton(*selected.character);
    scene.arrow_of = [&selected, motion = state.drawn_motion()](const AppliedForce& applied) {
        return limber::app::arrow_of(selected, applied, motion);
    };
    scene.other_forces = forces_of_others(state);
    scene.line_of = [&selected, motion = state.drawn_motion()](const PointSpring& spring) {
        return SpringLine{.from = surface_point(selected, spring.from.vertices, spring.from.barycentric, motion),
                          .to = surface_point(selected, spring.to.vertices, spring.to.barycentric, motion),
                          .is_at_limit = is_at_limit(selected, spring)};
    };
    return scene;
}

} // namespace limber::app
