// SPDX-License-Identifier: MIT
#include "app/controllers/painting_controller.h"
#include "engine/core/json.h"

// The feature's values in the state report.
namespace limber::app {
namespace {

// The number of vertices with more than half paint.
std::int64_t painted_count(const PaintedRegion& painted) {
    return std::ranges::count_if(painted.levels(), [](int level) { return level > 127; });
}

Json regions_json(const MuscleDescription& muscles) {
    Json::object_t regions;
    for (const MuscleRegion& region : muscles.regions) {
        if (region.painted.is_there()) {
            regions.emplace_back(region.name, painted_count(region.painted));
        }
    }
    return regions;
}

Json parts_json(const std::vector<MaterialPart>& parts) {
    Json::object_t all;
    for (const MaterialPart& part : parts) {
        all.emplace_back(part.name, Json::object_t{{"painted", painted_count(part.painted)},
                                                   {"young", part.young_factor},
                                                   {"density", part.density_factor}});
    }
    return all;
}

Json weights_json(const std::vector<PaintedWeight>& weights) {
    Json::object_t all;
    for (const PaintedWeight& weight : weights) {
        all.emplace_back(weight.name, painted_count(weight.painted));
    }
    return all;
}

Json loads_json(const ModelDescription& description) {
    Json::object_t all;
    for (std::size_t i = 0; i < description.loads.size(); ++i) {
        all.emplace_back(name_of(description, {BrushTarget::load, i}), painted_count(description.loads[i].painted));
    }
    return all;
}

} // namespace

void PaintingController::report(Json& report, const SessionState& state) const {
    if (state.shown.selected.character) {
        report.emplace("regions", regions_json(state.editor.description().muscles));
        report.emplace("material_parts", parts_json(state.editor.description().material.parts));
        report.emplace("loads", loads_json(state.editor.description()));
        report.emplace("painted_weights", weights_json(state.editor.description().painted_weights));
        report.emplace("pins", painted_count(state.editor.description().pins));
        report.emplace("leak", painted_count(state.editor.description().leak.painted));
        report.emplace("target", Json::array_t{state.view.target.muscle, state.view.target.activation});
        report.emplace("holds_brush", state.view.brush.is_held);
    }
}

} // namespace limber::app
