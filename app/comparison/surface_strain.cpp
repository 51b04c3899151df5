// SPDX-License-Identifier: MIT
#include "app/comparison/surface_strain.h"

#include "app/character/material_scales.h"
#include "engine/operators/tet_gradient.h"

#include <cmath>

namespace limber::app {
namespace {

// |dev E| of the tet.
double deviatoric_strain(const Tets& T, const Points& x, Index t, const Eigen::Matrix<double, 4, 3>& gradients) {
    const Mat3 F = gradient_in_tet(x, T, t, gradients);
    Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
    E.diagonal().array() -= E.trace() / 3.0;
    return E.norm();
}

} // namespace

SurfaceStrain::SurfaceStrain(const Character& character)
    : T_(character.mesh.T), gradients_(hat_gradients(character.mesh)),
      mu_(lame_mu(with_volume(character.material, character.description.material))),
      volumes_(tet_volumes(character.mesh)), surface_(character.boundary_vertices),
      weights_(static_cast<std::size_t>(character.vertex_count()), 0.0) {
    for (Index t = 0; t < T_.rows(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            weights_[static_cast<std::size_t>(T_(t, corner))] += volumes_(t);
        }
    }
}

SurfaceStrain::Values SurfaceStrain::at(const Points& x, double young_scale) const {
    std::vector<double> strains(weights_.size(), 0.0);
    std::vector<double> stresses(weights_.size(), 0.0);
    for (Index t = 0; t < T_.rows(); ++t) {
        const double size = deviatoric_strain(T_, x, t, gradients_[static_cast<std::size_t>(t)]);
        const double strain = std::sqrt(2.0 / 3.0) * size * volumes_(t);
        const double stress = std::sqrt(1.5) * 2.0 * young_scale * mu_(t) * size * volumes_(t);
        for (Index corner = 0; corner < 4; ++corner) {
            const auto vertex = static_cast<std::size_t>(T_(t, corner));
            strains[vertex] += strain;
            stresses[vertex] += stress;
        }
    }
    Values values;
    for (const int vertex : surface_) {
        const auto v = static_cast<std::size_t>(vertex);
        values.strains.push_back(static_cast<float>(strains[v] / weights_[v]));
        values.stresses.push_back(static_cast<float>(stresses[v] / weights_[v]));
    }
    return values;
}

} // namespace limber::app
