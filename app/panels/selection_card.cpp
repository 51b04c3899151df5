#include "app/panels/cards.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/scene/character.h"

#include <Eigen/Geometry>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double degrees_per_radian = 57.29577951308232;

// In tenths of a degree.
std::string turn_of(const Affine& offset) {
    const double degrees = degrees_per_radian * std::abs(Eigen::AngleAxisd(Mat3(offset.leftCols<3>())).angle());
    return measured(std::round(10.0 * degrees) / 10.0, "\u00b0");
}

void bone_card(Studio& studio, int bone) {
    const Skeleton& skeleton = studio.readings.character->rig.skeleton;
    LiveControls& controls = studio.edits.controls;
    const auto index = static_cast<std::size_t>(bone);
    if (index >= skeleton.bones.size()) {
        return;
    }
    ImGui::Text("Bone %s", skeleton.bones[index].name.c_str());
    const bool posed = index < controls.bone_offsets.size();
    const Affine offset = posed ? controls.bone_offsets[index] : identity_affine();
    fact("Turned", turn_of(offset), "By hand, on top of the clip");
    fact("Moved", measured(std::round(1e6 * offset.col(3).norm()) / 1e6, "m"),
         "By hand, on top of the clip, in the bone's own frame");
    const int pressed =
        buttons({"Reset bone", "Gives this bone back to the clip"}, {"Deselect", "Selects nothing (Esc)"});
    if (pressed == 0 && posed) {
        controls.bone_offsets[index] = identity_affine();
    } else if (pressed == 1) {
        studio.hand.selection = {};
    }
}

void whole_rig_card(Studio& studio) {
    LiveControls& controls = studio.edits.controls;
    const bool one = studio.readings.character->bone_count() == 1;
    ImGui::TextUnformatted(one ? "Affine handle" : "Whole rig");
    fact("Turned", turn_of(controls.rig_offset));
    const int pressed =
        buttons({"Reset rig", "Puts the rig back where the clip has it"}, {"Deselect", "Selects nothing (Esc)"});
    if (pressed == 0) {
        controls.rig_offset = identity_affine();
    } else if (pressed == 1) {
        studio.hand.selection = {};
    }
}

void handle_card(Studio& studio, int id) {
    LiveControls& controls = studio.edits.controls;
    const auto handle = std::ranges::find(controls.handles, id, &PointHandle::id);
    if (handle == controls.handles.end()) {
        return;
    }
    ImGui::TextUnformatted("Pinned handle");
    fact("Spring", measured(handle->stiffness, "N/m"));
    const int pressed = buttons({"Delete", "Lets the flesh go (Delete)"}, {"Deselect", "Selects nothing (Esc)"});
    if (pressed == 0) {
        studio.hand.delete_selected_handle(controls);
    } else if (pressed == 1) {
        studio.hand.selection = {};
    }
}

void character_card(const Studio& studio) {
    const Character& it = *studio.readings.character;
    ImGui::TextUnformatted(it.description.name.c_str());
    ImGui::TextDisabled("%s vertices, %d bones", grouped(it.vertex_count()).c_str(), it.bone_count());
    ImGui::TextDisabled("%s modes, %d clusters", grouped(it.model.mode_count()).c_str(), it.clusters.count);
}

} // namespace

void selection_card(Studio& studio, const ViewArea& view) {
    const Selection selection = studio.hand.selection;
    // Two bodies need all the room, and the panel says what the card would.
    const bool says_little = studio.view.side_by_side && selection.kind == Selection::Kind::nothing;
    if (!studio.readings.character || says_little) {
        return;
    }
    const float scale = static_cast<float>(studio.readings.content_scale);
    const float gap = 12.0F * scale;
    const float width = std::min(224.0F * scale, static_cast<float>(view.width) - 2.0F * gap);
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(view.x + view.width) - gap, static_cast<float>(view.y) + gap),
                            ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, 1e6F));
    ImGui::Begin("selected", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    switch (selection.kind) {
    case Selection::Kind::bone:
        bone_card(studio, selection.index);
        break;
    case Selection::Kind::whole_rig:
        whole_rig_card(studio);
        break;
    case Selection::Kind::handle:
        handle_card(studio, selection.index);
        break;
    case Selection::Kind::nothing:
        character_card(studio);
        break;
    }
    ImGui::End();
}

} // namespace limber::app
