// SPDX-License-Identifier: MIT
#include "app/creatures/makers/figure.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber::makers {
namespace {

// Bone space: y along the bone, z as close to the world's z as possible.
Affine rest_frame(const Vec3& head, const Vec3& tail) {
    const Vec3 y = (tail - head).normalized();
    const Vec3 reference = std::abs(y.z()) < 0.9 ? Vec3::UnitZ() : Vec3::UnitX();
    const Vec3 x = y.cross(reference).normalized();
    Affine frame;
    frame << x, y, x.cross(y), head;
    return frame;
}

BoundingBox box_around(const Shape& shape) {
    struct Visitor {
        BoundingBox operator()(const Ellipsoid& e) const {
            const Vec3 reach = Vec3::Constant(e.radii.maxCoeff());
            return {e.centre - reach, e.centre + reach};
        }
        BoundingBox operator()(const RoundCone& c) const {
            const Vec3 reach = Vec3::Constant(std::max(c.from_radius, c.to_radius));
            return {c.from.cwiseMin(c.to) - reach, c.from.cwiseMax(c.to) + reach};
        }
        BoundingBox operator()(const RoundBox& b) const {
            const Vec3 reach = Vec3::Constant(b.half.norm());
            return {b.centre - reach, b.centre + reach};
        }
    };
    return std::visit(Visitor{}, shape);
}

constexpr double fading_width = 0.05; // [m]

// The smallest relative edge length of the parts nearby, which fades to 1 over `fading_width`.
double relative_edge_length_at(const Figure& figure, const Vec3& x) {
    double relative_edge_length = 1.0;
    for (std::size_t p = 0; p < figure.parts.size(); ++p) {
        const BodyPart& part = figure.parts[p];
        if (part.relative_edge_length < relative_edge_length &&
            distance_lower_bound(figure.bounding_balls[p], x) < fading_width) {
            const double away = std::clamp(distance(part.shape, x) / fading_width, 0.0, 1.0);
            relative_edge_length =
                std::min(relative_edge_length, part.relative_edge_length + away * (1.0 - part.relative_edge_length));
        }
    }
    return relative_edge_length;
}

} // namespace

int Figure::add_bone(const std::string& bone_name, int parent, const Vec3& head, const Vec3& tail) {
    skeleton.bones.push_back({bone_name, parent, rest_frame(head, tail), (tail - head).norm()});
    return skeleton.bone_count() - 1;
}

void Figure::add(BodyPart part) {
    bounding_balls.push_back(bounding_ball_of(part.shape));
    parts.push_back(std::move(part));
}

void Figure::carve(const Shape& shape, double seam) {
    carvings.push_back({shape, seam, parts.size()});
}

double value_at(const Figure& figure, const Vec3& x) {
    double value = std::numeric_limits<double>::max();
    auto carving = figure.carvings.begin();
    for (std::size_t p = 0; p <= figure.parts.size(); ++p) {
        for (; carving != figure.carvings.end() && carving->before == p; ++carving) {
            value = smooth_difference(value, distance(carving->shape, x), carving->seam);
        }
        if (p < figure.parts.size() &&
            distance_lower_bound(figure.bounding_balls[p], x) < value + figure.parts[p].seam) {
            value = smooth_union(value, distance(figure.parts[p].shape, x), figure.parts[p].seam);
        }
    }
    return value;
}

int nearest_part(const Figure& figure, const Vec3& x) {
    int nearest = 0;
    double smallest = std::numeric_limits<double>::max();
    for (std::size_t p = 0; p < figure.parts.size(); ++p) {
        if (distance_lower_bound(figure.bounding_balls[p], x) > smallest) {
            continue;
        }
        const double here = distance(figure.parts[p].shape, x);
        if (here < smallest) {
            smallest = here;
            nearest = static_cast<int>(p);
        }
    }
    return nearest;
}

Vec3 bone_head(const Bone& bone) {
    return bone.rest.col(3);
}

Vec3 bone_tail(const Bone& bone) {
    return bone.rest.col(3) + bone.length * bone.rest.col(1);
}

double distance_to_bone(const Bone& bone, const Vec3& x) {
    return distance(RoundCone{bone_head(bone), bone_tail(bone), 0.0, 0.0}, x);
}

Solid solid_of(const Figure& figure) {
    Solid solid;
    solid.value = [&figure](const Vec3& x) {
        return value_at(figure, x);
    };
    solid.relative_edge_length = [&figure](const Vec3& x) {
        return relative_edge_length_at(figure, x);
    };
    solid.bounds = box_around(figure.parts.front().shape);
    for (const auto& part : figure.parts) {
        const BoundingBox box = box_around(part.shape);
        solid.bounds.low = solid.bounds.low.cwiseMin(box.low);
        solid.bounds.high = solid.bounds.high.cwiseMax(box.high);
    }
    return solid;
}

} // namespace limber::makers
