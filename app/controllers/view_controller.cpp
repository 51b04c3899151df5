// SPDX-License-Identifier: MIT
#include "app/controllers/view_controller.h"

#include "app/character/character.h"
#include "app/character/material_scales.h"
#include "app/controllers/colour_legend.h"
#include "app/controllers/touchable_scene.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace limber::app {
namespace {

// The muscles' paint is offered only if there are muscles, and the regions' paint only if there are painted regions.
PaintKind next_paint(PaintKind kind, bool with_muscles, bool with_regions) {
    const int kinds = with_regions ? 7 : with_muscles ? 6 : 5;
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

// A comparison paints the characters itself.
bool shows_own_colours(const ViewOptions& view) {
    return view.compared == 0 || view.body_colours == BodyColours::own;
}

} // namespace

double strongest_stress(const ViewOptions& view, double young) {
    return young * view.strain_range;
}

Commands ViewController::update(const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    const bool is_shown = state.view.cut.is_shown() && selected.character && shows_own_colours(state.view);
    tool_.set_mark(std::nullopt);
    if (is_shown) {
        const Affine map = mean_map_.of(selected, state.drawn_motion());
        tool_.set_mark(cut_mark(state.view.cut, mean_map_.box(), map));
    }
    return {};
}

void ViewController::draw(Sketch& sketch, const SessionState& state) const {
    const ViewOptions& view = state.view;
    if (!state.shown.selected.character || !shows_own_colours(view)) {
        return;
    }
    const double scale = state.viewport.content_scale;
    tool_.draw(sketch, touchable(state));
    if (view.paint == PaintKind::strain) {
        draw_legend(state.area(), range_text("strain", view.strain_range), scale, sketch);
    } else if (view.paint == PaintKind::stress) {
        const double young = state.editor.controls().young;
        draw_legend(state.area(), stress_range_text(strongest_stress(view, young)), scale, sketch);
    }
}

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
