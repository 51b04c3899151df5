// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/document/obstacle_placing.h"
#include "app/motion/posed_key.h"
#include "app/panels/cards.h"
#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/obstacle_carrier.h"
#include "app/panels/phrases.h"
#include "app/panels/subspace_words.h"

#include <Eigen/Geometry>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// The angle, rounded to tenths of a degree.
std::string turn_of(const Affine& offset) {
    const double degrees = degrees_per_radian * std::abs(Eigen::AngleAxisd(Mat3(offset.leftCols<3>())).angle());
    return measured(std::round(10.0 * degrees) / 10.0, "\u00b0");
}

// The content of a card: a title, some facts, and a button that undoes something.
struct Face {
    std::string title;
    struct Fact {
        const char* name;
        std::string value;
        const char* tooltip;
    };
    std::vector<Fact> facts;
    std::pair<const char*, const char*> taken_back; // a button and its tooltip
};

// Draws a card. Returns whether its undo button was pressed. Side by side the card is a single row, because the bodies
// need the room.
bool is_taken_back(PanelContext& context, const Face& face) {
    const std::pair<const char*, const char*> deselect{"Deselect", "Selects nothing (Esc)"};
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(face.title.c_str());
    int pressed = -1;
    if (context.view.side_by_side) {
        ImGui::SameLine();
        pressed = button_in_row(face.taken_back) ? 0 : -1;
        ImGui::SameLine();
        pressed = button_in_row(deselect) ? 1 : pressed;
    } else {
        for (const Face::Fact& one : face.facts) {
            fact(one.name, one.value, one.tooltip);
        }
        pressed = buttons(face.taken_back, deselect);
    }
    if (pressed == 1) {
        context.selection = {};
    }
    return pressed == 0;
}

// With several characters, names the one that the selection belongs to.
std::string of_whom(const PanelContext& context) {
    const Scene& scene = context.document.scene;
    return scene.instances.size() > 1 ? "\nof " + title_of(scene, context.ui_state.selected.id) : "";
}

// At the moment that is shown.
Affine offset_now(const PanelContext& context, int bone) {
    const Snapshot* now = context.ui_state.snapshot;
    CharacterControls controls = context.draft.controls;
    controls.clip = now ? now->clip : -1; // the model of that moment may have its clips at other indices
    return shown_offset(*context.ui_state.character, controls, now ? now->clip_time : 0.0, bone);
}

void bone_card(PanelContext& context, int bone) {
    const Skeleton& skeleton = context.ui_state.character->rig.skeleton;
    CharacterControls& controls = context.draft.controls;
    const auto index = static_cast<std::size_t>(bone);
    if (index >= skeleton.bones.size()) {
        return;
    }
    const bool posed = index < controls.bone_offsets.size();
    const Affine offset = offset_now(context, bone);
    const Face face{"Bone " + skeleton.bones[index].name + of_whom(context),
                    {{"Turned", turn_of(offset), "Offset from the clip, by the keys at this moment and by hand"},
                     {"Moved", measured(std::round(1e6 * offset.col(3).norm()) / 1e6, "m"),
                      "Offset from the clip, by the keys at this moment and by hand, in the bone's own frame"}},
                    {"Reset bone", controls.keys.is_empty() ? "Resets this bone to the clip"
                                                            : "Resets this bone to the clip and its keys"}};
    if (is_taken_back(context, face) && posed) {
        controls.bone_offsets[index] = identity_affine();
    }
}

void whole_rig_card(PanelContext& context) {
    CharacterControls& controls = context.draft.controls;
    const bool one = context.ui_state.character->bone_count() == 1;
    const Face face{std::string(one ? "Affine handle" : "Whole rig") + of_whom(context),
                    {{"Turned", turn_of(controls.rig_offset), nullptr}},
                    {"Reset rig", "Resets the rig to the clip"}};
    if (is_taken_back(context, face)) {
        const CharacterInstance* instance = context.document.scene.instance(context.ui_state.selected.id);
        controls.rig_offset = instance ? instance->home : identity_affine();
    }
}

void handle_card(PanelContext& context, int id) {
    CharacterControls& controls = context.draft.controls;
    const auto handle = std::ranges::find(controls.handles, id, &PointHandle::id);
    if (handle == controls.handles.end()) {
        return;
    }
    const Face face{"Pinned handle" + of_whom(context),
                    {{"Spring", measured(handle->stiffness, "N/m"), nullptr}},
                    {"Delete", "Removes the handle (Delete)"}};
    if (is_taken_back(context, face)) {
        context.act(Action::delete_handle);
    }
}

void force_card(PanelContext& context, int id) {
    CharacterControls& controls = context.draft.controls;
    const auto applied = std::ranges::find(controls.forces, id, &AppliedForce::id);
    if (applied == controls.forces.end()) {
        return;
    }
    const Face face{
        "Force" + of_whom(context),
        {{"Strength", measured(applied->force.norm(), "N"), "Drag the tip of its arrow to change it"},
         {"Pulse", applied->period > 0.0 ? "every " + measured(applied->period, "s") : "constant", nullptr}},
        {"Delete", "Removes the force (Delete)"}};
    if (is_taken_back(context, face)) {
        context.act(Action::delete_handle);
    }
}

void spring_card(PanelContext& context, int id) {
    const std::vector<PointSpring>& springs = context.draft.controls.springs;
    const auto spring = std::ranges::find(springs, id, &PointSpring::id);
    if (spring == springs.end()) {
        return;
    }
    const Face face{title_of(*spring) + of_whom(context),
                    {{"Rest length", measured(spring->rest_length, "m"), nullptr},
                     {"Stiffness", measured(spring->stiffness, "N/m"), nullptr}},
                    {"Delete", "Removes the spring (Delete)"}};
    if (is_taken_back(context, face)) {
        context.act(Action::delete_handle);
    }
}

void obstacle_card(PanelContext& context, int index) {
    Obstacles& obstacles = context.draft.environment.obstacles;
    if (index >= static_cast<int>(obstacles.size())) {
        context.selection = {};
        return;
    }
    const Obstacle& obstacle = obstacles[static_cast<std::size_t>(index)];
    const Face face{obstacle_names.at(obstacle.shape.index()),
                    {{"Friction", measured(obstacle.friction, ""), nullptr}},
                    {"Remove", "Removes the obstacle (Delete)"}};
    if (is_taken_back(context, face)) {
        obstacles.erase(obstacles.begin() + index);
        context.selection = {};
    } else {
        carrier_choice(context, static_cast<std::size_t>(index));
    }
}

void character_card(const PanelContext& context) {
    const Character& it = *context.ui_state.character;
    const Scene& scene = context.document.scene;
    const std::string title = title_of(scene, context.ui_state.selected.id);
    write_fitted(title.empty() ? it.description.name : title);
    if (scene.instances.size() > 1) {
        ImGui::TextDisabled("one of %zu characters", scene.instances.size());
    }
    write_facts(counted(it.vertex_count(), "vertex", "vertices"), rig_phrase(it.description.rig_kind, it.bone_count()));
    if (!context.draft.controls.is_enabled) {
        write_fitted("Disabled (E enables it)");
    }
    if (it.thin) {
        write_fitted(subspace_words(it), true);
    } else {
        write_facts(subspace_words(it), counted(it.clusters.count, "cluster", "clusters"));
    }
}

// Places the card in the view's upper right corner, or in its lower right corner side by side, where two bodies fill
// the height.
void place_card(const PanelContext& context, const ViewArea& view) {
    const float scale = static_cast<float>(context.ui_state.window.content_scale);
    const float gap = 12.0F * scale;
    const bool below = context.view.side_by_side || context.view.compared > 0;
    const float width = std::min(224.0F * scale, static_cast<float>(view.width) - 2.0F * gap);
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(view.x + view.width) - gap,
                                   static_cast<float>(below ? view.y + view.height : view.y) + (below ? -gap : gap)),
                            ImGuiCond_Always, ImVec2(1.0F, below ? 1.0F : 0.0F));
    ImGui::SetNextWindowSizeConstraints(ImVec2(below ? 0.0F : width, 0.0F), ImVec2(below ? 1e6F : width, 1e6F));
}

} // namespace

void selection_card(PanelContext& context, const ViewArea& view) {
    const Selection selection = context.selection;
    // Side by side or in a small view, the bodies need all the room, and the panel shows the same facts.
    const bool needs_room = context.view.side_by_side || context.view.compared > 0 ||
                            view.width < 640.0 * context.ui_state.window.content_scale;
    const bool is_alone = context.view.solo && context.document.scene.instances.size() > 1;
    const bool says_little = needs_room && selection.kind == Selection::Kind::nothing && !is_alone;
    if (!context.ui_state.character || says_little) {
        return;
    }
    place_card(context, view);
    ImGui::Begin("selected", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    switch (selection.kind) {
    case Selection::Kind::bone:
        bone_card(context, selection.index);
        break;
    case Selection::Kind::whole_rig:
        whole_rig_card(context);
        break;
    case Selection::Kind::handle:
        handle_card(context, selection.index);
        break;
    case Selection::Kind::force:
        force_card(context, selection.index);
        break;
    case Selection::Kind::spring:
        spring_card(context, selection.index);
        break;
    case Selection::Kind::obstacle:
        obstacle_card(context, selection.index);
        break;
    case Selection::Kind::nothing:
        character_card(context);
        break;
    }
    if (is_alone) {
        write_fitted("Solo: the others are hidden (Shift+S)");
    }
    ImGui::End();
}

} // namespace limber::app
