// SPDX-License-Identifier: MIT
#include "tests/support/muscled_bar.h"

#include "engine/actuation/example_poses.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>

#include <cmath>

namespace limber::testing {
namespace {

Mat3 gradient(const TetMesh& mesh, const TetGradients& hats, Index t, const Points& x) {
    Mat3 F = Mat3::Zero();
    for (int corner = 0; corner < 4; ++corner) {
        F += x.row(mesh.T(t, corner)).transpose() * hats[static_cast<std::size_t>(t)].row(corner);
    }
    return F;
}

} // namespace

ReducedModel MuscledBar::model() const {
    ReducedModel model = bar.model();
    model.actuation = actuation_set(bar.mesh, bar.material, bar.rig, bar.W, model, clusters, muscle_targets()).value();
    return model;
}

std::vector<Mat3> MuscledBar::targets(const Vector& activation) const {
    const Index displaced = D.cols() - stretches.cols();
    const Vector d = D.leftCols(displaced) * activation.head(displaced);
    const Vector added = stretches * activation.tail(stretches.cols());
    const Points x = bar.mesh.X + Points(Eigen::Map<const Points>(d.data(), d.size() / 3, 3));
    const TetGradients hats = hat_gradients(bar.mesh);
    std::vector<Mat3> Y;
    for (Index t = 0; t < bar.mesh.tet_count(); ++t) {
        Y.push_back(gradient(bar.mesh, hats, t, x));
        if (added.size() > 0) {
            Y.back() += added.segment<9>(9 * t).reshaped(3, 3);
        }
    }
    return Y;
}

double MuscledBar::energy(const Points& x, const Vector& activation) const {
    const std::vector<Mat3> Y = targets(activation);
    const TetGradients hats = hat_gradients(bar.mesh);
    const Vector gamma_V = 2.0 * lame_mu(bar.material).cwiseProduct(tet_volumes(bar.mesh));
    std::vector<Mat3> H(static_cast<std::size_t>(clusters.count), Mat3::Zero());
    for (Index t = 0; t < bar.mesh.tet_count(); ++t) {
        const auto i = static_cast<std::size_t>(t);
        H[static_cast<std::size_t>(clusters.of_tet[i])] +=
            gamma_V(t) * gradient(bar.mesh, hats, t, x) * Y[i].transpose();
    }
    double energy = 0.0;
    for (Index t = 0; t < bar.mesh.tet_count(); ++t) {
        const auto i = static_cast<std::size_t>(t);
        const Mat3 Omega = nearest_rotation(H[static_cast<std::size_t>(clusters.of_tet[i])]);
        energy += 0.5 * gamma_V(t) * (gradient(bar.mesh, hats, t, x) - Omega * Y[i]).squaredNorm();
    }
    return energy;
}

MuscledBar muscled(LivingBar bar, Index muscle_count, Clusters clusters) {
    const DisplacementModes modes = displacement_modes(bar.mesh, bar.material, {.count = muscle_count}).value();
    Matrix D = scaled_muscles(bar.mesh, modes.D);
    return {std::move(bar), std::move(D), std::move(clusters)};
}

MuscledBar with_examples(MuscledBar muscled) {
    constexpr double size = 0.3; // rms strain at activation 1
    const TetMesh& mesh = muscled.bar.mesh;
    std::vector<Points> examples(2, mesh.X);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const Vec3 X = mesh.X.row(i);
        examples[0](i, 0) += 0.3 * X.z() * X.z();
        const Mat3 twist = Eigen::AngleAxisd(0.9 * X.z(), Vec3::UnitZ()).toRotationMatrix();
        examples[1].row(i) = (twist * X).transpose();
    }
    Rng rng(17);
    Affine turn;
    turn << random_rotation(rng), random_vector(rng, 2.0);
    examples[1] = transformed(examples[1], turn);
    const Matrix stretches = example_stretches(mesh, examples);
    muscled.stretches = size * example_parameters(mesh, muscled.bar.material, stretches).stretches;
    return muscled;
}

MuscledBar turned(MuscledBar muscled, const Affine& turn) {
    muscled.bar = turned(std::move(muscled.bar), turn);
    for (Index i = 0; i < muscled.D.rows(); i += 3) {
        muscled.D.middleRows<3>(i) = turn.leftCols<3>() * muscled.D.middleRows<3>(i);
    }
    const Mat3 R = turn.leftCols<3>();
    for (Index v = 0; v < muscled.stretches.cols(); ++v) {
        for (Index i = 0; i < muscled.stretches.rows(); i += 9) {
            auto entries = muscled.stretches.col(v).segment<9>(i);
            const Mat3 turned_one = R * entries.reshaped(3, 3) * R.transpose();
            entries = turned_one.reshaped();
        }
    }
    return muscled;
}

Vector lively_activation(Index muscle_count, double time) {
    return Vector::NullaryExpr(
        muscle_count, [time](Index v) { return 0.8 * std::sin(7.0 * time + 1.3 * static_cast<double>(v)) + 0.1; });
}

} // namespace limber::testing
