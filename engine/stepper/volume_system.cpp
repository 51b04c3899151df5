// SPDX-License-Identifier: MIT
#include "engine/stepper/volume_system.h"

#include "engine/model/reduced_model.h"

#include <algorithm>

namespace limber {

VolumeSystem volume_system(const ReducedModel& model, Index handle_capacity) {
    const ClusterSet& set = volume_set(model);
    const auto unknowns = static_cast<std::size_t>(3 * model.coordinate_count());
    const std::size_t rows = padded(unknowns);
    const std::size_t narrowest = std::min(rows, volume_column_count(set, 0));
    if (!set.has_volume_term() || narrowest > volume_width_max) {
        return {};
    }
    const std::size_t columns = volume_column_count(set, handle_capacity);
    const std::size_t widest = std::min({rows, columns, volume_width_max});
    VolumeSystem volume;
    volume.unknowns = unknowns;
    volume.scale.resize(rows);
    volume.V.resize(rows * columns);
    volume.weight.resize(columns);
    volume.triangle.resize(widest * widest);
    volume.column.resize(columns);
    volume.row.resize(rows);
    volume.rotations.resize(set.block_count() * 9 * cluster_lanes);
    const auto coordinates = static_cast<std::size_t>(model.coordinate_count());
    volume.rigid.numbers.resize(coordinates * static_cast<std::size_t>(1 + handle_capacity) + columns);
    return volume;
}

std::size_t padded(std::size_t count) {
    return (count + cluster_lanes - 1) / cluster_lanes * cluster_lanes;
}

const ClusterSet& volume_set(const ReducedModel& model) {
    return model.sets.back();
}

std::size_t volume_column_count(const ClusterSet& set, Index handles) {
    return padded(set.block_count() * cluster_lanes + static_cast<std::size_t>(3 * handles));
}

} // namespace limber
