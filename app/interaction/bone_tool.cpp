// SPDX-License-Identifier: MIT
#include "app/interaction/bone_tool.h"

#include "app/character/character.h"

namespace limber::app {
namespace {

constexpr double bone_reach = 9.0; // [pixels]

// The one handle of a body that its pins hold: it stands for nothing that is seen, and lies over the body.
bool is_of_pinned_body(const Character& character) {
    const CharacterDescription& description = character.description;
    return description.rig_kind == RigKind::affine_handle && !description.pins.is_blank();
}

} // namespace

std::optional<Layer> BoneTool::find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    found_.reset();
    if (scene.bones_shown && scene.holds(mouse.at) && scene.pose) {
        found_ = bone_under(mouse.at, bone_reach * scene.content_scale, scene.camera, scene.area,
                            bone_segments(scene.character->rig.skeleton, *scene.pose), hit.bone_depth);
    }
    return found_ ? std::optional(Layer::bone) : std::nullopt;
}

// With a single bone, the bone is the whole rig.
Commands BoneTool::click(const Touchable& scene) {
    if (!found_ || !scene.pose) {
        return {};
    }
    const bool is_only_bone = scene.pose->size() == 1;
    return {Select{{is_only_bone ? Selection::Kind::whole_rig : Selection::Kind::bone, *found_}}};
}

void BoneTool::draw(Sketch& sketch, const Touchable& scene) const {
    if (!scene.character || !scene.pose || !scene.bones_shown) {
        return;
    }
    const int selected = scene.selection.kind == Selection::Kind::bone ? scene.selection.index : -1;
    const int lit = scene.is_dragging ? -1 : found_.value_or(-1);
    const bool is_in_use = lit >= 0 || selected >= 0 || scene.selection.kind == Selection::Kind::whole_rig;
    if (is_of_pinned_body(*scene.character) && !is_in_use) {
        return;
    }
    draw_bones(sketch, bone_segments(scene.character->rig.skeleton, *scene.pose), {selected, lit}, scene.camera,
               scene.area, scene.content_scale);
}

std::string BoneTool::hint(const SurfacesHit& hit, const Touchable& scene) const {
    // The rig may have been exchanged since the mouse moved.
    if (!found_ || *found_ >= scene.character->rig.skeleton.bone_count()) {
        return "";
    }
    const std::string& name = scene.character->rig.skeleton.bones[static_cast<std::size_t>(*found_)].name;
    return "Click to select the bone " + name + (hit.flesh ? "; drag to pull the flesh" : "");
}

} // namespace limber::app
