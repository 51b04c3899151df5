// SPDX-License-Identifier: MIT
#include "app/controllers/view_controller.h"

#include "app/character/character.h"
#include "app/character_skin/skin.h"
#include "app/controllers/colour_legend.h"
#include "app/controllers/touchable_scene.h"
#include "app/view/tet_strain.h"
#include "engine/core/json.h"

#include <algorithm>

namespace limber::app {
namespace {

bool has_painted_regions(const MuscleDescription& muscles) {
    return std::ranges::any_of(muscles.regions, [](const auto& region) { return region.painted.is_there(); });
}

// Kinds that show nothing are left out: the muscles' if there are none, those of painted fields if nothing is painted.
PaintKind paint_after(PaintKind kind, const ModelDescription& description, bool has_muscles) {
    const auto shows_something = [&](PaintKind offered) {
        switch (offered) {
        case PaintKind::muscle:
            return has_muscles;
        case PaintKind::regions:
            return has_painted_regions(description.muscles);
        case PaintKind::materials:
            return !description.material.parts.empty();
        case PaintKind::pins:
            return description.pins.is_there();
        case PaintKind::leak:
            return description.leak.painted.is_there();
        case PaintKind::loads:
            return !description.loads.empty();
        default:
            return offered < PaintKind::values;
        }
    };
    for (int next = static_cast<int>(kind) + 1; next < static_cast<int>(PaintKind::values); ++next) {
        if (shows_something(static_cast<PaintKind>(next))) {
            return static_cast<PaintKind>(next);
        }
    }
    return PaintKind::flesh;
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

// Rods and shells have nothing to paint or to cut, and no surface for the brush.
EditView show_skin_alone() {
    return {[](ViewOptions& view) {
        view.paint = PaintKind::flesh;
        view.cut.axis = -1;
        view.brush.is_held = false;
    }};
}

bool shows_more_than_skin(const ViewOptions& view) {
    return view.paint != PaintKind::flesh || view.cut.is_shown() || view.brush.is_held;
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
    const bool is_shown = state.view.cut.is_shown() && selected.character;
    tool_.set_mark(std::nullopt);
    if (selected.character && selected.character->thin) {
        return shows_more_than_skin(state.view) ? Commands{show_skin_alone()} : Commands{};
    }
    if (is_shown) {
        const Affine map = mean_map_.of(selected, state.drawn_motion());
        tool_.set_mark(cut_mark(state.view.cut, mean_map_.box(), map));
    }
    return {};
}

void ViewController::draw(Sketch& sketch, const SessionState& state) const {
    const ViewOptions& view = state.view;
    const CharacterPtr& shown = state.shown.selected.character;
    if (!shown || shown->thin) {
        return;
    }
    {
        const SketchClip clip(sketch, state.area());
        tool_.draw(sketch, touchable(state));
    }
    if (!shows_own_colours(view)) {
        return;
    }
    if (view.paint == PaintKind::clusters) {
        draw_cluster_legend(sketch, state);
    } else if (view.paint == PaintKind::mode) {
        sketch.legend = legend_of_signed_values("weight: blue below zero, red above, as a share of the largest");
    } else if (view.paint == PaintKind::strain) {
        sketch.legend = legend_of_values(range_text("strain", view.strain_range));
    } else if (view.paint == PaintKind::stress) {
        const double young = state.editor.controls().young;
        sketch.legend = legend_of_values(stress_range_text(strongest_stress(view, young)));
    }
}

// Clusters in a part that is cut away have no name.
std::optional<int> ViewController::cluster_at_mouse(const SessionState& state) const {
    const CharacterPtr& character = state.shown.selected.character;
    const std::optional<int> triangle = probe_.triangle();
    if (!character || character->thin || !triangle || *triangle >= character->boundary.rows()) {
        return std::nullopt;
    }
    const CutPlane plane = cut_plane(state.view.cut, mean_map_.box());
    double height = 0.0; // of the triangle's centre, above the origin along the cut's axis
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index corner = 0; corner < 3; ++corner) {
            height += static_cast<double>(plane.normal[static_cast<std::size_t>(axis)]) *
                      character->mesh.X(character->boundary(*triangle, corner), axis) / 3.0;
        }
    }
    if (state.view.cut.is_shown() && height > static_cast<double>(plane.offset)) {
        return std::nullopt;
    }
    return static_cast<int>(character->skin->cluster_labels[static_cast<std::size_t>(*triangle)]);
}

void ViewController::draw_cluster_legend(Sketch& sketch, const SessionState& state) const {
    const Snapshot& selected = state.shown.selected;
    const ClusterSizes& sizes = selected.character->skin->cluster_sizes;
    const Pixel at(state.area().centre().x(),
                   state.area().y + state.area().height - 18.0 * state.viewport.content_scale);
    sketch.labels.push_back({at, legend_of(sizes)});
    if (const std::optional<int> cluster = cluster_at_mouse(state)) {
        const auto c = static_cast<std::size_t>(*cluster);
        const double strain = mean_strain(selected, state.drawn_motion(), sizes.sample(*cluster));
        sketch.labels.push_back({at, "Cluster " + std::to_string(*cluster + 1) + ": " + std::to_string(sizes.tets[c]) +
                                         " tets, " + percent(sizes.volumes[c] / sizes.volume) +
                                         " of the volume, mean strain " + percent(strain)});
    }
}

void ViewController::report(Json& report, const SessionState& state) const {
    report["paint"] = static_cast<int>(state.view.paint);
    report["wires"] = static_cast<int>(state.view.wires);
    report["cut"] = state.view.cut.is_shown() ? state.view.cut.place : -1.0;
    if (const auto at = tool_.dot_at(touchable(state))) {
        report["cut_mark"] = {at->x(), at->y()};
    }
    const bool is_painted = state.view.paint == PaintKind::clusters;
    report["cluster_at_mouse"] = is_painted ? cluster_at_mouse(state).value_or(-1) : -1;
}

// Bones would cover the colours and pictures of a character's own surface, and so would the paint that was chosen for
// the scene before.
Commands ViewController::scene_opened(const SceneOpened&, const SessionState& state) {
    const CharacterPtr built = state.built();
    const bool has_own_look = built && built->skin && built->skin->file_surface && has_look(*built->skin->file_surface);
    return {EditView{[has_own_look](ViewOptions& view) {
        view.secondary = true;
        view.paint = PaintKind::flesh;
        view.bones = !has_own_look;
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
        const PaintKind next =
            paint_after(state.view.paint, state.editor.description(), built && built->musculature.count() > 0);
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
    case Action::save_window_picture:
        return {SavePicture{PictureKind::window}};
    case Action::save_transparent_picture:
        return {SavePicture{PictureKind::transparent}};
    default:
        return {};
    }
}

} // namespace limber::app
