#include "engine/stepper/volume_preconditioner.h"

#include "engine/model/reduced_model.h"

#include <algorithm>

namespace limber {
namespace {

// lambda / (2 mu) below which L-BFGS alone comes as near in as many iterations: Poisson's ratio just below 0.4.
constexpr double volume_ratio_min = 1.9;
// The system is factored once a step, at a cost that grows with the cube of its columns: beyond, more iterations are
// cheaper.
constexpr std::size_t columns_max = 256;

std::size_t filled_up(std::size_t count) {
    return (count + cluster_lanes - 1) / cluster_lanes * cluster_lanes;
}

// The set that carries the volume term.
const ClusterSet& volume_set(const ReducedModel& model) {
    return model.sets.back();
}

// Three columns a handle, one an axis, behind those of the clusters.
void write_handle_columns(const HandleSystem& handles, std::size_t first, Columns& V) {
    for (std::size_t row = 0; row < V.rows; ++row) {
        float* to = V.values + row * V.stride;
        std::fill(to + first, to + V.stride, 0.0f);
        for (Index i = 0; i < handles.count; ++i) {
            const auto phi = static_cast<float>(handles.phi(static_cast<Index>(row / 3), i));
            to[first + static_cast<std::size_t>(3 * i) + row % 3] = phi;
        }
    }
}

void add_inverse_weights(const ClusterSet& set, double scale, const HandleSystem& handles, VolumeSystem& volume) {
    const std::size_t stride = volume.columns.stride;
    const std::size_t first = set.block_count() * cluster_lanes;
    for (std::size_t c = 0; c < stride; ++c) {
        double weight = 0.0;
        if (c < first) {
            weight = scale * set.l[c];
        } else if (c < first + static_cast<std::size_t>(3 * handles.count)) {
            weight = handles.stiffness(static_cast<Index>((c - first) / 3));
        }
        // What weighs nothing is taken out.
        volume.triangle[c * stride + c] += weight > 0.0 ? static_cast<float>(1.0 / weight) : 1e30f;
    }
}

} // namespace

VolumeSystem volume_system(const ReducedModel& model, Index handle_capacity) {
    const ClusterSet& set = volume_set(model);
    const std::size_t clusters = set.block_count() * cluster_lanes;
    if (!set.holds_volume() || clusters > columns_max) {
        return {};
    }
    const auto rows = static_cast<std::size_t>(3 * model.coordinate_count());
    const std::size_t columns =
        std::min(columns_max, filled_up(clusters + static_cast<std::size_t>(3 * handle_capacity)));
    VolumeSystem volume;
    volume.scale.resize(rows);
    volume.V.resize(rows * columns);
    volume.triangle.resize(columns * columns);
    volume.column.resize(columns);
    volume.row.resize(rows);
    return volume;
}

void prepare_volume_system(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    VolumeSystem& volume = workspace.volume;
    const ClusterSet& set = volume_set(model);
    const std::size_t clusters = set.block_count() * cluster_lanes;
    const std::size_t columns = filled_up(clusters + static_cast<std::size_t>(3 * workspace.handles.count));
    volume.in_use = !volume.V.empty() && controls.memory > 0 && columns <= columns_max &&
                    controls.volume_scale * model.volume_ratio >= volume_ratio_min;
    if (!volume.in_use) {
        return;
    }
    volume.columns = {volume.row.size(), columns, volume.V.data()};
    LaneArray<float>& rotations = workspace.single.rotations[model.sets.size() - 1];
    if (controls.arithmetic == Arithmetic::double_precision) {
        const LaneArray<double>& exact = workspace.exact.rotations[model.sets.size() - 1];
        std::transform(exact.begin(), exact.end(), rotations.begin(), [](double r) { return static_cast<float>(r); });
    }
    for (std::size_t i = 0; i < volume.scale.size(); ++i) {
        volume.scale[i] = static_cast<float>(workspace.D_inverse.data()[i]);
    }
    ClusterPass<float> pass;
    pass.block_count = set.block_count();
    pass.coordinate_count = volume.row.size() / 3;
    pass.S = set.GKB_single.data();
    pass.rotations = rotations.data();
    workspace.kernel->volume_columns(pass, 0, volume.columns);
    write_handle_columns(workspace.handles, clusters, volume.columns);
    workspace.kernel->gram(volume.columns, volume.scale.data(), volume.triangle.data());
    add_inverse_weights(set, controls.young_scale * controls.volume_scale, workspace.handles, volume);
    workspace.kernel->cholesky(volume.columns.stride, volume.triangle.data());
}

void solve_with_volume(Workspace& workspace, Coordinates& rows) {
    VolumeSystem& volume = workspace.volume;
    const Kernel& kernel = *workspace.kernel;
    for (std::size_t i = 0; i < volume.row.size(); ++i) {
        volume.row[i] = static_cast<float>(rows.data()[i]) * volume.scale[i];
    }
    std::fill(volume.column.begin(), volume.column.end(), 0.0f);
    kernel.add_transposed(volume.columns, volume.row.data(), volume.column.data());
    kernel.cholesky_solve(volume.columns.stride, volume.triangle.data(), volume.column.data());
    std::fill(volume.row.begin(), volume.row.end(), 0.0f);
    kernel.add_product(volume.columns, volume.column.data(), volume.row.data());
    for (std::size_t i = 0; i < volume.row.size(); ++i) {
        rows.data()[i] = workspace.D_inverse.data()[i] * (rows.data()[i] - static_cast<double>(volume.row[i]));
    }
}

} // namespace limber
