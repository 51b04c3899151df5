// SPDX-License-Identifier: MIT
#include "app/panels/newton_rows.h"

#include "app/character/character.h"
#include "app/character_build/newton_character.h"
#include "app/document/subspace_titles.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"

#include <algorithm>
#include <string>
#include <vector>

namespace limber::app {
namespace {

constexpr double points_live_max = 2000.0;

// The first steps by local-global iterations; the others are in the order of the energies.
std::vector<std::string> choices_of_elasticity() {
    std::vector<std::string> choices(energy_titles.begin(), energy_titles.end());
    choices.insert(choices.begin(), "Clusters");
    return choices;
}

void choose_energy(PanelContext& context) {
    std::optional<NewtonDescription>& newton = context.draft.description.newton;
    int chosen = newton ? 1 + static_cast<int>(newton->energy) : 0;
    if (!edit("Elasticity",
              "How the body resists.\nClusters: co-rotational, with one rotation for each cluster; the fastest, by "
              "local-global iterations.\nThe others are integrated at chosen tetrahedra (cubature points) and "
              "minimised by Newton's method with backtracking. Large strains look best with the neo-Hookean one",
              choices_of_elasticity(), chosen)) {
        return;
    }
    const bool had_newton = newton.has_value();
    if (chosen == 0) {
        newton.reset();
    } else {
        NewtonDescription wanted = newton.value_or(NewtonDescription());
        wanted.energy = static_cast<ElasticEnergy>(chosen - 1);
        newton = wanted;
    }
    context.need(had_newton == newton.has_value() ? Stage::cubature : Stage::model);
}

void rows_of_points(PanelContext& context, const Character& it) {
    NewtonDescription& newton = *context.draft.description.newton;
    const auto& opened = context.ui_state.selected.opened->newton;
    const NewtonDescription start = opened.value_or(NewtonDescription());
    int points = static_cast<int>(newton.points);
    const double most = std::min(points_live_max, static_cast<double>(it.mesh.tet_count()));
    const Edited counted_points =
        edit({"Points", "%d",
              "Tetrahedra whose energy is summed, with weights: more of them resist more like all of them, and a step "
              "takes longer",
              1.0, most, static_cast<double>(start.points)},
             points);
    newton.points = points;
    const Edited bounded =
        edit({"Largest error", "%.1f %%",
              "Of the forces of the points in training poses, relative to those of all tetrahedra: with a larger one "
              "the body is not changed, and a message says so",
              1e-4, 1.0, start.training_error, 0.01, true},
             newton.training_error);
    if (counted_points.finished || bounded.finished) {
        context.need(Stage::cubature);
    }
}

} // namespace

bool newton_rows(PanelContext& context) {
    const Character& it = *context.ui_state.character;
    choose_energy(context);
    if (!context.draft.description.newton) {
        return false;
    }
    rows_of_points(context, it);
    if (const auto in_use = cubature_in_use(it)) {
        fact("Points in use", grouped(in_use->points),
             "Those of the character that moves now, of all its tetrahedra; at most, where it switches between loads");
        fact("Training error", measured(100.0 * in_use->training_error, "%"),
             "Of the forces of these points in training poses, relative to those of all tetrahedra");
    }
    return true;
}

} // namespace limber::app
