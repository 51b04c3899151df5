// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/motion/spring_mover.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "app/view/drawables.h"
#include "engine/mesh/barycentric_place.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <vector>

namespace limber::app {
namespace {

Vec3 end_at_rest(const Points& X, const SpringEnd& end) {
    return barycentric_place(X, end.vertices, end.barycentric);
}

// Of the ends, at rest. The mesh may be about to change.
double spring_length_at_rest(const Points& X, const PointSpring& spring) {
    return are_rows_of(X, spring.from.vertices) && are_rows_of(X, spring.to.vertices)
               ? (end_at_rest(X, spring.to) - end_at_rest(X, spring.from)).norm()
               : spring.rest_length;
}

// A spring between the two handles that were pinned last, as long as their points are apart at rest.
void connect_handles(PanelContext& context) {
    CharacterControls& controls = context.draft.controls;
    const std::vector<PointHandle>& handles = controls.handles;
    if (handles.size() < 2 || controls.springs.size() >= springs_max) {
        context.say(handles.size() < 2 ? "Pin two handles first (Shift + drag the flesh): the spring is between them."
                                       : std::to_string(springs_max) +
                                             " springs are the maximum for one character: delete one first.");
        return;
    }
    const PointHandle& from = handles[handles.size() - 2];
    const PointHandle& to = handles.back();
    const int id = free_spring_id(controls.springs);
    PointSpring spring{.id = id,
                       .name = "Spring " + std::to_string(id),
                       .from = {from.vertices, from.barycentric},
                       .to = {to.vertices, to.barycentric},
                       .stiffness = usual_stiffness(*context.ui_state.character)};
    spring.rest_length = spring_length_at_rest(context.ui_state.character->mesh.X, spring);
    controls.springs.push_back(spring);
    context.selection = {Selection::Kind::spring, id};
}

// Selects a spring.
void list_of_springs(PanelContext& context) {
    const std::vector<PointSpring>& springs = context.draft.controls.springs;
    std::vector<std::string> names{"None"};
    int chosen = 0;
    for (const PointSpring& spring : springs) {
        names.push_back(title_of(spring));
        if (context.selection == Selection{Selection::Kind::spring, spring.id}) {
            chosen = static_cast<int>(names.size()) - 1;
        }
    }
    if (edit("Spring", "The spring that is selected: it is drawn in another colour", names, chosen)) {
        context.selection = chosen == 0
                                ? Selection{}
                                : Selection{Selection::Kind::spring, springs[static_cast<std::size_t>(chosen - 1)].id};
    }
}

void name_of_spring(PanelContext& context, PointSpring& spring) {
    std::string typed = context.unfinished.spring.value_or(spring.name);
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##spring name", &typed);
    remember_place("Spring name");
    context.unfinished.spring = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && context.accepts_name(typed, spring_name_max)) {
        spring.name = typed;
    }
}

// Springs of one group follow a handle together.
void group_of_spring(PanelContext& context, PointSpring& spring) {
    std::string typed = context.unfinished.group.value_or(spring.group);
    ImGui::InputTextWithHint("##spring group", "Group: none", &typed);
    remember_place("Spring group");
    if (ImGui::IsItemHovered()) {
        tooltip("The springs of a group bring along what is nearer to them than to other groups. A spring without one "
                "follows every handle that moves the springs");
    }
    context.unfinished.group = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && context.accepts_name(typed, spring_name_max)) {
        spring.group = typed;
    }
}

void numbers_of_spring(PanelContext& context, PointSpring& spring) {
    const Points& X = context.ui_state.character->mesh.X;
    const double at_rest = spring_length_at_rest(X, spring);
    ImGui::PushID("spring");
    edit({"Rest length", "%.3f m", "Length at which the spring has no force (l)", 0.0, bounding_box(X).diagonal(),
          at_rest},
         spring.rest_length);
    edit({"Spring stiffness", "%.0f N/m", "Force for each metre that it is longer or shorter (k)", 1.0, 1e6,
          usual_stiffness(*context.ui_state.character), 1.0, true},
         spring.stiffness);
    ImGui::PopID();
}

// Whether the springs follow the selected handle.
void follow_row(PanelContext& context) {
    CharacterControls& controls = context.draft.controls;
    const auto handle = std::ranges::find(controls.handles, context.selection.index, &PointHandle::id);
    if (context.selection.kind != Selection::Kind::handle || handle == controls.handles.end()) {
        return;
    }
    if (!can_move_springs(*context.ui_state.character)) {
        fact("Moves the springs", "not here",
             "Springs follow handles in a skinning kind or with another elasticity: choose one in Subspace or in "
             "Clusters, without Switch between loads");
        return;
    }
    edit("Moves the springs",
         "The springs change their rest lengths so that the point of the selected handle goes to its target, and the "
         "handle itself does not pull",
         handle->moves_springs);
}

// How far the springs have left their places from where handles want them.
void target_row(const PanelContext& context) {
    const Snapshot* shown = context.ui_state.snapshot;
    double farthest = -1.0; // none follows
    for (const PointHandle& handle : context.draft.controls.handles) {
        if (shown && shown->character && handle.moves_springs && can_move_springs(*shown->character)) {
            farthest = std::max(farthest, (held_point(*shown, handle, {}) - handle.target).norm());
        }
    }
    fact("Left to the target", farthest < 0.0 ? "nothing follows" : measured(100.0 * farthest, "cm"),
         "Distance between the place that a handle moves by springs and its target; the largest, if there are several");
}

// How many springs can be no shorter or no longer.
void limit_row(const PanelContext& context) {
    const std::vector<PointSpring>& springs = context.draft.controls.springs;
    const Snapshot* shown = context.ui_state.snapshot;
    if (!shown) {
        return;
    }
    const auto count = std::ranges::count_if(springs, [&](const PointSpring& spring) {
        const auto now = std::ranges::find(shown->springs, spring.id, &ShownSpring::id);
        return now != shown->springs.end() && is_at_limit(now->rest_length, spring.rest_length);
    });
    fact("At their limit", std::to_string(count) + " of " + std::to_string(springs.size()),
         "Springs that are half or one and a half times as long at rest as by themselves, and so bring the body no "
         "farther. They are drawn in red");
}

} // namespace

void springs_section(PanelContext& context) {
    if (!context.ui_state.character || !section("Springs", false)) {
        return;
    }
    std::vector<PointSpring>& springs = context.draft.controls.springs;
    if (!springs.empty()) {
        list_of_springs(context);
        follow_row(context);
        edit("Drag by springs",
             "A drag of the flesh lets the springs bring that place along, instead of pulling it by a force",
             context.draft.controls.drags_springs);
        target_row(context);
        limit_row(context);
    }
    const auto chosen = std::ranges::find(springs, context.selection.index, &PointSpring::id);
    if (context.selection.kind == Selection::Kind::spring && chosen != springs.end()) {
        name_of_spring(context, *chosen);
        ImGui::SetNextItemWidth(-1.0F);
        group_of_spring(context, *chosen);
        numbers_of_spring(context, *chosen);
        if (button("Delete the spring",
                   "Removes the selected spring and its part in movements (Ctrl+Z restores them)")) {
            remove_spring(context.draft.controls, chosen->id);
            context.selection = {};
        }
    }
    if (button("Connect the last two handles", "Adds a spring between the points of the two handles that were pinned "
                                               "last. It pulls or pushes along its line to reach its rest length")) {
        connect_handles(context);
    }
    if (!springs.empty()) {
        movement_rows(context);
    }
}

} // namespace limber::app
