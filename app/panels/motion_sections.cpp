// SPDX-License-Identifier: MIT
#include "app/character/material_scales.h"
#include "app/character/starting_controls.h"
#include "app/interaction/shortcuts.h"
#include "app/panels/material_parts.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/plot.h"
#include "app/panels/plot_table.h"
#include "app/panels/preset_rows.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "engine/body/body_step.h"

#include <imgui.h>

#include <algorithm>

namespace limber::app {
namespace {

template <typename Choice>
void choose(const char* name, const char* tooltip, const std::vector<std::string>& names, Choice& value) {
    int chosen = static_cast<int>(value);
    if (edit(name, tooltip, names, chosen)) {
        value = static_cast<Choice>(chosen);
    }
}

Vec3 down(const CharacterDescription& scene) {
    const Vec3 gravity = rotation_of(scene.turn) * scene.step.gravity;
    return gravity.norm() > 0 ? Vec3(gravity.normalized()) : Vec3(-(rotation_of(scene.turn) * Vec3::UnitY()));
}

std::string made_of(const MaterialRegion& region) {
    const std::string factors =
        "E x " + measured(region.young_factor, "") + ", rho x " + measured(region.density_factor, "");
    return region.poisson ? factors + ", nu " + measured(*region.poisson, "") : factors;
}

void regions(PanelContext& context) {
    const MaterialDescription& material = context.draft.description.material;
    if (material.labels.empty() ||
        !ImGui::TreeNode("Regions", "%s",
                         counted(static_cast<long long>(material.regions.size()), "region", "regions").c_str())) {
        return;
    }
    remember_place("Material regions");
    for (const MaterialRegion& region : material.regions) {
        fact(region.name.c_str(), made_of(region),
             "Factors on the Young's modulus and the density of the sliders above, and a Poisson's ratio where the "
             "region has one of its own");
    }
    ImGui::BeginDisabled(!context.ui_state.materials.can_paint_regions);
    if (button("Make them paint", "Turns the regions into painted parts, which the brush can change. Inside, the paint "
                                  "follows the surface, and a region loses a Poisson's ratio of its own")) {
        context.request(MakePaintOfRegions{});
    }
    ImGui::EndDisabled();
    ImGui::TreePop();
}

// If regions have ratios of their own, a change of the common ratio changes the body's material, and the muscles are
// modes of the body with its ratio. The slider scales all ratios at once, and releasing it rebuilds the character.
void poisson(PanelContext& context) {
    CharacterControls& controls = context.draft.controls;
    MaterialDescription& described = context.draft.description.material;
    const bool is_rod = context.draft.description.rod_radius > 0.0;
    const Edited edited =
        edit({"Poisson", "%.2f",
              "Poisson's ratio (nu): how well the flesh preserves its volume. 0.49 is the maximum: "
              "nearer to 0.5 a body gains energy. Muscles and displacement modes are rebuilt after the "
              "change",
              0.0, poisson_max, context.ui_state.selected.opened->material.poisson, 1.0, false,
              is_rod ? "Rods stretch and bend by Young's modulus alone." : nullptr},
             controls.poisson);
    if (!edited.finished) {
        return;
    }
    described.poisson = controls.poisson;
    if (has_ratios_of_its_own(described) || context.draft.description.shell_thickness > 0.0) {
        context.need(Stage::operators);
    } else if (subspace_follows_the_ratio(context.draft.description)) {
        context.need(Stage::subspace);
    } else if (muscles_follow_the_ratio(context.draft.description)) {
        context.need(Stage::muscles);
    }
}

void material(PanelContext& context) {
    const CharacterDescription& start = *context.ui_state.selected.opened;
    CharacterControls& controls = context.draft.controls;
    preset_rows(context);
    edit({"Young", "%.2f kPa", "Young's modulus (E): stiffness of the flesh. Stiffer regions keep their factor", 10.0,
          1e8, start.material.young, 1e3, true},
         controls.young);
    poisson(context);
    edit({"Density", "%.0f kg/m\u00b3", "Density (rho): heavier flesh swings more slowly", 50.0, 20000.0,
          start.material.density, 1.0, true},
         controls.density);
    edit({"Damping", "%.2f 1/s", "How quickly the secondary motion fades, at any time step (Rayleigh's alpha)", 0.0,
          30.0, start.step.damping},
         controls.damping);
    edit({"Strain damping", "%.1f ms",
          "How quickly fast vibration fades; slow swinging hardly changes (Rayleigh's beta)", 0.0, 0.1,
          start.step.solver.strain_damping, 1e-3},
         controls.solver.strain_damping);
    if (!is_thin(context.draft.description)) {
        regions(context);
        material_parts(context);
    }
}

void stepping(PanelContext& context) {
    const CharacterDescription& start = *context.ui_state.selected.opened;
    CharacterControls& controls = context.draft.controls;
    double pull = controls.gravity.norm();
    const Number gravity{"Gravity", "%.2f m/s\u00b2",         "Gravity (g) along the scene's own down", 0.0,
                         30.0,      start.step.gravity.norm()};
    if (edit(gravity, pull).changed) {
        controls.gravity = pull * down(start);
    }
    edit({"Time step", "%.2f ms",
          "Simulated time of one step (h): with shorter steps the flesh swings longer and a second takes more work",
          1e-3, 0.05, start.environment.time_step, 1e-3, true},
         context.draft.environment.time_step);
    const Number warm_up{
        "Warm-up",
        "%.2f s",
        "Simulated before the first frame: on opening, at a reset and in exports. It acts from the next "
        "reset on (R)",
        0.0,
        5.0,
        0.0};
    double seconds = context.document.scene.warm_up;
    if (edit(warm_up, seconds).changed && warm_up_range.holds(seconds)) {
        context.request(
            EditDocument{[seconds](Document& document) { document.scene.warm_up = seconds; }, "Change warm-up", true});
    }
    edit({"Iterations", "%d",
          "How often a step improves its result: more of them follow stiff flesh better and take longer", 1.0, 60.0,
          static_cast<double>(start.step.iterations)},
         controls.iterations);
    edit({"Memory", "%d",
          "How many earlier iterations help to find the next one, so that fewer are needed (L-BFGS); 0: none, as in "
          "the paper",
          0.0, static_cast<double>(memory_max), static_cast<double>(start.step.solver.memory)},
         controls.solver.memory);
    choose("Integrator",
           "How a step is taken. Backward Euler calms fast wobbling, the more the longer the time step is; BDF2 keeps "
           "much "
           "more of it while nothing is touched",
           {"Backward Euler", "BDF2"}, controls.solver.integrator);
    choose("Arithmetic", "Precision of the sums over the clusters: single is faster, double is the reference",
           {"Single", "Double"}, controls.solver.arithmetic);
}

// The twelve numbers of an affine motion of the painted mode.
void flex_rows(ViewOptions& view) {
    const bool is_open = ImGui::TreeNode("Flex the mode by hand");
    remember_place("Flex the mode by hand");
    if (!is_open) {
        return;
    }
    if (view.compared > 0) {
        ImGui::TextWrapped(
            "Not while subspaces are compared: the bodies show the simulation. Remove the subspaces under "
            "Compare subspaces first.");
        remember_place("Not flexed");
        ImGui::TreePop();
        return;
    }
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            const std::string moved = axis_names[row];
            const std::string name = column == 3     ? "Move " + moved
                                     : column == row ? "Stretch " + moved
                                                     : "Shear " + moved + " along " + axis_names[column];
            const std::string text = column == 3 ? "Moves the mode's part of the body, in percent of the body's size"
                                                 : "Moves the mode's part along " + moved +
                                                       " in proportion to its place along " + axis_names[column] +
                                                       ", from the middle of the body";
            edit({name.c_str(), "%.0f %%", text.c_str(), -1.0, 1.0, 0.0, 0.01}, view.flexed[4 * row + column]);
        }
    }
    ImGui::TextWrapped("A way to look at the mode: the scene does not change, so Ctrl+Z leaves it.");
    if (button("Stop flexing", "Draws the motion of the simulation alone")) {
        view.flexed = {};
    }
    ImGui::TreePop();
}

void cut_rows(ViewOptions& view) {
    int axis = view.cut.axis + 1;
    if (edit("Cut",
             "Cuts the body open across an axis of its rest shape and shows its tets in the colours of the paint. The "
             "cut stays at its tets while the body moves; drag its dot in the view",
             {"Off", "Across x", "Across y", "Across z"}, axis)) {
        view.cut.axis = axis - 1;
    }
    if (view.cut.is_shown()) {
        edit({"Cut at", "%.0f %%", "Where the cut is along its axis, through the body at rest", 0.0, 1.0, 0.5, 0.01},
             view.cut.place);
        edit("Other side", "Shows the part above the cut instead of the part below", view.cut.flipped);
    }
}

} // namespace

void material_section(PanelContext& context) {
    if (!context.ui_state.character || !section("Material and step", true)) {
        return;
    }
    material(context);
    stepping(context);
}

// The numbers of the selected force.
void force_numbers(PanelContext& context, AppliedForce& applied) {
    const double strongest = 2.0 * usual_stiffness(*context.ui_state.character) *
                             bounding_box(context.ui_state.character->mesh.X).diagonal();
    ImGui::PushID("force");
    for (Index axis = 0; axis < 3; ++axis) {
        const std::string name = std::string("Force ") + axis_names.at(static_cast<std::size_t>(axis));
        edit({name.c_str(), "%.1f N", "Of the selected force (f), in the world", -strongest, strongest},
             applied.force(axis));
    }
    bool pulses = applied.period > 0.0;
    if (edit("Pulse", "The force swells from zero to its strength and back, over and over", pulses)) {
        applied.period = pulses ? 1.0 : 0.0;
    }
    if (pulses) {
        edit({"Every", "%.2f s", "Time from one pulse to the next (T)", 0.05, 10.0, 1.0, 1.0, true}, applied.period);
    }
    ImGui::PopID();
}

void handles_section(PanelContext& context) {
    if (!context.ui_state.character || !section("Handles", true)) {
        return;
    }
    CharacterControls& controls = context.draft.controls;
    const Edited edited = edit({"Stiffness", "%.0f N/m", "Spring stiffness (k) of new handles and of the selected one",
                                1.0, 1e6, usual_stiffness(*context.ui_state.character), 1.0, true},
                               context.draft.handle_stiffness);
    if (edited.changed && context.selection.kind == Selection::Kind::handle) {
        for (PointHandle& handle : controls.handles) {
            handle.stiffness = handle.id == context.selection.index ? context.draft.handle_stiffness : handle.stiffness;
        }
    }
    fact("Pinned", grouped(context.ui_state.selected.pinned_handles), "Shift + drag the flesh keeps a handle there");
    fact("Forces", grouped(static_cast<Index>(controls.forces.size())), "Ctrl + drag the flesh pulls out a force");
    const auto applied = std::ranges::find(controls.forces, context.selection.index, &AppliedForce::id);
    const bool is_force_selected = context.selection.kind == Selection::Kind::force && applied != controls.forces.end();
    if (is_force_selected) {
        force_numbers(context, *applied);
    }
    const std::string remove = tooltip_of(Action::delete_handle);
    const std::string release = tooltip_of(Action::release_all_handles);
    const bool is_one_selected = is_force_selected || context.selection.kind == Selection::Kind::handle;
    const int pressed = buttons({"Delete selected", remove.c_str()}, {"Release all", release.c_str()},
                                {is_one_selected, !controls.handles.empty()});
    if (pressed == 0) {
        context.act(Action::delete_handle);
    } else if (pressed == 1) {
        context.act(Action::release_all_handles);
    }
}

// The colours of a comparison are drawn in place of the paint.
void note_on_covered_paint(const PanelContext& context) {
    const ComparedStep* compared = context.ui_state.comparison.newest;
    if (compared && context.view.paint != PaintKind::flesh &&
        !values_of(compared->bodies.front(), context.view.body_colours).empty()) {
        ImGui::TextWrapped("Not shown: the bodies have the colours of Compare subspaces. Choose The character's under "
                           "Colours there to see the paint.");
        remember_place("Paint not shown");
    }
}

void paint_rows(PanelContext& context) {
    ViewOptions& view = context.view;
    int paint = static_cast<int>(view.paint);
    if (edit("Paint", tooltip_of(Action::next_paint).c_str(),
             {"Flesh", "Weight of a mode", "Clusters", "Strain", "Stress", "Reach of a muscle", "Painted regions",
              "Painted materials", "Pins", "Momentum leak", "Loads"},
             paint)) {
        view.paint = static_cast<PaintKind>(paint);
    }
    note_on_covered_paint(context);
    const int last = static_cast<int>(mode_count(*context.ui_state.character));
    int mode = view.painted_mode + 1;
    edit({"Mode", "%d", "Which mode's weight is painted (a column of W), softest first", 1.0, static_cast<double>(last),
          1.0, 1.0, false, view.paint == PaintKind::mode ? nullptr : "Paint the weight of a mode to choose one."},
         mode);
    view.painted_mode = mode - 1;
    if (view.paint == PaintKind::mode && !context.ui_state.character->linear) {
        flex_rows(view);
    } else if (view.paint == PaintKind::strain || view.paint == PaintKind::stress) {
        edit({"Strongest at", "%.1f %%",
              "The equivalent Green strain of a tet with the strongest colour; for stress (von Mises, of the second "
              "Piola-Kirchhoff stress), Young's modulus times that strain",
              0.001, 2.0, 0.25, 0.01, true},
             view.strain_range);
    }
}

void drawing_section(PanelContext& context) {
    if (!context.ui_state.character || !section("Drawing", true)) {
        return;
    }
    ViewOptions& view = context.view;
    const bool is_solid = !context.ui_state.character->thin;
    if (is_solid) {
        paint_rows(context);
    }
    choose("Wireframe",
           "The triangles of the surface: lines over the body, or lines alone, through which the far side shows",
           {"Off", "Over the body", "Alone"}, view.wires);
    if (is_solid) {
        cut_rows(view);
    }
    edit("Ground", "Shows the ground with the shadow", view.ground);
    second_column();
    edit("Contacts", "Shows the contact points and their forces; an arrow as long as the body is its whole weight",
         view.contacts);
    const std::string frame = tooltip_of(Action::frame_character);
    const std::string picture = tooltip_of(Action::save_picture);
    const int pressed = buttons({"Frame", frame.c_str()}, {"Save picture", picture.c_str()});
    if (pressed >= 0) {
        context.act(pressed == 0 ? Action::frame_character : Action::save_picture);
    }
    const std::string window = tooltip_of(Action::save_window_picture);
    const std::string transparent = tooltip_of(Action::save_transparent_picture);
    const int other = buttons({"With panels", window.c_str()}, {"Without background", transparent.c_str()});
    if (other >= 0) {
        context.act(other == 0 ? Action::save_window_picture : Action::save_transparent_picture);
    }
}

void performance_section(PanelContext& context) {
    if (!context.ui_state.playback.plots || !section("Performance", false)) {
        return;
    }
    const Plots& plots = *context.ui_state.playback.plots;
    plot_line("Frame", plots.frame_milliseconds, "ms", "Time per frame; median of the last second");
    plot_line("Step", plots.step_microseconds, "\u00b5s", "One time step of the simulation, all iterations");
    plot_line("Elastic energy", plots.elastic_energy, "J",
              "Of the clusters: the sum of V (mu |F - R|\u00b2 + lambda/2 tr(R'F - I)\u00b2)");
    plot_line("Kinetic energy", plots.kinetic_energy, "J", "Of the whole body, rig and secondary motion");
    if (button("Save as CSV", csv_tooltip("Writes the values of these plots", context).c_str())) {
        save_as_csv(context, "plots",
                    {{"frame [ms]", values_of(plots.frame_milliseconds)},
                     {"step [us]", values_of(plots.step_microseconds)},
                     {"elastic energy [J]", values_of(plots.elastic_energy)},
                     {"kinetic energy [J]", values_of(plots.kinetic_energy)}});
    }
    if (context.ui_state.snapshot) {
        const Snapshot& shown = *context.ui_state.snapshot;
        fact("Real time", speed_words(shown.speed_reached, shown.playing), "Simulated time per time of the clock");
    }
}

} // namespace limber::app
