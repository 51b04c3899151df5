// SPDX-License-Identifier: MIT
#include "app/panels/cage_rows.h"

#include "app/document/region_edits.h"
#include "app/motion/moving_body.h"
#include "app/panels/edited_count.h"
#include "app/panels/numbers.h"

#include <algorithm>
#include <string>

namespace limber::app {
namespace {

bool moves_from(const MuscleControls& controls, std::size_t first) {
    const auto has_left = [first](const Handover::Leaving& leaving) {
        return leaving.gait.waveforms.size() > first;
    };
    return controls.gait.waveforms.size() > first || controls.held.size() > first ||
           std::ranges::any_of(controls.handover.from, has_left);
}

// A gait refers to muscles by their numbers, and how many a cage has is known when it is built. Characters that share
// the model have its muscles too.
bool has_gaits(const PanelContext& context) {
    const MuscleDescription& muscles = context.draft.description.muscles;
    const std::size_t first = first_muscle_of(muscles, muscles.regions.size());
    if (!muscles.gaits.is_empty() || moves_from(context.draft.controls.muscles, first)) {
        return true;
    }
    const Scene& scene = context.document.scene;
    const CharacterInstance* selected = scene.instance(context.ui_state.selected.id);
    return selected && std::ranges::any_of(scene.instances, [&](const CharacterInstance& other) {
               return other.model == selected->model && other.id != selected->id &&
                      moves_from(other.controls.muscles, first);
           });
}

constexpr const char* moved_by_gaits =
    "Not while a gait or Hold moves muscles, here or of another character of this model: these count the muscles, "
    "which would be others. Remove them first";

// The last of its muscles cannot be removed here.
double least_count(const MuscleDescription& others) {
    return others.are_there() ? 0.0 : 1.0;
}

void cells_row(PanelContext& context) {
    MuscleDescription& muscles = context.draft.description.muscles;
    MuscleDescription others = muscles;
    others.cage_cells = 0;
    const auto cells = edited_count(
        {.name = "Cage cells",
         .format = "%d",
         .tooltip =
             "About so many boxes around the body, whose changes of its rest shape are its muscles: more bend it "
             "in finer ways and take longer in each step. Computed in the background",
         .low = least_count(others),
         .high = static_cast<double>(cage_cells_max),
         .reset_to = static_cast<double>(automatic_cage_cells),
         .why_disabled = has_gaits(context) ? moved_by_gaits : nullptr},
        static_cast<int>(muscles.cage_cells), context.unfinished.count);
    if (cells) {
        muscles.cage_cells = *cells;
        context.need(Stage::muscles);
    }
}

void skinning_modes_row(PanelContext& context) {
    MuscleDescription& muscles = context.draft.description.muscles;
    MuscleDescription others = muscles;
    others.skinning_modes = 0;
    if (!muscles.are_there()) {
        return;
    }
    const Index modes = context.ui_state.character->modes ? context.ui_state.character->modes->W.cols() : 0;
    const Index most = std::max(std::min(modes, skinning_handles_max), muscles.skinning_modes);
    const auto count = edited_count(
        {.name = "Skinning modes",
         .format = "%d",
         .tooltip = "So many of the subspace's softest skinning modes change its rest shape: each stretches, shears, "
                    "turns and moves a part of the body, with up to twelve muscles. 0: none",
         .low = least_count(others),
         .high = static_cast<double>(most),
         .reset_to = least_count(others),
         .why_disabled = has_gaits(context) ? moved_by_gaits : nullptr},
        static_cast<int>(muscles.skinning_modes), context.unfinished.count);
    if (count) {
        muscles.skinning_modes = *count;
        context.need(Stage::muscles);
    }
}

} // namespace

void cage_rows(PanelContext& context) {
    const MuscleDescription& muscles = context.draft.description.muscles;
    if (!muscles.cage_file.empty()) {
        fact("Cage", muscles.cage_file.filename().string(), "The triangles whose vertices are its muscles");
    } else if (muscles.are_there()) { // at 0, too, or a row would end its own drag
        cells_row(context);
    }
    skinning_modes_row(context);
    if (context.ui_state.character->model.is_planar || has_gaits(context)) {
        return;
    }
    if (button("Cage from a file", "A closed, coarse surface around the body, in the unit of its file: its vertices "
                                   "become the muscles, with harmonic coordinates, in place of modes and regions")) {
        context.request(AskForFile{FilePurpose::cage});
    }
}

} // namespace limber::app
