// SPDX-License-Identifier: MIT
#include "app/panels/example_rows.h"

#include "app/character_build/character_examples.h"
#include "app/document/region_edits.h"
#include "app/panels/numbers.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <utility>

namespace limber::app {
namespace {

// Null: the shape that is shown is not that of the model to which examples are added.
const Snapshot* shown_shape(const PanelContext& context) {
    const Snapshot* shown = context.ui_state.snapshot;
    const bool is_of_model = shown && shown->character && context.ui_state.character &&
                             shown->character->vertex_count() == context.ui_state.character->vertex_count();
    return is_of_model ? shown : nullptr;
}

void keep_example(PanelContext& context, const Snapshot& shown, const std::string& name) {
    KeptShape shape = kept_shape(*shown.character, shown.state);
    if (!is_example(*shown.character, shape)) {
        context.say("The body is in its rest pose: pull it into another shape first.");
        return;
    }
    MuscleDescription& muscles = context.draft.description.muscles;
    muscles.examples.push_back({free_example_name(muscles, name), {}, std::move(shape)});
    context.need(Stage::muscles);
}

void new_example(PanelContext& context) {
    MuscleDescription& muscles = context.draft.description.muscles;
    std::string name = context.unfinished.example.value_or(free_example_name(muscles));
    ImGui::SetNextItemWidth(-1.0F);
    if (ImGui::InputText("##example name", &name)) {
        context.unfinished.example = name;
    }
    remember_place("Example name");
    if (ImGui::IsItemHovered()) {
        tooltip("Name of the next example pose and of its muscle");
    }
    const Snapshot* shown = shown_shape(context);
    ImGui::BeginDisabled(!shown || name.empty() || muscles.examples.size() >= example_poses_max);
    if (button("Keep as example", "Makes a muscle of the shape that the body has now: pull it into a shape and press. "
                                  "Behaviours and gaits blend its stretches with the rest pose")) {
        keep_example(context, *shown, name);
        context.unfinished.example.reset();
    }
    ImGui::EndDisabled();
}

BuiltExamples built_examples(const PanelContext& context) {
    const Character& built = *context.ui_state.character;
    return {built.description.muscles, built.musculature.count(), built.musculature.examples};
}

void remove_with_muscle(PanelContext& context, std::size_t example) {
    context.exchange_muscles(remove_example(context.draft.description.muscles, example, built_examples(context)));
    context.need(Stage::muscles);
}

// Returns whether it was pressed.
bool remove_button(const PanelContext& context, std::size_t example) {
    const MuscleDescription& muscles = context.draft.description.muscles;
    const bool can = context.ui_state.character && can_remove_example(muscles, example, built_examples(context));
    const std::string name = "Remove " + muscles.examples[example].name;
    ImGui::BeginDisabled(!can);
    ImGui::PushID(static_cast<int>(example)); // files may contain two equal names
    const bool pressed =
        button_in_row({name.c_str(), "Removes this example pose and its muscle (Ctrl+Z restores them)"});
    ImGui::PopID();
    if (!can && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        tooltip("Wait until the body has the muscles that are listed. If there are examples without a muscle of their "
                "own, remove those first");
    }
    ImGui::EndDisabled();
    return pressed;
}

// Poses of one group are blended convexly.
void group_row(PanelContext& context, std::size_t i) {
    ExamplePose& example = context.draft.description.muscles.examples[i];
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputTextWithHint("##group", "Group", &example.group);
    if (ImGui::IsItemHovered()) {
        tooltip("Examples of one group are blended with the rest pose, so that their shares add up to one at most: of "
                "one limb, for example. Leave it empty if it does not limit others");
    }
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        context.need(Stage::muscles);
    }
    ImGui::PopID();
}

} // namespace

void example_rows(PanelContext& context) {
    const std::vector<ExamplePose>& examples = context.draft.description.muscles.examples;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        if (remove_button(context, i)) {
            remove_with_muscle(context, i);
            break;
        }
        group_row(context, i);
    }
    new_example(context);
}

} // namespace limber::app
