// SPDX-License-Identifier: MIT
#include "tests/oracle/corotated_energy.h"

#include "tests/oracle/compiled_solvers.h"

#include <Eigen/Geometry>

#include <cmath>

namespace limber::oracle {
namespace {

// The rotation that brings the rest differences nearest to the differences.
Mat3 best_rotation(const Matrix& d0, const Matrix& d, const Vector& weight) {
    const Mat3 sum = d.transpose() * weight.asDiagonal() * d0;
    const Eigen::JacobiSVD<Mat3> svd(sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Mat3 U = svd.matrixU();
    const Mat3 V = svd.matrixV();
    return U * Vec3(1.0, 1.0, (U * V.transpose()).determinant()).asDiagonal() * V.transpose();
}

double energy_of(const CorotatedElement& element, const Points& X, const Points& x) {
    const Matrix d0 = element.D * X(element.vertices, Eigen::all);
    const Matrix d = element.D * x(element.vertices, Eigen::all);
    const Mat3 R = best_rotation(d0, d, element.weight);
    double energy = 0.0;
    double along = 0.0; // of the rest lengths that the turned differences have
    double scale = 0.0;
    for (Index q = 0; q < d.rows(); ++q) {
        const Vec3 turned = R * d0.row(q).transpose();
        energy += 0.5 * element.weight(q) * (d.row(q).transpose() - turned).squaredNorm();
        along += element.weight(q) * d.row(q).dot(turned);
        scale += element.weight(q) * d0.row(q).squaredNorm();
    }
    const double change = 3.0 * (along / scale - 1.0);
    return energy + 0.5 * element.volume_weight * change * change;
}

Vec3 unit_normal(const Points& x, const Triangles& F, Index face) {
    const Vec3 a = x.row(F(face, 0)).transpose();
    const Vec3 b = x.row(F(face, 1)).transpose();
    const Vec3 c = x.row(F(face, 2)).transpose();
    return (b - a).cross(c - a).normalized();
}

struct Wing {
    Index face;
    int opposite;
};

// The triangle with the directed edge from a to b, if there is one.
bool find_wing(const Triangles& F, int a, int b, Wing& wing) {
    for (Index face = 0; face < F.rows(); ++face) {
        for (Index k = 0; k < 3; ++k) {
            if (F(face, k) == a && F(face, (k + 1) % 3) == b) {
                wing = {face, F(face, (k + 2) % 3)};
                return true;
            }
        }
    }
    return false;
}

double signed_angle(const Points& x, const Triangles& F, int a, int b, const Wing& left, const Wing& right) {
    const Vec3 along = (x.row(b) - x.row(a)).transpose().normalized();
    const Vec3 n = unit_normal(x, F, left.face);
    const Vec3 m = unit_normal(x, F, right.face);
    return std::atan2(n.cross(m).dot(along), n.dot(m));
}

double height(const Points& X, int a, int b, int opposite) {
    const Vec3 along = (X.row(b) - X.row(a)).transpose();
    const Vec3 side = (X.row(opposite) - X.row(a)).transpose();
    return along.cross(side).norm() / along.norm();
}

} // namespace

double corotated_energy(std::span<const CorotatedElement> elements, const Points& X, const Points& x) {
    double energy = 0.0;
    for (const CorotatedElement& element : elements) {
        energy += energy_of(element, X, x);
    }
    return energy;
}

Points corotated_gradient(std::span<const CorotatedElement> elements, const Points& X, const Points& x, double step) {
    Points gradient(x.rows(), 3);
    Points moved = x;
    for (Index i = 0; i < x.rows(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            moved(i, axis) = x(i, axis) + step;
            const double after = corotated_energy(elements, X, moved);
            moved(i, axis) = x(i, axis) - step;
            const double before = corotated_energy(elements, X, moved);
            moved(i, axis) = x(i, axis);
            gradient(i, axis) = (after - before) / (2.0 * step);
        }
    }
    return gradient;
}

double discrete_shell_energy(const Triangles& F, const Points& X, const Points& x, double k) {
    double energy = 0.0;
    for (Index face = 0; face < F.rows(); ++face) {
        for (Index corner = 0; corner < 3; ++corner) {
            const int a = F(face, corner);
            const int b = F(face, (corner + 1) % 3);
            const Wing left{face, F(face, (corner + 2) % 3)};
            Wing right{};
            if (a > b || !find_wing(F, b, a, right)) {
                continue; // once an edge
            }
            const double change = signed_angle(x, F, a, b, left, right) - signed_angle(X, F, a, b, left, right);
            const double third = (height(X, a, b, left.opposite) + height(X, a, b, right.opposite)) / 6.0;
            energy += 0.5 * k * change * change * (X.row(b) - X.row(a)).norm() / third;
        }
    }
    return energy;
}

} // namespace limber::oracle
