// SPDX-License-Identifier: MIT
#include "engine/full_space/muscle_energy.h"

#include "engine/linalg/nearest_rotation.h"

namespace limber {
namespace {

std::size_t cluster_of(const FullSpaceMuscles& muscles, std::size_t tet) {
    return static_cast<std::size_t>(muscles.clusters.of_tet[tet]);
}

// The rotation of each cluster and the energy of all.
double turn_targets(const FullSpaceMuscles& muscles, const TetGradients& active, const Tets& T, const Points& x,
                    std::vector<Mat3>& rotations) {
    rotations.assign(static_cast<std::size_t>(muscles.clusters.count), Mat3::Zero());
    for (std::size_t t = 0; t < active.size(); ++t) {
        Mat3& H = rotations[cluster_of(muscles, t)];
        for (int corner = 0; corner < 4; ++corner) {
            const Vec3 place = x.row(T(static_cast<Index>(t), corner));
            H += muscles.share(static_cast<Index>(t)) * place * active[t].row(corner);
        }
    }
    double energy = 0.0;
    for (std::size_t c = 0; c < rotations.size(); ++c) {
        const Mat3 H = rotations[c];
        rotations[c] = nearest_rotation(H);
        energy -= muscles.w(static_cast<Index>(c)) * rotations[c].cwiseProduct(H).sum();
    }
    return energy;
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

} // namespace limber
