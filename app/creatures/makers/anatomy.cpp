// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"

#include "engine/core/contract.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace {

constexpr int pieces_per_point = 3;

Vec3 on_curve(const std::vector<Vec3>& points, std::size_t from, double t) {
    const auto point = [&](std::ptrdiff_t i) {
        return points[static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(i, 0, static_cast<std::ptrdiff_t>(points.size()) - 1))];
    };
    const auto i = static_cast<std::ptrdiff_t>(from);
    const Vec3 start = 0.5 * (point(i + 1) - point(i - 1));
    const Vec3 end = 0.5 * (point(i + 2) - point(i));
    const Vec3 way = point(i + 1) - point(i);
    return point(i) + t * start + t * t * (3.0 * way - 2.0 * start - end) + t * t * t * (start + end - 2.0 * way);
}

// The bone of this piece and its neighbours, if the chain has one bone for each of the `count` pieces; otherwise all.
std::vector<int> bones_near(const std::vector<int>& bones, std::size_t count, std::size_t piece) {
    if (bones.size() != count) {
        return bones;
    }
    std::vector<int> near = {bones[piece]};
    if (piece > 0) {
        near.push_back(bones[piece - 1]);
    }
    if (piece + 1 < count) {
        near.push_back(bones[piece + 1]);
    }
    return near;
}

} // namespace

std::vector<int> add_chain(Figure& figure, const std::string& name, int parent, const std::vector<Vec3>& joints) {
    std::vector<int> chain;
    for (std::size_t i = 1; i < joints.size(); ++i) {
        parent = figure.add_bone(name + "." + std::to_string(i), parent, joints[i - 1], joints[i]);
        chain.push_back(parent);
    }
    return chain;
}

void add_tube(Figure& figure, const std::vector<Vec3>& points, const std::vector<double>& radii, const BodyPart& part) {
    EXPECTS(points.size() == radii.size() && points.size() >= 2);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        for (int k = 0; k < pieces_per_point; ++k) {
            const double from = static_cast<double>(k) / pieces_per_point;
            const double to = static_cast<double>(k + 1) / pieces_per_point;
            const auto radius = [&](double t) {
                return radii[i] + t * (radii[i + 1] - radii[i]);
            };
            BodyPart piece = part;
            piece.shape = RoundCone{on_curve(points, i, from), on_curve(points, i, to), radius(from), radius(to)};
            piece.bones = bones_near(part.bones, points.size() - 1, i);
            figure.add(std::move(piece));
        }
    }
}

Ellipsoid blade(const Vec3& root, const Vec3& tip, const Vec3& normal, double width, double thickness) {
    const Vec3 along = (tip - root).normalized();
    const Vec3 across = normal.cross(along).normalized();
    Mat3 frame;
    frame << along, across, along.cross(across);
    return {0.5 * (root + tip), {0.5 * (tip - root).norm(), 0.5 * width, 0.5 * thickness}, frame};
}

Vec3 surface_at(const Ellipsoid& shape, const Vec3& direction) {
    return shape.centre + shape.frame * shape.radii.cwiseProduct(direction.normalized());
}

std::vector<Vec3> smile_on(const Ellipsoid& head, double height, double lift, double degrees) {
    constexpr int steps = 5; // on each side
    std::vector<Vec3> points;
    for (int step = -steps; step <= steps; ++step) {
        const double share = static_cast<double>(step) / steps;
        const double angle = share * degrees * std::numbers::pi / 180.0;
        const double up = (height + lift * share * share) / head.radii.y();
        const double round = std::sqrt(1.0 - up * up);
        points.push_back(surface_at(head, {round * std::cos(angle), up, round * std::sin(angle)}));
    }
    return points;
}

void add_eyes(Figure& figure, const Eyes& eyes) {
    for (const double side : sides) {
        const Vec3 at = mirrored(eyes.at, side);
        const Vec3 gaze = mirrored(eyes.gaze.normalized(), side);
        const double r = eyes.radius;
        const double pupil = eyes.pupil * r;
        const Vec3 pupil_at = at + (1.08 * r - pupil) * gaze;
        const Vec3 glint_at = pupil_at + 0.9 * pupil * (gaze + Vec3(0.25, 0.55, 0)).normalized();
        figure.add({Ellipsoid{at, Vec3::Constant(r)}, {eyes.bone}, 0.2 * r, eyes.white, eyes.material, 0.6});
        figure.add({Ellipsoid{pupil_at, Vec3::Constant(pupil)}, {eyes.bone}, 0.0, eyes.black, eyes.material, 0.5});
        figure.add(
            {Ellipsoid{glint_at, Vec3::Constant(0.3 * pupil)}, {eyes.bone}, 0.0, eyes.white, eyes.material, 0.4});
    }
}

void add_line(Figure& figure, const std::vector<Vec3>& points, double radius, int carrier, int paint, int material) {
    for (const auto& piece : stroke(points, radius)) {
        figure.add({piece, {carrier}, 0.0, paint, material, 0.55});
    }
}

Vec3 mirrored(const Vec3& x, double side) {
    return {x.x(), x.y(), side * x.z()};
}

BoneMotion& motion_of(Motion& motion, int bone) {
    return motion[static_cast<std::size_t>(bone)];
}

void undulate(Motion& motion, const std::vector<int>& chain, const Vec3& axis, double degrees, double lag,
              double phase) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const double share = static_cast<double>(i + 1) / static_cast<double>(chain.size());
        motion_of(motion, chain[i]).turn +=
            axis * (degrees * share * sine_wave(phase - lag * static_cast<double>(i + 1)));
    }
}

} // namespace limber::makers
