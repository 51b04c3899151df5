// SPDX-License-Identifier: MIT
#include "app/panels/joint_table.h"

#include "app/panels/numbers.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// What a joint moves without a choice; `following`: the bones, empty: none.
std::string unchosen_words(bool is_chosen, const std::string& following) {
    return is_chosen           ? "As the clip's file or the names say"
           : following.empty() ? "No bone"
                               : "As the clip's file or the names say: " + following;
}

// The list of one joint. `choices`: the bones behind an entry that means none of them. Returns whether one was chosen.
bool choose_bone_of(const std::string& joint, std::vector<std::string>& choices, ClipRetargeting& retargeting) {
    const auto chosen = retargeting.bones.find(joint);
    int choice = 0;
    if (chosen != retargeting.bones.end()) {
        const auto found = std::find(std::next(choices.begin()), choices.end(), chosen->second);
        choice = found == choices.end() ? 0 : static_cast<int>(found - choices.begin());
    }
    if (!edit(joint.c_str(), "The bone that follows this joint of the motion. Saved with the scene", choices, choice)) {
        return false;
    }
    choose_bone(retargeting, joint, choice > 0 ? choices[static_cast<std::size_t>(choice)] : std::string());
    return true;
}

} // namespace

void table_of_matches(PanelContext& context, const std::filesystem::path& clip, std::size_t carried) {
    if (std::exchange(context.unfinished.opens_matches, false)) {
        ImGui::SetNextItemOpen(true);
    }
    const bool open = ImGui::TreeNode("Bones and joints");
    remember_place("Bones and joints");
    if (!open) {
        return;
    }
    const CharacterPtr& character = context.ui_state.snapshot->character;
    ModelDescription& description = context.draft.description;
    ClipRetargeting retargeting = retargeting_of(description, clip);
    std::vector<std::string>& choices = context.unfinished.joint_lists.choices(character);
    for (const auto& [joint, following] : context.unfinished.joint_lists.rows(character, carried)) {
        choices.front() = unchosen_words(retargeting.bones.contains(joint), following);
        if (choose_bone_of(joint, choices, retargeting)) {
            set_retargeting(description, clip, retargeting);
            context.need(Stage::clips);
            break;
        }
    }
    ImGui::TreePop();
}

void table_of_refused_clip(PanelContext& context) {
    const JointMatchingUi& refused = context.ui_state.matching;
    if (!refused.joints) {
        return;
    }
    Unfinished::Matching& matching = context.unfinished.matching;
    if (matching.number != refused.number) {
        matching = {refused.number, {}};
    }
    const bool open = ImGui::TreeNodeEx("Joints of the refused clip", ImGuiTreeNodeFlags_DefaultOpen);
    remember_place("Joints of the refused clip");
    if (!open) {
        return;
    }
    fact("Clip to add", refused.clip.filename().string(), refused.clip.string().c_str());
    std::vector<std::string>& choices = context.unfinished.joint_lists.choices(context.ui_state.snapshot->character);
    choices.front() = "No bone";
    for (const std::string& joint : *refused.joints) {
        choose_bone_of(joint, choices, matching.chosen);
    }
    Usable usable;
    usable.first = !matching.chosen.bones.empty();
    const int pressed = buttons({"Add it with these", "Adds the clip: the chosen bones follow their joints, and others "
                                                      "may be chosen later. Saved with the scene"},
                                {"Leave the clip out", "Ends the choice; the clip is not added"}, usable);
    if (pressed == 0) {
        context.request(AddClip{refused.clip, matching.chosen.bones});
    } else if (pressed == 1) {
        context.request(LeaveClipOut{});
    }
    ImGui::TreePop();
}

} // namespace limber::app
