// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/reduced_model.h"

#include <span>

namespace limber {

/// A point of the body in reduced coordinates: its position is phi' Z + rig_row' P.
struct BodyPoint {
    Vector phi;     // k
    Vector rig_row; // 4b
};

/// The point with these barycentric coordinates over any vertices of the mesh (they sum to one).
BodyPoint body_point(const ReducedModel& model, const Points& X, const Rig& rig, const Matrix& W,
                     std::span<const int> vertices, std::span<const double> barycentric);

} // namespace limber
