// SPDX-License-Identifier: MIT
#include "app/rigid_bodies/rigid_body.h"

#include "engine/linalg/compiled_solvers.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace limber::app {
namespace {

constexpr int hull_directions = 400;

Vec3 corner(const TetMesh& mesh, Index tet, int i) {
    return mesh.X.row(mesh.T(tet, i)).transpose();
}

Vec3 centre_of_mass(const TetMesh& mesh, const Vector& volumes) {
    Vec3 sum = Vec3::Zero();
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (int i = 0; i < 4; ++i) {
            sum += 0.25 * volumes(t) * corner(mesh, t, i);
        }
    }
    return sum / volumes.sum();
}

/// The integral of y y' over a tet is V/20 (sum of y_i y_i' + s s'), where y_i are its corners and s is their sum.
Mat3 second_moment(const TetMesh& mesh, const Vector& volumes, const Vec3& centre) {
    Mat3 moment = Mat3::Zero();
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        Vec3 sum = Vec3::Zero();
        for (int i = 0; i < 4; ++i) {
            const Vec3 y = corner(mesh, t, i) - centre;
            moment += volumes(t) / 20.0 * y * y.transpose();
            sum += y;
        }
        moment += volumes(t) / 20.0 * sum * sum.transpose();
    }
    return moment;
}

/// Directions that cover the sphere evenly: a Fibonacci lattice.
Vec3 direction(int i) {
    const double height = 1.0 - (2.0 * i + 1.0) / hull_directions;
    const double angle = std::numbers::pi * (3.0 - std::sqrt(5.0)) * i;
    const double width = std::sqrt(1.0 - height * height);
    return {width * std::cos(angle), height, width * std::sin(angle)};
}

Points extreme_points(const Points& X) {
    std::set<Index> extreme;
    for (int i = 0; i < hull_directions; ++i) {
        Index row = 0;
        (X * direction(i)).maxCoeff(&row);
        extreme.insert(row);
    }
    Points corners(static_cast<Index>(extreme.size()), 3);
    Index filled = 0;
    for (const Index row : extreme) {
        corners.row(filled++) = X.row(row);
    }
    return corners;
}

} // namespace

Result<RigidBody> rigid_body(const TetMesh& mesh, const RigidDescription& description, double density) {
    if (const auto fault = fault_in(description)) {
        return *fault;
    }
    const Vector volumes = tet_volumes(mesh);
    const double volume = volumes.sum();
    if (!(volume > 0.0 && std::isfinite(volume))) {
        return Error{ErrorKind::bad_input, "a rigid body must have a volume", "rigid"};
    }
    RigidBody body;
    body.friction = description.friction;
    body.restitution = description.restitution;
    body.shape = description.shape;
    body.mass = description.mass > 0.0 ? description.mass : density * volume;
    body.centre = centre_of_mass(mesh, volumes);
    const Eigen::SelfAdjointEigenSolver<Mat3> moment(second_moment(mesh, volumes, body.centre));
    body.axes = moment.eigenvectors();
    if (body.axes.determinant() < 0.0) {
        body.axes.col(0) *= -1.0;
    }
    const Vec3 along = moment.eigenvalues() * body.mass / volume;
    body.inertia = Vec3::Constant(along.sum()) - along;
    const std::vector<int> boundary = boundary_vertices(mesh.T);
    Points skin(static_cast<Index>(boundary.size()), 3);
    for (Index i = 0; i < skin.rows(); ++i) {
        const Vec3 x = mesh.X.row(boundary[static_cast<std::size_t>(i)]).transpose();
        skin.row(i) = (body.axes.transpose() * (x - body.centre)).transpose();
    }
    body.radius = skin.rowwise().norm().mean();
    body.corners = extreme_points(skin);
    return body;
}

Result<RigidState> rigid_state(const RigidBody& body, const Affine& placement, const RigidDescription& description) {
    const Mat3 rotation = placement.leftCols<3>();
    const double stretch = (rotation.transpose() * rotation - Mat3::Identity()).cwiseAbs().maxCoeff();
    if (!(stretch <= 1e-6 && rotation.determinant() > 0.0)) {
        return Error{ErrorKind::bad_input, "a rigid body cannot be scaled, sheared or mirrored by its placement",
                     "rigid"};
    }
    RigidState state;
    state.frame.leftCols<3>() = rotation * body.axes;
    state.frame.col(3) = rotation * body.centre + placement.col(3);
    state.velocity = description.velocity;
    state.angular_velocity = description.angular_velocity;
    return state;
}

Affine placement_of(const RigidBody& body, const RigidState& state) {
    // The solver rounds to single precision; the quaternion makes the matrix a rotation again.
    const Mat3 frame = state.frame.leftCols<3>();
    Affine placement;
    placement.leftCols<3>() = Eigen::Quaterniond(frame).normalized().toRotationMatrix() * body.axes.transpose();
    placement.col(3) = state.frame.col(3) - placement.leftCols<3>() * body.centre;
    return placement;
}

} // namespace limber::app
