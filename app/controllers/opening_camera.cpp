// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character_skin/placed_box.h"
#include "app/character_skin/skin.h"
#include "app/controllers/camera_controller.h"
#include "app/document/turned_camera.h"
#include "engine/mesh/boxes.h"

#include <utility>

// The camera of an opened scene.
namespace limber::app {
namespace {

// The window size for which the cameras of scene files are made.
ViewArea usual_view() {
    return layout_of(1280, 720, 1.0, true, {}).dynamics;
}

// Whether the only character is a body that walks by itself.
bool is_free_walker(const Editor& editor) {
    const ModelDescription& scene = editor.description();
    return editor.scene().instances.size() == 1 && scene.rig_kind == RigKind::none &&
           has_contact(scene.contact, editor.environment()) && scene.muscles.are_there();
}

void unite(std::optional<BoundingBox>& box, const BoundingBox& other) {
    box = box ? united(*box, other) : other;
}

} // namespace

void CameraController::place_camera(const std::optional<CameraDescription>& described, const SessionState& state) {
    const Editor& editor = state.editor;
    std::optional<BoundingBox> framed;
    std::optional<BoundingBox> start;
    std::vector<BoundingBox> bodies;
    CameraTargets targets;
    targets.selected = editor.selected();
    targets.count = editor.scene().instances.size();
    targets.goes = true;
    for (const CharacterInstance& instance : editor.scene().instances) {
        const CharacterPtr& model = state.models.at(instance.model);
        const SkinOutline& outline = model->skin->outline;
        const int clip = instance.controls.clip;
        const BoundingBox here = starting_box(*model, instance.controls);
        unite(framed, outline.travels(clip) ? here : transformed(outline.reach(clip), instance.home));
        unite(start, here);
        bodies.push_back(here);
        if (instance.id == editor.selected()) {
            targets.selected_box = here;
            targets.size = outline.reach(-1).diagonal();
        }
    }
    OrbitCamera camera;
    camera.up = up_of(editor.description());
    camera.yaw = 0.65;
    camera.pitch = 0.22;
    if (described) {
        camera.up = described->up.normalized();
        camera = seen_from(camera, described->eye, described->target, described->field_of_view);
        camera.scene_radius = 0.5 * framed->diagonal();
        camera.target = is_free_walker(editor) ? start->centre() : camera.target; // the camera follows it
        camera = adapted(camera, usual_view(), layout_.dynamics, std::move(bodies));
    } else {
        camera = framing(camera, layout_.dynamics, *framed);
    }
    targets.scene_box = *start;
    follower_.start(targets);
    tool_.camera.jump_to(camera);
}

} // namespace limber::app
