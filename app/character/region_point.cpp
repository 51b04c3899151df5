// SPDX-License-Identifier: MIT
#include "app/character/region_point.h"

#include "engine/body/body_step.h"

#include <algorithm>

namespace limber::app {
namespace {

bool has_point(const MuscleRegion& region) {
    return region.painted.is_there() && !region.painted.is_blank();
}

} // namespace

std::optional<BodyPoint> region_point(const Character& character, const std::string& name) {
    const std::vector<MuscleRegion>& regions = character.description.muscles.regions;
    const auto region = std::ranges::find(regions, name, &MuscleRegion::name);
    if (region == regions.end() || !has_point(*region)) {
        return std::nullopt;
    }
    const PaintLevels& levels = region->painted.levels();
    if (levels.size() != character.boundary_vertices.size()) {
        return std::nullopt;
    }
    std::vector<int> vertices;
    std::vector<double> shares;
    double sum = 0.0;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (levels[i] > 0) {
            vertices.push_back(character.boundary_vertices[i]);
            shares.push_back(levels[i]);
            sum += levels[i];
        }
    }
    for (double& share : shares) {
        share /= sum;
    }
    return body_point(character, vertices, shares);
}

std::vector<std::string> names_of_painted_regions(const MuscleDescription& muscles) {
    std::vector<std::string> names;
    for (const MuscleRegion& region : muscles.regions) {
        if (has_point(region)) {
            names.push_back(region.name);
        }
    }
    return names;
}

} // namespace limber::app
