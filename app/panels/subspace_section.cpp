// SPDX-License-Identifier: MIT
#include "app/character/material_scales.h"
#include "app/character/switched_loads.h"
#include "app/document/file_stem.h"
#include "app/panels/newton_rows.h"
#include "app/panels/numbers.h"
#include "app/panels/painted_weights.h"
#include "app/panels/phrases.h"
#include "app/panels/plot.h"
#include "app/panels/plot_table.h"
#include "app/panels/sections.h"
#include "app/panels/subspace_words.h"
#include "app/panels/widget_places.h"
#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

// sqrt(lambda) / 2 pi [Hz] of each mode, in the current material.
std::vector<float> frequencies(const Character& character, const CharacterControls& controls) {
    MaterialDescription material;
    material.young = controls.young;
    material.poisson = controls.poisson;
    material.density = controls.density;
    const MaterialDescription& built = character.description.material;
    const MaterialScales scales = material_scales(material, built);
    const double scale = character.linear ? scales.young / scales.density : skinning_eigenvalue_scale(material, built);
    const Vector& eigenvalues = character.linear ? character.linear->eigenvalues : character.modes->lambda;
    std::vector<float> hertz;
    const double round_off = 1e-12 * eigenvalues.cwiseAbs().maxCoeff(); // of the rigid modes
    for (const double lambda : eigenvalues) {
        const double value = lambda > round_off ? lambda : 0.0;
        hertz.push_back(static_cast<float>(std::sqrt(value * scale) / 6.283185307179586));
    }
    return hertz;
}

void rows_of_frequencies(PanelContext& context, const Character& it) {
    const std::vector<float> hertz = frequencies(it, context.draft.controls);
    plot_bars(
        "Frequencies", hertz, "Hz",
        "Undamped natural frequency of each mode, softest first: sqrt(lambda) over 2 pi, with the Young's modulus, "
        "Poisson's ratio and density");
    const std::string where = csv_tooltip("Writes them", context);
    const int pressed =
        buttons({"Save frequencies", where.c_str()},
                {"Fit to the motion", "Makes the displacements that best hold the motion since the last reset, up to "
                                      "what is shown. It is saved to a file first, which the scene then names"});
    if (pressed == 0) {
        save_as_csv(context, "frequencies", {{"frequency [Hz]", hertz}});
    } else if (pressed == 1) {
        context.request(AskForFile{FilePurpose::seen_motion, kept_file_stem(it.description.name) + "-motion.npy"});
    }
}

constexpr double clusters_live_max = 1000.0;

// A kind that is made from a file asks for it first.
void choose(PanelContext& context, SubspaceKind kind) {
    if (context.view.brush.paints(BrushTarget::weight)) {
        context.view.brush.is_held = false;
        context.view.brush.region = -1;
    }
    if (kind == SubspaceKind::pod) {
        context.request(AskForFile{FilePurpose::motion});
        return;
    }
    ModelDescription& scene = context.draft.description;
    if (!have_the_same_source(scene.subspace, kind)) {
        scene.subspace_file.clear();
    }
    scene.subspace = kind;
    drop_unused_switch(scene);
    context.need(Stage::subspace);
}

void take_no_file(PanelContext& context) {
    if (!context.draft.description.subspace_file.empty()) {
        context.draft.description.subspace_file.clear();
        drop_unused_switch(context.draft.description);
        context.need(Stage::subspace);
    }
}

void take_no_loads(PanelContext& context) {
    take_no_file(context);
    std::vector<BodyLoad>& loads = context.draft.description.loads;
    if (loads.empty()) {
        return;
    }
    loads.clear();
    drop_unused_switch(context.draft.description);
    context.need(Stage::subspace);
    if (context.view.brush.target == BrushTarget::load) {
        context.view.brush.region = -1;
        context.view.brush.is_held = false;
    }
}

// What acts on the body now, and what the switches to its subspace cost.
void facts_of_switches(const Snapshot& shown) {
    if (!shown.load_switches || !shown.character->switched) {
        return;
    }
    const LoadSwitches& switches = *shown.load_switches;
    fact("Acts now", shown.character->switched->mixture.names.at(switches.acting),
         "The load whose subspace moves the body: that which explains best what pulls, pushes and touches it");
    if (switches.count > 0) {
        fact("Switches", counted(static_cast<long long>(switches.count), "switch", "switches"),
             "Since the body was built. After each, there is none for at least 0.2 s, and longer after several");
        fact("Last one lost",
             measured(100.0 * switches.last.position, "%") + " of the shape, " +
                 measured(100.0 * switches.last.velocity, "%") + " of the motion",
             "Shares in the mass of displacement and velocity beside the rig that the subspace of the load does not "
             "have");
    }
}

// It is there where the body may have several loads to switch between.
void switch_of_loads(PanelContext& context) {
    ModelDescription& scene = context.draft.description;
    if (!may_switch_loads(scene)) {
        return;
    }
    if (edit("Switch between loads",
             "A subspace for each of the loads under Loads, or for each component of a mixture in the file, instead of "
             "one for all. The body moves in that whose load explains best what pulls, pushes and touches it now",
             scene.switches_loads)) {
        context.need(Stage::subspace);
    }
    if (context.ui_state.snapshot) {
        facts_of_switches(*context.ui_state.snapshot);
    }
}

void file_of_subspace(PanelContext& context) {
    ModelDescription& scene = context.draft.description;
    if (scene.subspace == SubspaceKind::pod) {
        fact("Motion", short_path(scene.subspace_file, 24), "The file whose displacements the subspace fits best");
    } else if (scene.subspace == SubspaceKind::weights) {
        weights_of_subspace(context);
    } else if (depends_on_loads(scene.subspace)) {
        fact("Loads", words_about_loads(scene),
             "The forces that the body will meet: equal ones on equal masses, or those of Loads and of a file");
        const int pressed =
            buttons({"Loads from a file", "A file of loads: regions, what presses, contact patches, springs"},
                    {"Everywhere", "Equal forces on equal masses, without loads (Ctrl+Z restores them)"});
        if (pressed == 0) {
            context.request(AskForFile{FilePurpose::loads});
        } else if (pressed == 1) {
            take_no_loads(context);
        }
        switch_of_loads(context);
    }
}

} // namespace

void subspace_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || !section("Subspace", now.selected.opened->muscles.gaits.is_empty())) {
        return;
    }
    const Character& it = *now.character;
    ModelDescription& scene = context.draft.description;
    int modes = static_cast<int>(scene.modes);
    const auto most = static_cast<double>(modes_offered(it.vertex_count()));
    const std::string limit = it.vertex_count() < 8 * modes_offered_max
                                  ? "this body has " + counted(it.vertex_count(), "vertex", "vertices") +
                                        ", and each mode takes eight of them"
                                  : "more would be too slow live; scene files and the command line allow them";
    const Number count{
        "Modes",      "%d",  "Skinning eigenmodes (m): more of them give finer motion. Computed in the background",
        1.0,          most,  static_cast<double>(context.ui_state.selected.opened->modes),
        1.0,          false, nullptr,
        limit.c_str()};
    const Edited edited = edit(count, modes);
    scene.modes = modes;
    if (edited.finished) {
        context.need(Stage::subspace);
    }
    int kind = static_cast<int>(scene.subspace);
    if (edit("Kind",
             "What the modes are eigenmodes of.\nSkinning: of the body's material, kept apart from the rig's motion.\n"
             "Homogeneous: as if the body were equally stiff everywhere.\n"
             "Unconstrained: not kept apart from the rig; the step does that, at the cost of twelve numbers a bone.\n"
             "Partly constrained: kept apart from the rig as translations; the step does the rest, at nine numbers a "
             "bone.\n"
             "Handle weights: smooth weights around points that are spread over the body, weights of a file, or those "
             "that you paint; unconstrained likewise.\n"
             "Localised: modes that each move a small part of the body.\n"
             "Displacements: vibration modes, twelve for each mode; cheap to understand, but they shear when turned.\n"
             "With affine motions: and those of the whole body.\n"
             "Modal derivatives: fewer vibration modes, with the shapes into which they bend each other.\n"
             "Best for a motion: displacements of a motion in a file, as limber simulate --out writes it.\n"
             "For loads: force-dual modes, the responses to the forces that a file of loads expects.\n"
             "Single responses and sampled responses: what these replace, for the same loads.\n"
             "Domains: vibration modes of the parts that the body is cut into, one part for each mode.\n"
             "Modal warping: vibration modes that move as a linear system, with the rotation of each place corrected "
             "when they are shown; no muscles and pins.\n"
             "Rotation-strain: the same, corrected by a solve for each picture; no contact either.\n"
             "Rotation-strain for loads: force-dual modes, moved and corrected likewise, with pins.\n"
             "The rig's strain does not act on these three: with no leak, its motion alone does not move them.",
             shown_kinds(), kind)) {
        choose(context, static_cast<SubspaceKind>(kind));
    }
    file_of_subspace(context);
    fact("In use", subspace_words(it), "Modes of the character that moves now");
    if (const std::string fewer = words_about_fewer_columns(it); !fewer.empty()) {
        ImGui::TextWrapped("%s", fewer.c_str());
        remember_place("Fewer columns");
    }
    fact("Numbers", grouped(3 * coordinate_rows(it)),
         "Coordinates of the subspace. Each mode has 12, less those that depend on others or that the rig takes; each "
         "displacement has one");
    if (is_reconstructed(it)) {
        fact("Reconstruction", measured(1e3 * it.linear->reconstruction->seconds, "ms"),
             "Time of the correction of all displacements, once for each picture and not for each step");
    }
    if (it.modes) {
        rows_of_frequencies(context, it);
    }
    if (it.modes && !it.linear) {
        fact("Residual", measured(it.modes->residual_max, ""),
             "How exactly the modes were computed: the largest residual of the eigenproblem, relative to its largest "
             "eigenvalue. Near 0 is good");
        if (it.is_held && !has_constrained_coordinates(it.subspace)) {
            fact("Constraint violation", measured(it.modes->constraint_violation, ""),
                 "How much of the rig's own motion the modes repeat: max |C'W|. Near 0 is good");
        }
    }
    if (it.factorization_bytes > 0) {
        fact("Cached factor", measured(static_cast<double>(it.factorization_bytes) / 1e6, "MB"),
             "Memory that is kept so that another number of modes is computed sooner (a factorisation)");
    }
    fact("Took", lasting(it.seconds.total), "Duration of the last build; cached results took no time");
}

void clusters_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || !section("Clusters", false)) {
        return;
    }
    if (newton_rows(context)) {
        return;
    }
    const Character& it = *now.character;
    ModelDescription& scene = context.draft.description;
    int clusters = static_cast<int>(scene.clusters);
    const double most = std::min(clusters_live_max, static_cast<double>(it.mesh.tet_count()));
    const std::string limit = most < clusters_live_max
                                  ? "this body has " + counted(it.mesh.tet_count(), "tetrahedron", "tetrahedra")
                                  : "more would be too slow live; scene files and the command line allow them";
    const Number count{
        "Count",      "%d",  "Groups of tetrahedra that share one rotation (r): more of them give finer deformation",
        1.0,          most,  static_cast<double>(context.ui_state.selected.opened->clusters),
        1.0,          false, nullptr,
        limit.c_str()};
    const Edited edited = edit(count, clusters);
    scene.clusters = clusters;
    const Number exponent{"Exponent",
                          "%.2f",
                          "How the body is divided into clusters: low values keep each of them in one piece, high "
                          "ones, such as the paper's 2, join what swings alike and scatter it (e in lambda^-e)",
                          0.0,
                          2.0,
                          CharacterDescription{}.feature_exponent};
    const Edited bent = edit(exponent, scene.feature_exponent);
    if (edited.finished || bent.finished) {
        context.need(Stage::clusters);
    }
    fact("In motion", grouped(it.clusters.count),
         "Splitting into connected parts and merging tiny ones changes the count a little");
}

} // namespace limber::app
