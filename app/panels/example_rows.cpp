// SPDX-License-Identifier: MIT
#include "app/panels/example_rows.h"

#include "app/character/character_examples.h"
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

void remove_with_muscle(PanelContext& context, std::size_t example) {
    const Musculature& built = context.ui_state.character->musculature;
    context.exchange_muscles(
        remove_example(context.draft.description.muscles, example, built.count(), built.examples));
    context.need(Stage::muscles);
}

} // namespace

void example_rows(PanelContext& context) {
    const std::vector<ExamplePose>& examples = context.draft.description.muscles.examples;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const std::string name = "Remove " + examples[i].name;
        ImGui::PushID(static_cast<int>(i)); // files may contain two equal names
        const bool pressed = button_in_row({name.c_str(), "Removes this example pose and its muscle (Ctrl+Z restores "
                                                          "them)"});
        ImGui::PopID();
        if (pressed) {
            remove_with_muscle(context, i);
            break;
        }
    }
    new_example(context);
}

} // namespace limber::app
