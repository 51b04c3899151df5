// SPDX-License-Identifier: MIT
#include "app/controllers/painting_controller.h"
#include "engine/core/json.h"

// The feature's values in the state report.
namespace limber::app {
namespace {

// For each painted region, the number of vertices with more than half paint.
Json regions_json(const MuscleDescription& muscles) {
    Json::object_t regions;
    for (const MuscleRegion& region : muscles.regions) {
        const PaintLevels& levels = region.painted.levels();
        const auto inside = std::ranges::count_if(levels, [](int level) { return level > 127; });
        if (region.painted.is_there()) {
            regions.emplace_back(region.name, static_cast<std::int64_t>(inside));
        }
    }
    return regions;
}

} // namespace

void PaintingController::report(Json& report, const SessionState& state) const {
    if (state.shown.selected.character) {
        report.emplace("regions", regions_json(state.editor.description().muscles));
        report.emplace("target", Json::array_t{state.view.target.muscle, state.view.target.activation});
        report.emplace("holds_brush", state.view.brush.is_held);
    }
}

} // namespace limber::app
