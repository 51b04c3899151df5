// SPDX-License-Identifier: MIT
#include "app/panels/load_rows.h"

#include "app/character/character_loads.h"
#include "app/character/starting_controls.h"
#include "app/panels/numbers.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace limber::app {
namespace {

// Those that need no more than paint; other kinds come from handles, springs and files.
constexpr std::array painted_kinds{LoadKind::field,  LoadKind::pressing, LoadKind::patch,
                                   LoadKind::pocket, LoadKind::muscle,   LoadKind::everywhere};

void kind_of_load(PanelContext& context, Load& load) {
    const auto found = std::ranges::find(painted_kinds, load.kind);
    if (found == painted_kinds.end()) {
        fact("Acts", load_kind_names[static_cast<std::size_t>(load.kind)], "What the load is, as in files of loads");
        return;
    }
    int kind = static_cast<int>(found - painted_kinds.begin());
    if (edit("Acts",
             "What the forces do.\nPulls: in all directions, where it is painted.\nPresses: along the normals of the "
             "surface, where it is painted.\nOne contact: the painted patch is pushed as a whole.\nInflates: the "
             "closed cavity whose surface is painted, or all of them without paint.\nContracts: a muscle, along its "
             "fibres, where it is painted.\nEverywhere: equal forces on equal masses",
             {"Pulls", "Presses", "One contact", "Inflates", "Contracts", "Everywhere"}, kind)) {
        change_kind(load, painted_kinds[static_cast<std::size_t>(kind)]);
        need_subspace_for_loads(context);
    }
}

// The field at which fibres begin or end; the first choice is none.
void end_of_fibres(PanelContext& context, const char* row, const char* explanation, std::string& end) {
    std::vector<std::string> names = names_of_load_fields(*context.ui_state.character);
    if (!end.empty() && std::ranges::count(names, end) == 0) {
        names.push_back(end);
    }
    int chosen = end.empty() ? 0 : 1 + static_cast<int>(std::ranges::find(names, end) - names.begin());
    std::vector<std::string> choices = names;
    choices.insert(choices.begin(), "Along the paint");
    if (edit(row, explanation, choices, chosen)) {
        end = chosen > 0 ? names[static_cast<std::size_t>(chosen) - 1] : "";
        need_subspace_for_loads(context);
    }
}

void rows_of_fibres(PanelContext& context, Load& load) {
    if (load.kind != LoadKind::muscle) {
        return;
    }
    end_of_fibres(
        context, "Fibres from",
        "Where the fibres begin: a bone, a painted muscle region, a painted part of the material or the pins. "
        "Without both ends they follow the slope of the paint, from little to much",
        load.from);
    end_of_fibres(context, "Fibres to", "Where the fibres end, likewise", load.to);
    if (edit({"Sections", "%d", "Parts of the muscle along its fibres, each of which contracts by itself", 1.0,
              static_cast<double>(muscle_sections_max), 1.0},
             load.sections)
            .finished) {
        need_subspace_for_loads(context);
    }
}

void friction_of_patch(PanelContext& context, Load& load) {
    if (load.kind != LoadKind::patch) {
        return;
    }
    if (edit({"Friction", "%.2f",
              "Variance of the contact's forces along its surface, times that along its normal; 0: it pushes along its "
              "normal alone",
              0.0, 4.0, 1.0},
             load.tangents)
            .finished) {
        need_subspace_for_loads(context);
    }
}

// Those of a file may differ; an edit makes them equal.
void stiffness_of_load(PanelContext& context, Load& load) {
    if (load.kind != LoadKind::handles && load.kind != LoadKind::springs) {
        return;
    }
    const double usual = usual_stiffness(*context.ui_state.character);
    bool holds = !load.stiffness.empty();
    if (edit(
            "Holds the body",
            "While these forces act, what they come from also holds the body, so that the subspace is one for the body "
            "that it holds",
            holds)) {
        load.stiffness.assign(holds ? 1 : 0, usual);
        need_subspace_for_loads(context);
    }
    if (!holds) {
        return;
    }
    double stiffness = std::ranges::max(load.stiffness);
    const Edited edited =
        edit({"Holding stiffness", "%.0f N/m",
              "Stiffness of each handle or spring of the load (k). If a file gives each its own, this "
              "is the largest, and an edit makes all of them equal",
              1.0, std::max(1e6, 10.0 * usual), usual, 1.0, true},
             stiffness);
    if (edited.changed) {
        load.stiffness = {stiffness};
    }
    if (edited.finished) {
        need_subspace_for_loads(context);
    }
}

void amount_and_decay(PanelContext& context, Load& load) {
    const Edited amount = edit({"Amount", "%.3g",
                                "Variance of its forces, times that of equal forces on equal masses: loads of larger "
                                "amounts have more of the subspace",
                                1e-3, 1e3, 1.0, 1.0, true},
                               load.amount);
    Edited decay;
    if (load.kind == LoadKind::field || load.kind == LoadKind::pressing || load.kind == LoadKind::patch) {
        decay = edit(
            {"Decay", "%.0f /m2",
             load.region ? "How fast forces fall off beyond the radius around the centre (alpha in exp(-alpha d^2))"
                         : "How fast forces fall off beyond the paint (alpha in exp(-alpha d^2)); 0: they end with the "
                           "paint",
             0.0, 1000.0, load.region ? LoadRegion{}.decay : 0.0},
            decay_of(load));
    }
    if (amount.finished || decay.finished) {
        need_subspace_for_loads(context);
    }
}

// How many numbers the mean of a kind has in the panel; 0: it is for files alone.
std::size_t count_of_mean(LoadKind kind) {
    switch (kind) {
    case LoadKind::everywhere:
    case LoadKind::region:
    case LoadKind::field:
        return 3;
    case LoadKind::pressing:
    case LoadKind::patch:
        return 1;
    default:
        return 0;
    }
}

Edited edit_mean(const Load& load, const char* name, double& value) {
    if (load.kind == LoadKind::pressing) {
        return edit({name, "%.0f Pa", "The pressure that acts all the time, from outside", -1e5, 1e5, 0.0}, value);
    }
    if (load.kind == LoadKind::patch) {
        return edit({name, "%.2f",
                     load.mean.size() == 1 ? "The push that acts all the time, out of the body, in standard deviations "
                                             "of what varies; negative: into the body"
                                           : "The push that acts all the time along this axis, in standard deviations "
                                             "of what varies",
                     -100.0, 100.0, 0.0},
                    value);
    }
    return edit({name, "%.2f m/s2", "The force that acts all the time, as an acceleration of what it acts on", -100.0,
                 100.0, 0.0},
                value);
}

void mean_of_load(PanelContext& context, Load& load) {
    const std::size_t count = count_of_mean(load.kind);
    if (count == 0) {
        return;
    }
    bool has_mean = !load.mean.empty();
    if (edit("Mean force",
             "A force that acts all the time, around which the others vary (mu): the subspace has the shape that the "
             "body takes under it",
             has_mean)) {
        load.mean.assign(has_mean ? count : 0, 0.0);
        need_subspace_for_loads(context);
    }
    if (load.mean.size() == 1) {
        if (edit_mean(load, "Mean", load.mean[0]).finished) {
            need_subspace_for_loads(context);
        }
        return;
    }
    constexpr std::array names{"Mean x", "Mean y", "Mean z"};
    for (std::size_t i = 0; i < std::min(names.size(), load.mean.size()); ++i) {
        if (edit_mean(load, names[i], load.mean[i]).finished) {
            need_subspace_for_loads(context);
        }
    }
}

} // namespace

void need_subspace_for_loads(PanelContext& context) {
    if (depends_on_loads(context.draft.description.subspace)) {
        context.need(Stage::subspace);
    }
}

void rows_of_load(PanelContext& context, Load& load) {
    kind_of_load(context, load);
    rows_of_fibres(context, load);
    friction_of_patch(context, load);
    stiffness_of_load(context, load);
    amount_and_decay(context, load);
    mean_of_load(context, load);
}

} // namespace limber::app
