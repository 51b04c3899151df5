// SPDX-License-Identifier: MIT
#pragma once

#include "engine/rig/rig.h"
#include "tests/unit/formats/waving_sheet.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <string>

namespace limber::testing {

/// n x bones: each vertex has one bone or two, so that a bone moves few vertices.
inline Matrix weights_along(const FloatPoints& X, Index bones) {
    Matrix W = Matrix::Zero(X.rows(), bones);
    const double length = static_cast<double>(X.col(0).maxCoeff());
    for (Index i = 0; i < X.rows(); ++i) {
        const double place = static_cast<double>(X(i, 0)) / length * static_cast<double>(bones - 1);
        const auto first = std::min(static_cast<Index>(place), bones - 2);
        W(i, first + 1) = place - static_cast<double>(first);
        W(i, first) = 1.0 - W(i, first + 1);
    }
    return W;
}

/// The strip of waving_strip with bones, each of which turns and shifts in its own way: 12 coordinates a bone.
inline BakedSurface linear_strip(const std::string& name, Index columns, int frames, Index bones) {
    BakedSurface surface = waving_strip(name, columns, 0, 0);
    surface.linear.J = rig_jacobian(surface.rest.cast<double>(), weights_along(surface.rest, bones));
    for (int frame = 0; frame < frames; ++frame) {
        AffineStack P(4 * bones, 3);
        for (Index bone = 0; bone < bones; ++bone) {
            const double time = 0.3 * frame + 1.7 * static_cast<double>(bone);
            const Vec3 axis = Vec3(std::sin(time), std::cos(2.0 * time), 1.0).normalized();
            const Mat3 turn = Eigen::AngleAxisd(std::sin(0.7 * time), axis).toRotationMatrix();
            P.middleRows<3>(4 * bone) = turn.transpose();
            P.row(4 * bone + 3) << std::sin(time), std::cos(1.3 * time), std::sin(0.4 * time);
        }
        surface.frames.push_back((surface.linear.J * P).cast<float>());
        surface.linear.P.push_back(P);
    }
    return surface;
}

} // namespace limber::testing
