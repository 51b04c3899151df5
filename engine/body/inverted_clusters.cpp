// SPDX-License-Identifier: MIT
#include "engine/body/inverted_clusters.h"

#include "engine/core/contract.h"
#include "engine/operators/scalar_operators.h"

#include <Eigen/LU>

#include <algorithm>
#include <vector>

namespace limber {

Index inverted_cluster_count(const Body& body, const Points& x) {
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
    return std::ranges::count_if(sums, [](const Mat3& sum) { return !(sum.determinant() > 0.0); });
}

} // namespace limber
