// SPDX-License-Identifier: MIT
#include "engine/cubature/muscle_curvature.h"

#include "engine/general_basis/general_objective.h"
#include "engine/linalg/dense_systems.h"
#include "engine/operators/hessian_spectrum.h"

#include <cmath>

namespace limber {
namespace {

Index muscle_cluster_count(const GeneralModel& model) {
    return model.actuation ? model.actuation->rest.rig_and_weights.cluster_count : 0;
}

// Of entry (i, j), which the lanes have row by row.
std::size_t lane_entry(Index i, Index j) {
    return static_cast<std::size_t>(3 * i + j);
}

} // namespace

MuscleCurvature muscle_curvature(const GeneralModel& model) {
    const Index size = 9 * muscle_cluster_count(model);
    return {Matrix(model.coordinate_count(), size), Vector(size), Vector(size), Matrix(model.coordinate_count(), size)};
}

void prepare_curvature(const GeneralModel& model, const GeneralPass& pass, MuscleCurvature& curvature) {
    const auto k = static_cast<std::size_t>(model.coordinate_count());
    for (Index c = 0; c < muscle_cluster_count(model); ++c) {
        const std::size_t block = static_cast<std::size_t>(c) / cluster_lanes;
        const std::size_t lane = static_cast<std::size_t>(c) % cluster_lanes;
        for (Index i = 0; i < 3; ++i) {
            for (Index j = 0; j < 3; ++j) {
                const Index column = 9 * c + i + 3 * j;
                const std::size_t entry = lane_entry(i, j);
                curvature.rig_H(column) = pass.exact.active_rig_F[(block * 9 + entry) * cluster_lanes + lane];
                for (std::size_t row = 0; row < k; ++row) {
                    curvature.S(static_cast<Index>(row), column) =
                        pass.exact.active_S[((block * k + row) * 9 + entry) * cluster_lanes + lane];
                }
            }
        }
    }
}

void subtract_muscle_curvature(const GeneralModel& model, const Controls& controls, const Coordinates& Z,
                               MuscleCurvature& curvature, Matrix& hessian) {
    const LaneArray<double>& w = model.actuation->rest.rig_and_weights.w;
    const double scale = controls.young_scale * muscle_stiffness_scale(model, controls);
    curvature.H = curvature.rig_H;
    curvature.H.noalias() += curvature.S.transpose() * as_vector(Z);
    // The Hessian of 1/2 |H - Omega|^2, the identity less T.
    constexpr Lame half{0.5, 0.0};
    for (Index c = 0; c < muscle_cluster_count(model); ++c) {
        const HessianSpectrum spectrum =
            hessian_spectrum(ElasticEnergy::arap, half, Eigen::Map<const Mat3>(curvature.H.data() + 9 * c));
        const Eigen::Matrix<double, 9, 1> root =
            (scale * w[static_cast<std::size_t>(c)] * (1.0 - spectrum.values.array()).max(0.0)).sqrt();
        const Mat9 vectors = spectrum.vectors * root.asDiagonal();
        curvature.columns.middleCols<9>(9 * c).noalias() = curvature.S.middleCols<9>(9 * c).lazyProduct(vectors);
    }
    add_outer_products(hessian, -1.0, curvature.columns);
}

} // namespace limber
