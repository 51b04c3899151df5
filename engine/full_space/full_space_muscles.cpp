// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_muscles.h"

#include <algorithm>

namespace limber {

Result<FullSpaceMuscles> full_space_muscles(const TetMesh& mesh, const Material& material, const Clusters& clusters,
                                            const Matrix& D) {
    if (static_cast<Index>(clusters.of_tet.size()) != mesh.tet_count() ||
        *std::max_element(clusters.of_tet.begin(), clusters.of_tet.end()) >= clusters.count) {
        return Error{ErrorKind::bad_input, "the actuation clusters belong to another mesh", "muscles"};
    }
    if (D.rows() != 3 * mesh.vertex_count() || !D.allFinite()) {
        return Error{ErrorKind::bad_input, "a muscle needs three finite numbers for each vertex", "muscles"};
    }
    FullSpaceMuscles muscles;
    muscles.clusters = clusters;
    muscles.share = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    muscles.w = Vector::Zero(clusters.count);
    for (std::size_t t = 0; t < clusters.of_tet.size(); ++t) {
        muscles.w(clusters.of_tet[t]) += muscles.share(static_cast<Index>(t));
    }
    for (std::size_t t = 0; t < clusters.of_tet.size(); ++t) {
        muscles.share(static_cast<Index>(t)) /= muscles.w(clusters.of_tet[t]);
    }
    for (Index v = 0; v < D.cols(); ++v) {
        const Eigen::Map<const Points> d(D.col(v).data(), mesh.vertex_count(), 3);
        muscles.muscles.push_back(target_gradients(mesh, d));
    }
    muscles.energy = target_energy(mesh, material, D);
    return muscles;
}

} // namespace limber
