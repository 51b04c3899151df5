// SPDX-License-Identifier: MIT
#include "app/controllers/view_controller.h"

#include "app/character/character.h"

#include <algorithm>

namespace limber::app {
namespace {

// The muscles' paint is offered only if there are muscles, and the regions' paint only if there are painted regions.
PaintKind next_paint(PaintKind kind, bool with_muscles, bool with_regions) {
    const int kinds = with_regions ? 5 : with_muscles ? 4 : 3;
    return static_cast<PaintKind>((static_cast<int>(kind) + 1) % kinds);
}

bool has_painted_regions(const MuscleDescription& muscles) {
    return std::ranges::any_of(muscles.regions, [](const auto& region) { return region.painted.is_there(); });
}

Commands toggled(bool ViewOptions::*option) {
    return {EditView{[option](ViewOptions& view) {
        view.*option = !(view.*option);
    }}};
}

Commands toggle_bones(const SessionState& state) {
    if (state.is_free()) {
        return {ShowMessage{
            {Message::Kind::notice, state.editor.description().name + " has no rig, so there are no bones to show."}}};
    }
    return toggled(&ViewOptions::bones);
}

} // namespace

Commands ViewController::scene_opened(const SceneOpened&, const SessionState&) {
    return {EditView{[](ViewOptions& view) {
        view.secondary = true;
    }}};
}

Commands ViewController::act(Action action, const SessionState& state) {
    switch (action) {
    case Action::secondary_motion:
        return toggled(&ViewOptions::secondary);
    case Action::side_by_side:
        return toggled(&ViewOptions::side_by_side);
    case Action::show_bones:
        return toggle_bones(state);
    case Action::next_paint: {
        const CharacterPtr built = state.built();
        const PaintKind next = next_paint(state.view.paint, built && built->musculature.count() > 0,
                                          has_painted_regions(state.editor.description().muscles));
        return {EditView{[next](ViewOptions& view) {
            view.paint = next;
        }}};
    }
    case Action::show_panels:
        return toggled(&ViewOptions::panels);
    case Action::show_shortcuts:
        return toggled(&ViewOptions::shortcuts);
    case Action::show_scenes:
        return toggled(&ViewOptions::scenes);
    case Action::save_picture:
        return {SavePicture{}};
    default:
        return {};
    }
}

} // namespace limber::app
