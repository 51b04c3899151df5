// SPDX-License-Identifier: MIT
#include "engine/mesh/winding_number.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

namespace limber {
namespace {

constexpr std::size_t leaf_faces = 8;
// Distance in radii from which a ball is approximated. The error is at most a few hundredths, in the middle of a
// sphere; the result is compared with a half.
constexpr double far_radii = 2.5;
constexpr int depth_max = 64;
constexpr double over_four_pi = 0.25 * std::numbers::inv_pi;

// A complex number whose argument is half the solid angle [Van Oosterom and Strackee 1983].
std::complex<double> half_solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    return {la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb, a.dot(b.cross(c))};
}

double dipole_field(const Vec3& d, const Vec3& dipole, const Mat3& moment) {
    const double over_square = 1.0 / d.squaredNorm();
    const double over_cube = over_square * std::sqrt(over_square);
    const double first_moment = moment.trace() - 3.0 * d.dot(moment * d) * over_square;
    return over_four_pi * over_cube * (dipole.dot(d) + first_moment);
}

} // namespace

WindingNumber::WindingNumber(const SurfaceMesh& surface) {
    triangles_.reserve(static_cast<std::size_t>(surface.F.rows()));
    for (Index f = 0; f < surface.F.rows(); ++f) {
        Triangle one{
            surface.V.row(surface.F(f, 0)), surface.V.row(surface.F(f, 1)), surface.V.row(surface.F(f, 2)), {}, {}};
        one.centre = (one.a + one.b + one.c) / 3.0;
        one.dipole = 0.5 * (one.b - one.a).cross(one.c - one.a);
        const double square = std::max({(one.a - one.centre).squaredNorm(), (one.b - one.centre).squaredNorm(),
                                        (one.c - one.centre).squaredNorm()});
        one.square = far_radii * far_radii * square;
        triangles_.push_back(one);
    }
    if (!triangles_.empty()) {
        build_ball(0, triangles_.size());
    }
}

int WindingNumber::build_ball(std::size_t begin, std::size_t end) {
    const int self = static_cast<int>(balls_.size());
    balls_.push_back(summarise(begin, end));
    if (end - begin > leaf_faces) {
        const std::size_t middle = split(begin, end);
        const int left = build_ball(begin, middle);
        const int right = build_ball(middle, end);
        balls_[static_cast<std::size_t>(self)].left = left;
        balls_[static_cast<std::size_t>(self)].right = right;
    }
    return self;
}

WindingNumber::Ball WindingNumber::summarise(std::size_t begin, std::size_t end) const {
    Ball ball;
    ball.begin = begin;
    ball.end = end;
    double area = 0.0;
    for (std::size_t t = begin; t < end; ++t) {
        const Triangle& one = triangles_[t];
        ball.dipole += one.dipole;
        ball.centre += one.dipole.norm() * one.centre;
        area += one.dipole.norm();
    }
    ball.centre = area > 0.0 ? Vec3(ball.centre / area) : triangles_[begin].a;
    for (std::size_t t = begin; t < end; ++t) {
        const Triangle& one = triangles_[t];
        ball.moment += (one.centre - ball.centre) * one.dipole.transpose();
        for (const Vec3& corner : {one.a, one.b, one.c}) {
            ball.radius = std::max(ball.radius, (corner - ball.centre).norm());
        }
    }
    return ball;
}

// Splits into halves by number, along the longest axis of the triangles' centres; ties keep their order.
std::size_t WindingNumber::split(std::size_t begin, std::size_t end) {
    Eigen::AlignedBox3d box;
    for (std::size_t t = begin; t < end; ++t) {
        box.extend(triangles_[t].a + triangles_[t].b + triangles_[t].c);
    }
    Index axis = 0;
    box.sizes().maxCoeff(&axis);
    const auto at = [this](std::size_t t) {
        return triangles_.begin() + static_cast<std::ptrdiff_t>(t);
    };
    std::stable_sort(at(begin), at(end), [axis](const Triangle& first, const Triangle& second) {
        return first.a(axis) + first.b(axis) + first.c(axis) < second.a(axis) + second.b(axis) + second.c(axis);
    });
    return begin + (end - begin) / 2;
}

// Arguments of a product add up as long as each stays below a right angle: one arctangent for many triangles. Most
// triangles of a leaf are far for their own size, and a dipole is enough.
double WindingNumber::solid_angles_of(const Ball& leaf, const Vec3& q) const {
    double sum = 0.0;
    double far = 0.0;
    std::complex<double> product = 1.0;
    for (std::size_t t = leaf.begin; t < leaf.end; ++t) {
        const Vec3 d = triangles_[t].centre - q;
        const double square = d.squaredNorm();
        if (square > triangles_[t].square) {
            far += triangles_[t].dipole.dot(d) / (square * std::sqrt(square));
            continue;
        }
        const auto next = half_solid_angle(triangles_[t].a - q, triangles_[t].b - q, triangles_[t].c - q);
        if (product.real() < 0.0 || next.real() < 0.0) {
            sum += std::arg(product);
            product = next;
        } else {
            product = {product.real() * next.real() - product.imag() * next.imag(),
                       product.real() * next.imag() + product.imag() * next.real()};
        }
    }
    return over_four_pi * (2.0 * (sum + std::arg(product)) + far);
}

double WindingNumber::at(const Vec3& q) const {
    if (balls_.empty()) {
        return 0.0;
    }
    std::array<int, depth_max> open{};
    std::size_t open_count = 1;
    double sum = 0.0;
    while (open_count > 0) {
        const Ball& ball = balls_[static_cast<std::size_t>(open[--open_count])];
        const Vec3 d = ball.centre - q;
        if (d.squaredNorm() > far_radii * far_radii * ball.radius * ball.radius && d.squaredNorm() > 0.0) {
            sum += dipole_field(d, ball.dipole, ball.moment);
        } else if (ball.left < 0) {
            sum += solid_angles_of(ball, q);
        } else {
            open[open_count++] = ball.left;
            open[open_count++] = ball.right;
        }
    }
    return sum;
}

} // namespace limber
