// SPDX-License-Identifier: MIT
#include "engine/contact/contact_points.h"

#include "engine/model/body_point.h"

#include <limits>

namespace limber {

std::vector<int> farthest_points(const Points& X, const std::vector<int>& candidates, Index count,
                                 const Vector& density) {
    EXPECTS(density.size() == 0 || density.size() == static_cast<Index>(candidates.size()));
    const Points at = X(candidates, Eigen::all);
    const auto weight = [&](Index i) {
        return density.size() == 0 ? 1.0 : density(i);
    };
    std::vector<int> chosen;
    // The first point is the one farthest from the middle.
    const Vec3 middle = at.rows() > 0 ? Vec3(at.colwise().mean().transpose()) : Vec3::Zero();
    Vector distance = (at.rowwise() - middle.transpose()).rowwise().norm();
    while (static_cast<Index>(chosen.size()) < count) {
        Index best = -1;
        double farthest = -1.0;
        for (Index i = 0; i < at.rows(); ++i) {
            const bool is_taken = !chosen.empty() && distance(i) == 0.0;
            if (weight(i) > 0.0 && !is_taken && weight(i) * distance(i) > farthest) {
                farthest = weight(i) * distance(i);
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        if (chosen.empty()) {
            distance.setConstant(std::numeric_limits<double>::infinity());
        }
        chosen.push_back(candidates[static_cast<std::size_t>(best)]);
        distance = distance.cwiseMin((at.rowwise() - at.row(best)).rowwise().norm());
    }
    return chosen;
}

ContactPoints contact_points(const ReducedModel& model, const Points& X, const Rig& rig, const Matrix& W,
                             const std::vector<int>& vertices) {
    const auto count = static_cast<Index>(vertices.size());
    ContactPoints points{vertices, Matrix(model.coordinate_count(), count), Matrix(4 * model.bone_count(), count)};
    for (Index i = 0; i < count; ++i) {
        const double whole = 1.0;
        const BodyPoint point =
            body_point(model, X, rig, W, std::span(&vertices[static_cast<std::size_t>(i)], 1), std::span(&whole, 1));
        points.phi.col(i) = point.phi;
        points.rig_rows.col(i) = point.rig_row;
    }
    return points;
}

} // namespace limber
