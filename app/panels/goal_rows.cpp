// SPDX-License-Identifier: MIT
#include "app/panels/goal_rows.h"

#include "app/character/region_point.h"
#include "app/panels/numbers.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace limber::app {
namespace {

constexpr double shown_weight_max = 10.0;

struct GroupRow {
    const char* name;
    const char* tooltip;
};

// In the order of GoalGroup.
constexpr std::array<GroupRow, goal_group_count> group_rows{
    {{"Velocity weight", "Goals for the velocity of the centre of mass along its way, and for its place beside it"},
     {"Height weight", "Goals for the height of the centre of mass: at rest, in a crouch, pushing off and landing"},
     {"Balance weight", "Goals that keep the centre of mass over its support"},
     {"Heading weight", "Goals for the turn about up, to where it should face"},
     {"Spin weight", "Goals for the turn about level axes, which keep it upright and let it roll"},
     {"Feet weight", "Goals for the feet that swing to their places, and the sole between them"},
     {"Hold weight", "Goals that keep what touches the ground where it is, so that it does not slide"},
     {"Reach weight", "Goals that bring a point of the body to its place"}}};

void weight_row(const GroupRow& row, double& weight) {
    const std::string tooltip =
        std::string(row.tooltip) + ". Times the weight that they have by themselves: 1 is their own, 0 turns them off";
    edit({.name = row.name,
          .format = "%.2f",
          .tooltip = tooltip.c_str(),
          .low = 0.0,
          .high = shown_weight_max,
          .reset_to = 1.0,
          .logarithmic = true},
         weight);
}

void weight_rows(BehaviourControls& behaviour) {
    for (std::size_t group = 0; group < goal_group_count; ++group) {
        const auto of_group = static_cast<GoalGroup>(group);
        const bool is_added = of_group == GoalGroup::reach && behaviour.goals.also_reaches;
        if (has_goals(*behaviour.kind, of_group) || is_added) {
            weight_row(group_rows[group], behaviour.goals.weights[group]);
        }
    }
}

void place_rows(PanelContext& context) {
    GoalControls& goals = context.draft.controls.muscles.behaviour.goals;
    edit("Also reach", "A point of the body reaches to a place, beside what it does", goals.also_reaches);
    if (!goals.also_reaches) {
        return;
    }
    ImGui::PushID("also reach");
    reaching_region_row(context, goals.region);
    for (std::size_t axis = 0; axis < axis_names.size(); ++axis) {
        const std::string name = std::string("Place ") + axis_names[axis];
        edit({name.c_str(), "%.2f m", "A coordinate of the place in the world to which it also reaches", -5.0, 5.0,
              GoalControls{}.place(static_cast<Index>(axis))},
             goals.place(static_cast<Index>(axis)));
    }
    ImGui::PopID();
}

void more_rows(PanelContext& context) {
    BehaviourControls& behaviour = context.draft.controls.muscles.behaviour;
    if (has_goals(*behaviour.kind, GoalGroup::height) && behaviour.kind != BehaviourKind::roll) {
        edit({"Rise", "%.2f m", "How much higher than at rest it holds its centre of mass while it stands and walks",
              -0.5, 0.5, 0.0},
             behaviour.goals.rise);
    }
    if (has_goals(*behaviour.kind, GoalGroup::heading) && behaviour.kind != BehaviourKind::turn) {
        edit({"Facing", "%.0f deg", "Where its front is, to the left of its way: at 90 deg it walks sideways", -180.0,
              180.0, 0.0},
             behaviour.goals.facing);
    }
    place_rows(context);
}

} // namespace

void reaching_region_row(const PanelContext& context, std::string& region) {
    std::vector<std::string> names = names_of_painted_regions(context.draft.description.muscles);
    if (names.empty()) {
        return;
    }
    names.insert(names.begin(), "Nearest point");
    const auto found = std::find(names.begin() + 1, names.end(), region);
    int chosen = found == names.end() ? 0 : static_cast<int>(found - names.begin());
    if (edit("With", "What reaches: the point that is nearest to the target, or the mean of a painted muscle region",
             names, chosen)) {
        region = chosen == 0 ? std::string() : names[static_cast<std::size_t>(chosen)];
    }
}

void goal_rows(PanelContext& context) {
    BehaviourControls& behaviour = context.draft.controls.muscles.behaviour;
    const bool is_open = ImGui::TreeNode("Goals");
    remember_place("Goals");
    if (ImGui::IsItemHovered()) {
        tooltip("The goals of each step, their weights, and goals beside them");
    }
    if (!is_open) {
        return;
    }
    weight_rows(behaviour);
    more_rows(context);
    ImGui::TreePop();
}

} // namespace limber::app
