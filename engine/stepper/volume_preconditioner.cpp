// SPDX-License-Identifier: MIT
#include "engine/stepper/volume_preconditioner.h"

#include "engine/linalg/nearest_rotation.h"
#include "engine/model/reduced_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace limber {
namespace {

// lambda / (2 mu) below which L-BFGS alone needs no more iterations: a Poisson's ratio of 0.353.
constexpr double lambda_ratio_threshold = 1.2;
// [rad] root mean square rotation of the clusters since the system was built, above which it is rebuilt.
constexpr double rotation_change_max = 0.05;
// [rad^2] mean square rotation of the clusters out of the body's, times lambda / (2 mu), up to which a rigid system is
// as good: the error of the volume term relative to the shape term.
constexpr double rigid_error_max = 0.3;
// The same while they differ from the body by at most rotation_change_max more or less than at first in a step: it
// starts near its end, and the few iterations more that it needs cost less than a system of the clusters.
constexpr double steady_rigid_error_max = 0.9;

// The rotation of the whole body, and how far the clusters are from it.
struct BodyRotation {
    Mat3 Q = Mat3::Identity();
    double mean_square = 0.0; // [rad^2] of the clusters out of it

    double of_clusters() const {
        return std::sqrt(std::max(mean_square, 0.0)); // round-off
    }
};

// Both by the mean rotation, weighted by the volume term, which leaves idle lanes out: |R - Q|^2 = 6 - 2 <R, Q>, and a
// small angle a between them makes it 2 a^2.
template <typename Real>
BodyRotation body_rotation(const ClusterSet& set, const LaneArray<Real>& rotations) {
    Mat3 mean;
    double weight = 0.0;
    double sums[9] = {};
    for (std::size_t block = 0; block < set.block_count(); ++block) {
        const double* l = set.l.data() + block * cluster_lanes;
        for (std::size_t entry = 0; entry < 9; ++entry) {
            const Real* R = rotations.data() + (block * 9 + entry) * cluster_lanes;
            for (std::size_t lane = 0; lane < cluster_lanes; ++lane) {
                sums[entry] += l[lane] * static_cast<double>(R[lane]);
            }
        }
        weight = std::accumulate(l, l + cluster_lanes, weight);
    }
    for (int entry = 0; entry < 9; ++entry) {
        mean(entry / 3, entry % 3) = sums[entry] / weight;
    }
    const Mat3 Q = nearest_rotation(mean);
    return {Q, 3.0 - mean.cwiseProduct(Q).sum()};
}

BodyRotation body_rotation(const ReducedModel& model, const Controls& controls, const ElasticPass& pass) {
    const ClusterSet& set = volume_set(model);
    const std::size_t last = model.sets.size() - 1;
    return controls.arithmetic == Arithmetic::double_precision ? body_rotation(set, pass.exact.rotations[last])
                                                               : body_rotation(set, pass.single.rotations[last]);
}

void copy_rotations(const ReducedModel& model, const Controls& controls, const ElasticPass& pass,
                    LaneArray<float>& rotations) {
    const auto to_single = [](auto r) {
        return static_cast<float>(r);
    };
    if (controls.arithmetic == Arithmetic::double_precision) {
        const LaneArray<double>& now = pass.exact.rotations[model.sets.size() - 1];
        std::transform(now.begin(), now.end(), rotations.begin(), to_single);
    } else {
        const LaneArray<float>& now = pass.single.rotations[model.sets.size() - 1];
        std::copy(now.begin(), now.end(), rotations.begin());
    }
}

template <typename Real>
double squared_distance(const LaneArray<Real>& now, const LaneArray<float>& then) {
    Real sum = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const Real change = now[i] - static_cast<Real>(then[i]);
        sum += change * change;
    }
    return static_cast<double>(sum);
}

// [rad] A rotation by a small angle a changes the matrix by sqrt(2) a. Idle lanes do not change.
double rotation_change(const ReducedModel& model, const Controls& controls, const ElasticPass& pass,
                       const LaneArray<float>& then) {
    const std::size_t last = model.sets.size() - 1;
    const double sum = controls.arithmetic == Arithmetic::double_precision
                           ? squared_distance(pass.exact.rotations[last], then)
                           : squared_distance(pass.single.rotations[last], then);
    return std::sqrt(0.5 * sum / static_cast<double>(volume_set(model).cluster_count));
}

// One column a cluster, then three a handle, one an axis. Padding rows are zero.
void write_columns(const ReducedModel& model, const HandleSystem& handles, const Kernel& kernel, VolumeSystem& volume) {
    const ClusterSet& set = volume_set(model);
    const Columns& V = volume.columns;
    const auto unknowns = static_cast<std::size_t>(3 * set.coordinate_count);
    ClusterPass<float> pass;
    pass.block_count = set.block_count();
    pass.coordinate_count = unknowns / 3;
    pass.S = set.GKB_single.data();
    pass.rotations = volume.rotations.data();
    kernel.volume_columns(pass, 0, V);
    const std::size_t first = set.block_count() * cluster_lanes;
    for (std::size_t row = 0; row < unknowns; ++row) {
        float* to = V.values + row * V.stride;
        std::fill(to + first, to + V.stride, 0.0f);
        for (Index i = 0; i < handles.count; ++i) {
            const auto phi = static_cast<float>(handles.phi(static_cast<Index>(row / 3), i));
            to[first + static_cast<std::size_t>(3 * i) + row % 3] = phi;
        }
    }
    std::fill(V.values + unknowns * V.stride, V.values + V.rows * V.stride, 0.0f);
}

void write_weights(const ClusterSet& set, double scale, const HandleSystem& handles, VolumeSystem& volume) {
    const std::size_t first = set.block_count() * cluster_lanes;
    std::fill_n(volume.weight.begin(), volume.columns.stride, 0.0f);
    std::transform(set.l.begin(), set.l.end(), volume.weight.begin(),
                   [scale](double l) { return static_cast<float>(scale * l); });
    for (Index i = 0; i < 3 * handles.count; ++i) {
        volume.weight[first + static_cast<std::size_t>(i)] = static_cast<float>(handles.stiffness(i / 3));
    }
}

void factor_by_woodbury(const StepObjective& objective, VolumeSystem& volume) {
    std::fill(volume.scale.begin(), volume.scale.end(), 0.0f);
    for (std::size_t i = 0; i < volume.unknowns; ++i) {
        volume.scale[i] = static_cast<float>(objective.D_inverse.data()[i]);
    }
    const std::size_t width = volume.columns.stride;
    objective.kernel->gram(volume.columns, volume.scale.data(), volume.triangle.data());
    for (std::size_t c = 0; c < width; ++c) {
        // A huge pivot removes a column of weight zero.
        volume.triangle[c * width + c] += volume.weight[c] > 0.0f ? 1.0f / volume.weight[c] : 1e30f;
    }
    objective.kernel->cholesky(width, volume.triangle.data());
}

void factor_directly(const StepObjective& objective, VolumeSystem& volume) {
    const std::size_t width = volume.columns.rows;
    objective.kernel->row_gram(volume.columns, volume.weight.data(), volume.triangle.data());
    for (std::size_t i = 0; i < width; ++i) {
        volume.triangle[i * width + i] += i < volume.unknowns ? static_cast<float>(objective.D.data()[i]) : 1.0f;
    }
    objective.kernel->cholesky(width, volume.triangle.data());
}

void solve_by_woodbury(const StepObjective& objective, VolumeSystem& volume, Coordinates& rows) {
    const Kernel& kernel = *objective.kernel;
    std::fill(volume.row.begin(), volume.row.end(), 0.0f);
    for (std::size_t i = 0; i < volume.unknowns; ++i) {
        volume.row[i] = static_cast<float>(rows.data()[i]) * volume.scale[i];
    }
    std::fill_n(volume.column.begin(), volume.columns.stride, 0.0f);
    kernel.add_transposed(volume.columns, volume.row.data(), volume.column.data());
    kernel.cholesky_solve(volume.columns.stride, volume.triangle.data(), volume.column.data());
    std::fill(volume.row.begin(), volume.row.end(), 0.0f);
    kernel.add_product(volume.columns, volume.column.data(), volume.row.data());
    for (std::size_t i = 0; i < volume.unknowns; ++i) {
        rows.data()[i] = objective.D_inverse.data()[i] * (rows.data()[i] - static_cast<double>(volume.row[i]));
    }
}

void solve_directly(const Kernel& kernel, VolumeSystem& volume, Coordinates& rows) {
    std::fill(volume.row.begin(), volume.row.end(), 0.0f);
    for (std::size_t i = 0; i < volume.unknowns; ++i) {
        volume.row[i] = static_cast<float>(rows.data()[i]);
    }
    kernel.cholesky_solve(volume.columns.rows, volume.triangle.data(), volume.row.data());
    for (std::size_t i = 0; i < volume.unknowns; ++i) {
        rows.data()[i] = static_cast<double>(volume.row[i]);
    }
}

void solve_with_root(const StepObjective& objective, VolumeSystem& volume, Coordinates& rows) {
    const Columns root = volume.root();
    const Kernel& kernel = *objective.kernel;
    for (std::size_t i = 0; i < root.rows; ++i) {
        volume.row[i] = static_cast<float>(rows.data()[i]);
    }
    std::fill_n(volume.column.begin(), root.stride, 0.0f);
    kernel.add_transposed(root, volume.row.data(), volume.column.data());
    std::fill_n(volume.row.begin(), root.rows, 0.0f);
    kernel.add_product(root, volume.column.data(), volume.row.data());
    for (std::size_t i = 0; i < root.rows; ++i) {
        const auto product = static_cast<double>(volume.row[i]);
        rows.data()[i] = volume.is_direct() ? product : objective.D_inverse.data()[i] * rows.data()[i] - product;
    }
}

void write_system(const ReducedModel& model, const StepObjective& objective, VolumeSystem& volume) {
    write_columns(model, objective.handles, *objective.kernel, volume);
    if (volume.is_direct()) {
        factor_directly(objective, volume);
    } else {
        factor_by_woodbury(objective, volume);
    }
}

// Replaces V by R = U^-1, or R = D^-1 V U^-1: products with R and R' take less time than solving with U, whose unknowns
// depend on each other. R takes longer to compute than U, but it is kept until an input changes.
void write_root(const Kernel& kernel, VolumeSystem& volume) {
    const Columns root = volume.root();
    for (std::size_t row = 0; row < root.rows; ++row) {
        float* values = root.values + row * root.stride;
        if (volume.is_direct()) {
            std::fill_n(values, root.stride, 0.0f);
            values[row] = 1.0f;
        } else {
            std::transform(values, values + root.stride, values,
                           [scale = volume.scale[row]](float value) { return scale * value; });
        }
    }
    kernel.solve_rows(root.stride, volume.triangle.data(), root);
}

void write_identities(LaneArray<float>& rotations) {
    for (std::size_t i = 0; i < rotations.size(); ++i) {
        rotations[i] = i / cluster_lanes % 9 % 4 == 0 ? 1.0f : 0.0f;
    }
}

// Whether the inputs are those before.
bool replace_inputs(const ReducedModel& model, const StepObjective& objective, const VolumeSystem& volume,
                    RigidSystemInputs& inputs) {
    const float* S = volume_set(model).GKB_single.data();
    bool same = inputs.are_factored && inputs.S == S && inputs.stride == volume.columns.stride;
    inputs.S = S;
    inputs.stride = volume.columns.stride;
    double* to = inputs.numbers.data();
    const auto replace = [&](double number) {
        same = same && *to == number;
        *to++ = number;
    };
    const Index k = model.coordinate_count();
    for (Index i = 0; i < k; ++i) {
        replace(objective.D(i, 0));
    }
    std::for_each_n(volume.weight.begin(), volume.columns.stride, replace);
    for (Index i = 0; i < k; ++i) {
        for (Index j = 0; j < objective.handles.count; ++j) {
            replace(objective.handles.phi(i, j));
        }
    }
    return same;
}

void build_rigid(const ReducedModel& model, const StepObjective& objective, const Mat3& Q, VolumeSystem& volume) {
    volume.frame = Q;
    if (!replace_inputs(model, objective, volume, volume.rigid)) {
        write_identities(volume.rotations);
        write_system(model, objective, volume);
        write_root(*objective.kernel, volume);
        volume.rigid.are_factored = true;
    }
}

void build_deformed(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
                    VolumeSystem& volume) {
    volume.rigid.are_factored = false;
    volume.frame = Mat3::Identity();
    copy_rotations(model, controls, objective.pass, volume.rotations);
    write_system(model, objective, volume);
}

void build(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
           const BodyRotation& body, VolumeSystem& volume) {
    write_weights(volume_set(model), controls.young_scale * controls.lambda_scale, objective.handles, volume);
    const bool is_steady = std::abs(body.of_clusters() - volume.first_rotation) <= rotation_change_max;
    const double error = controls.lambda_scale * model.lambda_ratio_max * body.mean_square;
    if (error <= (is_steady ? steady_rigid_error_max : rigid_error_max)) {
        build_rigid(model, objective, body.Q, volume);
    } else {
        build_deformed(model, controls, objective, volume);
    }
}

// rows <- rows A: from the world's axes to those of the frame A, or from these with A'.
void turn(const Mat3& A, Coordinates& rows) {
    for (Index i = 0; i < rows.rows(); ++i) {
        rows.row(i) = (rows.row(i) * A).eval();
    }
}

} // namespace

void prepare_volume_system(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
                           VolumeSystem& volume) {
    volume.in_use = false;
    if (volume.V.empty() || controls.memory == 0 ||
        controls.lambda_scale * model.lambda_ratio_max < lambda_ratio_threshold) {
        return;
    }
    volume.columns = {padded(volume.unknowns), volume_column_count(volume_set(model), objective.handles.count),
                      volume.V.data()};
    volume.in_use = std::min(volume.columns.rows, volume.columns.stride) <= volume_width_max;
    if (volume.in_use) {
        const BodyRotation body = body_rotation(model, controls, objective.pass);
        volume.first_rotation = body.of_clusters();
        build(model, controls, objective, body, volume);
    }
}

void update_volume_system(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
                          VolumeSystem& volume) {
    if (volume.rigid.are_factored ||
        rotation_change(model, controls, objective.pass, volume.rotations) > rotation_change_max) {
        build(model, controls, objective, body_rotation(model, controls, objective.pass), volume);
    }
}

void solve_with_volume(const StepObjective& objective, VolumeSystem& volume, Coordinates& rows) {
    turn(volume.frame, rows);
    if (volume.rigid.are_factored) {
        solve_with_root(objective, volume, rows);
    } else if (volume.is_direct()) {
        solve_directly(*objective.kernel, volume, rows);
    } else {
        solve_by_woodbury(objective, volume, rows);
    }
    turn(volume.frame.transpose(), rows);
}

} // namespace limber
