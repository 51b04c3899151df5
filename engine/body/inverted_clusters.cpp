// SPDX-License-Identifier: MIT
#include "engine/body/inverted_clusters.h"

#include "engine/core/contract.h"
#include "engine/operators/scalar_operators.h"

#include <Eigen/LU>

namespace limber {

std::vector<int> inverted_clusters(const Body& body, const Points& x) {
    EXPECTS(x.rows() == body.vertex_count());
    const TetGradients gradients = hat_gradients(body.mesh);
    const Vector weight = lame_mu(body.material).cwiseProduct(tet_volumes(body.mesh));
    std::vector<Mat3> sums(static_cast<std::size_t>(body.clusters.count), Mat3::Zero()); // a positive multiple of F_c
    for (Index t = 0; t < body.mesh.tet_count(); ++t) {
        const auto tet = static_cast<std::size_t>(t);
        Mat3& sum = sums[static_cast<std::size_t>(body.clusters.of_tet[tet])];
        for (int corner = 0; corner < 4; ++corner) {
            sum += weight(t) * x.row(body.mesh.T(t, corner)).transpose() * gradients[tet].row(corner);
        }
    }
    std::vector<int> inverted;
    for (std::size_t c = 0; c < sums.size(); ++c) {
        if (!(sums[c].determinant() > 0.0)) {
            inverted.push_back(static_cast<int>(c));
        }
    }
    return inverted;
}

} // namespace limber
