// SPDX-License-Identifier: MIT
#include "engine/rig/rig.h"

#include "engine/core/contract.h"
#include "engine/rig/skinning.h"

#include <cmath>

namespace limber {
namespace {

constexpr double weight_tolerance = 1e-6;

std::optional<Error> fault_in_row(const Matrix& W, Index i) {
    const auto weight_error = [&](std::string message) {
        return Error{ErrorKind::bad_input, std::move(message), "weights of vertex " + std::to_string(i)};
    };
    if (!W.row(i).allFinite()) {
        return weight_error("a weight is not a finite number");
    }
    if (W.row(i).minCoeff() < -weight_tolerance) {
        return weight_error("a weight is negative; weights lie between 0 and 1");
    }
    if (!(std::abs(W.row(i).sum() - 1.0) <= weight_tolerance)) {
        return weight_error("they sum to " + std::to_string(W.row(i).sum()) +
                            " instead of 1; divide them by their sum");
    }
    return std::nullopt;
}

// Relative to the centre and the size of the body, for the conditioning.
Points in_unit_box(const Points& X) {
    const BoundingBox box = bounding_box(X);
    return (X.rowwise() - box.centre().transpose()) / (box.diagonal() > 0.0 ? box.diagonal() : 1.0);
}

} // namespace

Rig affine_handle(const TetMesh& mesh) {
    const BoundingBox box = bounding_box(mesh.X);
    Bone handle;
    handle.name = "handle";
    handle.rest.col(3) = box.centre();
    handle.length = 0.25 * box.diagonal();
    return {Skeleton{{handle}}, Matrix::Ones(mesh.vertex_count(), 1)};
}

std::optional<Error> fault_in(const Rig& rig, const TetMesh& mesh) {
    if (auto fault = fault_in(rig.skeleton)) {
        return fault;
    }
    if (rig.W.rows() != mesh.vertex_count() || rig.W.cols() != rig.skeleton.bone_count()) {
        return Error{ErrorKind::bad_input,
                     "the rig has weights for " + std::to_string(rig.W.rows()) + " vertices and " +
                         std::to_string(rig.W.cols()) + " bones, the mesh has " + std::to_string(mesh.vertex_count()) +
                         " vertices and the skeleton " + std::to_string(rig.skeleton.bone_count()) +
                         " bones; use the rig that belongs to this mesh",
                     "weights"};
    }
    for (Index i = 0; i < rig.W.rows(); ++i) {
        if (auto fault = fault_in_row(rig.W, i)) {
            return fault;
        }
    }
    return fault_in(rig.targets, rig.W.cols(), rig.W.rows());
}

std::optional<Error> fault_of_dependence(const Rig& rig, const TetMesh& mesh) {
    return rig.targets.empty() ? std::nullopt
                               : fault_of_dependence(rig.targets, rig_jacobian(in_unit_box(mesh.X), rig.W));
}

Matrix rig_jacobian(const Points& X, const Matrix& W) {
    EXPECTS(X.rows() == W.rows());
    Matrix J(X.rows(), 4 * W.cols());
    for (Index b = 0; b < W.cols(); ++b) {
        for (int a = 0; a < 3; ++a) {
            J.col(4 * b + a) = W.col(b).cwiseProduct(X.col(a));
        }
        J.col(4 * b + 3) = W.col(b);
    }
    return J;
}

Matrix rig_jacobian(const Points& X, const Rig& rig) {
    if (rig.targets.empty()) {
        return rig_jacobian(X, rig.W);
    }
    Matrix J(X.rows(), 4 * rig.map_count());
    J.leftCols(4 * rig.W.cols()) = rig_jacobian(X, rig.W);
    Index column = 4 * rig.W.cols();
    for (const Target& target : rig.targets) {
        EXPECTS(target.d.rows() == X.rows());
        J.middleCols<3>(column) = target.d;
        J.col(column + 3).setZero();
        column += 4;
    }
    return J;
}

Vector rig_row(const Points& X, const Rig& rig, Index vertex) {
    Vector row = Vector::Zero(4 * rig.map_count());
    row.head(4 * rig.W.cols()) = rig_jacobian(Points(X.row(vertex)), Matrix(rig.W.row(vertex))).transpose();
    Index at = 4 * rig.W.cols();
    for (const Target& target : rig.targets) {
        row.segment<3>(at) = target.d.row(vertex).transpose();
        at += 4;
    }
    return row;
}

AffineStack rig_maps(const Rig& rig, const Pose& pose, std::span<const double> target_weights) {
    AffineStack maps = AffineStack::Zero(4 * rig.map_count(), 3);
    maps.topRows(4 * rig.skeleton.bone_count()) = skinning_maps(rig.skeleton, pose);
    Index row = 4 * rig.skeleton.bone_count();
    for (std::size_t t = 0; t < rig.targets.size(); ++t, row += 4) {
        if (t < target_weights.size()) {
            maps.middleRows<3>(row) = target_weights[t] * maps.middleRows<3>(4 * rig.targets[t].bone);
        }
    }
    return maps;
}

std::vector<double> target_weights_in(const Rig& rig, const AffineStack& P) {
    EXPECTS(P.rows() == 4 * rig.map_count());
    std::vector<double> weights;
    for (Index t = 0; t < rig.target_count(); ++t) {
        const Mat3 map = P.middleRows<3>(4 * (rig.skeleton.bone_count() + t));
        const Mat3 of_bone = P.middleRows<3>(4 * rig.targets[static_cast<std::size_t>(t)].bone);
        const double square = of_bone.squaredNorm();
        weights.push_back(square > 0.0 ? map.cwiseProduct(of_bone).sum() / square : 0.0);
    }
    return weights;
}

void add_rig_motion(const Points& X, const Rig& rig, const AffineStack& P, std::span<const int> vertices, Points& x) {
    EXPECTS(P.rows() == 4 * rig.map_count());
    const Index bones = 4 * rig.skeleton.bone_count();
    add_skinned(X, rig.W, P.topRows(bones), vertices, x);
    for (std::size_t t = 0; t < rig.targets.size(); ++t) {
        const Mat3 map = P.middleRows<3>(bones + 4 * static_cast<Index>(t));
        if (!map.isZero(0.0)) {
            for (std::size_t i = 0; i < vertices.size(); ++i) {
                x.row(static_cast<Index>(i)) += rig.targets[t].d.row(vertices[i]) * map;
            }
        }
    }
}

void add_rig_motion(const Points& X, const Rig& rig, const AffineStack& P, Points& x) {
    EXPECTS(P.rows() == 4 * rig.map_count());
    const Index bones = 4 * rig.skeleton.bone_count();
    add_skinned(X, rig.W, P.topRows(bones), x);
    for (std::size_t t = 0; t < rig.targets.size(); ++t) {
        const Mat3 map = P.middleRows<3>(bones + 4 * static_cast<Index>(t));
        if (!map.isZero(0.0)) {
            x += rig.targets[t].d * map;
        }
    }
}

void add_morphed_motion(const Points& X, const Rig& rig, const AffineStack& P, Points& x) {
    const std::vector<double> weights = target_weights_in(rig, P);
    Points morphed = X;
    for (std::size_t t = 0; t < weights.size(); ++t) {
        if (weights[t] != 0.0) {
            morphed += weights[t] * rig.targets[t].d;
        }
    }
    add_skinned(morphed, rig.W, P.topRows(4 * rig.skeleton.bone_count()), x);
}

} // namespace limber
