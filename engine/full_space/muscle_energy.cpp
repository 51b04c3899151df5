// SPDX-License-Identifier: MIT
#include "engine/full_space/muscle_energy.h"

#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/hessian_spectrum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace limber {
namespace {

std::size_t cluster_of(const FullSpaceMuscles& muscles, std::size_t tet) {
    return static_cast<std::size_t>(muscles.clusters.of_tet[tet]);
}

// H of each cluster.
std::vector<Mat3> cluster_matrices(const FullSpaceMuscles& muscles, const TetGradients& active, const Tets& T,
                                   const Points& x) {
    std::vector<Mat3> matrices(static_cast<std::size_t>(muscles.clusters.count), Mat3::Zero());
    for (std::size_t t = 0; t < active.size(); ++t) {
        Mat3& H = matrices[cluster_of(muscles, t)];
        for (int corner = 0; corner < 4; ++corner) {
            const Vec3 place = x.row(T(static_cast<Index>(t), corner));
            H += muscles.share(static_cast<Index>(t)) * place * active[t].row(corner);
        }
    }
    return matrices;
}

// The rotation of each cluster and the energy of all.
double turn_targets(const FullSpaceMuscles& muscles, const TetGradients& active, const Tets& T, const Points& x,
                    std::vector<Mat3>& rotations) {
    rotations = cluster_matrices(muscles, active, T, x);
    double energy = 0.0;
    for (std::size_t c = 0; c < rotations.size(); ++c) {
        const Mat3 H = rotations[c];
        rotations[c] = nearest_rotation(H);
        energy -= muscles.w(static_cast<Index>(c)) * rotations[c].cwiseProduct(H).sum();
    }
    return energy;
}

using Twists = std::array<Mat3, 3>;

// Three matrices D with sum_i <D_i, dH>^2 = dH : dOmega/dH : dH, at H.
Twists twists_of(const Mat3& H) {
    constexpr Lame half{0.5, 0.0}; // 1/2 |H - Omega|^2, whose second derivative is the identity less dOmega/dH
    const HessianSpectrum spectrum = hessian_spectrum(ElasticEnergy::arap, half, H);
    std::array<Index, 9> order{};
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, {}, [&](Index i) { return spectrum.values(i); });
    Twists twists;
    for (std::size_t i = 0; i < twists.size(); ++i) {
        const double rate = std::max(1.0 - spectrum.values(order[i]), 0.0);
        twists[i] = std::sqrt(rate) * Eigen::Map<const Mat3>(spectrum.vectors.col(order[i]).data());
    }
    return twists;
}

} // namespace

double muscle_stiffness_scale(const FullSpaceModel& model, const Controls& controls) {
    return model.muscles ? controls.muscle_stiffness_scale : 0.0;
}

TetGradients active_gradients(const FullSpaceModel& model, const Controls& controls) {
    if (muscle_stiffness_scale(model, controls) == 0.0) {
        return {};
    }
    const Vector& activation = controls.activation;
    EXPECTS(activation.size() == 0 || activation.size() == model.muscles->muscle_count());
    TetGradients active = model.gradients;
    for (Index v = 0; v < activation.size(); ++v) {
        const TetGradients& part = model.muscles->muscles[static_cast<std::size_t>(v)];
        for (std::size_t t = 0; t < active.size(); ++t) {
            active[t] += activation(v) * part[t];
        }
    }
    return active;
}

double add_muscle_energy(const FullSpaceModel& model, const TetGradients& active, const Points& x, double scale,
                         Threads threads, TetEnergy& scratch, Points& gradient) {
    const FullSpaceMuscles& muscles = *model.muscles;
    std::vector<Mat3> rotations;
    const double energy = turn_targets(muscles, active, model.T, x, rotations);
    for (std::size_t t = 0; t < active.size(); ++t) {
        Eigen::Map<Eigen::Matrix<double, 4, 3, Eigen::RowMajor>> forces(scratch.forces.data() + 12 * t);
        const Mat3 turn_back = rotations[cluster_of(muscles, t)].transpose();
        forces = -model.w(static_cast<Index>(t)) * active[t] * turn_back;
    }
    add_corner_forces(model, scale, threads, scratch, gradient);
    return scale * energy;
}

Matrix muscle_curvature_columns(const FullSpaceModel& model, const TetGradients& active, const Points& x,
                                double scale) {
    const FullSpaceMuscles& muscles = *model.muscles;
    std::vector<Twists> twists;
    for (const Mat3& H : cluster_matrices(muscles, active, model.T, x)) {
        twists.push_back(twists_of(H));
    }
    Matrix U = Matrix::Zero(3 * x.rows(), 3 * muscles.clusters.count);
    for (std::size_t t = 0; t < active.size(); ++t) {
        const std::size_t cluster = cluster_of(muscles, t);
        const auto c = static_cast<Index>(cluster);
        const double factor = std::sqrt(scale * muscles.w(c)) * muscles.share(static_cast<Index>(t));
        for (int corner = 0; corner < 4; ++corner) {
            const Index row = 3 * model.T(static_cast<Index>(t), corner);
            for (Index i = 0; i < 3; ++i) {
                U.col(3 * c + i).segment<3>(row) +=
                    factor * twists[cluster][static_cast<std::size_t>(i)] * active[t].row(corner).transpose();
            }
        }
    }
    return U;
}

} // namespace limber
