// SPDX-License-Identifier: MIT
#include "engine/model/body_point.h"

namespace limber {

BodyPoint body_point(const ReducedModel& model, const Points& X, const Rig& rig, const Matrix& W,
                     std::span<const int> vertices, std::span<const double> barycentric) {
    EXPECTS(vertices.size() == barycentric.size());
    Vector row = Vector::Zero(4 * W.cols());
    BodyPoint point{Vector(), Vector::Zero(4 * rig.map_count())};
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        EXPECTS(vertices[i] >= 0 && vertices[i] < X.rows());
        const Points at = X.row(vertices[i]);
        row += barycentric[i] * skinning_basis(in_frame(at, model.frame), W.row(vertices[i]), {}).transpose();
        point.rig_row += barycentric[i] * rig_row(X, rig, vertices[i]);
    }
    point.phi = model.T.transpose() * row;
    return point;
}

} // namespace limber
