// SPDX-License-Identifier: MIT
#include "engine/operators/corotated_elements.h"

#include "engine/core/contract.h"

namespace limber {

ElementGradient element_gradient(const CorotatedElement& element, const Points& X) {
    EXPECTS(element.D.cols() == static_cast<Index>(element.vertices.size()));
    EXPECTS(element.D.rows() == element.weight.size());
    const Matrix d0 = element.D * X(element.vertices, Eigen::all);
    const double w = element.weight.dot(d0.rowwise().squaredNorm()) / 3.0;
    EXPECTS(w > 0.0);
    return {d0.transpose() * element.weight.asDiagonal() * element.D / w, w};
}

SparseMatrix element_laplacian(const std::vector<CorotatedElement>& elements, Index vertex_count) {
    std::vector<Eigen::Triplet<double>> entries;
    for (const CorotatedElement& element : elements) {
        const Matrix block = element.D.transpose() * element.weight.asDiagonal() * element.D;
        for (Index i = 0; i < block.rows(); ++i) {
            for (Index j = 0; j < block.cols(); ++j) {
                entries.emplace_back(element.vertices[static_cast<std::size_t>(i)],
                                     element.vertices[static_cast<std::size_t>(j)], block(i, j));
            }
        }
    }
    SparseMatrix L(vertex_count, vertex_count);
    L.setFromTriplets(entries.begin(), entries.end());
    return L;
}

} // namespace limber
