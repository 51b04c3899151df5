// SPDX-License-Identifier: MIT
#include "app/interaction/picking.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

// The ray-triangle test of Möller and Trumbore: (distance, u, v), or nullopt.
std::optional<Vec3> crossing(const MouseRay& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 p = ray.direction.cross(ac);
    const double determinant = ab.dot(p);
    if (std::abs(determinant) < 1e-14 * ab.norm() * ac.norm()) {
        return std::nullopt;
    }
    const Vec3 s = ray.origin - a;
    const double u = s.dot(p) / determinant;
    const Vec3 q = s.cross(ab);
    const double v = ray.direction.dot(q) / determinant;
    const double distance = ac.dot(q) / determinant;
    if (!(u >= 0 && v >= 0 && u + v <= 1 && distance > 0)) {
        return std::nullopt;
    }
    return Vec3(distance, u, v);
}

constexpr double on_axis = 0.9; // cosine of the angle between a bone's y axis and the way to its children

bool leaves_the_axis(const Bone& bone, const Vec3& way) {
    const Vec3 axis = bone.rest.col(1);
    return way.norm() > 1e-9 && axis.dot(way) < on_axis * axis.norm() * way.norm();
}

// Of each bone the way from its joint to its tip at rest; zero: along its axis.
std::vector<Vec3> ways_off_the_axis(const Skeleton& skeleton) {
    std::vector<Vec3> sums(skeleton.bones.size(), Vec3::Zero());
    std::vector<int> counts(skeleton.bones.size(), 0);
    const auto joint = [&](int b) -> Vec3 {
        return skeleton.bones[static_cast<std::size_t>(b)].rest.col(3);
    };
    for (int b = 0; b < skeleton.bone_count(); ++b) {
        const int parent = skeleton.bones[static_cast<std::size_t>(b)].parent;
        if (parent >= 0) {
            sums[static_cast<std::size_t>(parent)] += joint(b) - joint(parent);
            ++counts[static_cast<std::size_t>(parent)];
        }
    }
    std::vector<Vec3> ways(skeleton.bones.size(), Vec3::Zero());
    for (std::size_t b = 0; b < ways.size(); ++b) {
        const Bone& bone = skeleton.bones[b];
        if (counts[b] > 0) {
            const Vec3 way = sums[b] / static_cast<double>(counts[b]);
            ways[b] = leaves_the_axis(bone, way) ? way : Vec3(Vec3::Zero());
        }
    }
    for (int b = 0; b < skeleton.bone_count(); ++b) {
        const Bone& bone = skeleton.bones[static_cast<std::size_t>(b)];
        const bool ends = counts[static_cast<std::size_t>(b)] == 0 && bone.parent >= 0;
        if (ends && !ways[static_cast<std::size_t>(bone.parent)].isZero(0.0)) {
            ways[static_cast<std::size_t>(b)] = bone.length * (joint(b) - joint(bone.parent)).normalized();
        }
    }
    return ways;
}

// The parameter, 0 at a and 1 at b, of the point of a segment closest to a pixel.
double share_of_segment(const Pixel& p, const Pixel& a, const Pixel& b) {
    const Pixel along = b - a;
    return std::clamp((p - a).dot(along) / std::max(along.squaredNorm(), 1e-12), 0.0, 1.0);
}

} // namespace

std::optional<SurfaceHit> first_hit(const MouseRay& ray, const Points& x, const Triangles& F) {
    std::optional<SurfaceHit> nearest;
    for (Index f = 0; f < F.rows(); ++f) {
        const auto hit = crossing(ray, x.row(F(f, 0)), x.row(F(f, 1)), x.row(F(f, 2)));
        if (hit && (!nearest || hit->x() < nearest->distance)) {
            const Vec3 barycentric(1.0 - hit->y() - hit->z(), hit->y(), hit->z());
            nearest = SurfaceHit{static_cast<int>(f), barycentric, ray.origin + hit->x() * ray.direction, hit->x()};
        }
    }
    return nearest;
}

double first_exit(const MouseRay& ray, const Points& x, const Triangles& F) {
    struct Crossing {
        double distance;
        int entered; // 1 if the ray enters the body, -1 if it leaves it
    };
    std::vector<Crossing> crossings;
    for (Index f = 0; f < F.rows(); ++f) {
        const Vec3 a = x.row(F(f, 0));
        const Vec3 b = x.row(F(f, 1));
        const Vec3 c = x.row(F(f, 2));
        if (const auto hit = crossing(ray, a, b, c)) {
            crossings.push_back({hit->x(), (b - a).cross(c - a).dot(ray.direction) < 0.0 ? 1 : -1});
        }
    }
    std::ranges::sort(crossings, {}, &Crossing::distance);
    int depth = 0; // the number of overlapping pieces of the body that contain the ray's point
    for (const Crossing& here : crossings) {
        depth += here.entered;
        if (depth <= 0) {
            return here.distance;
        }
    }
    return std::numeric_limits<double>::infinity();
}

BoneSegment segment_of(const Bone& bone, const Affine& world) {
    // The rest matrix may contain a scale; the length is in metres.
    const double rest_scale = std::max(bone.rest.col(1).norm(), 1e-12);
    return {world.col(3), apply(world, Vec3(0, bone.length / rest_scale, 0))};
}

std::vector<BoneSegment> bone_segments(const Skeleton& skeleton, const Pose& pose) {
    EXPECTS(pose.size() == skeleton.bones.size());
    const std::vector<Vec3> ways = ways_off_the_axis(skeleton);
    std::vector<BoneSegment> segments;
    segments.reserve(pose.size());
    for (std::size_t b = 0; b < pose.size(); ++b) {
        const Bone& bone = skeleton.bones[b];
        segments.push_back(segment_of(bone, pose[b]));
        if (!ways[b].isZero(0.0)) {
            const Mat3 in_bone = bone.rest.leftCols<3>();
            const Vec3 turned = pose[b].leftCols<3>() * in_bone.partialPivLu().solve(ways[b]);
            segments.back().tip = segments.back().joint + turned;
        }
    }
    return segments;
}

double distance_to_segment(const Pixel& p, const Pixel& a, const Pixel& b) {
    return (p - a - share_of_segment(p, a, b) * (b - a)).norm();
}

std::optional<int> bone_under(const Pixel& pixel, double reach, const OrbitCamera& camera, const ViewArea& area,
                              const std::vector<BoneSegment>& bones, double depth) {
    constexpr double joint_weight = 0.05;
    const Vec3 eye = frame_of(camera).eye;
    std::optional<int> best;
    double best_score = 0.0;
    for (std::size_t b = 0; b < bones.size(); ++b) {
        const auto joint = pixel_of(camera, area, bones[b].joint);
        const auto tip = pixel_of(camera, area, bones[b].tip);
        if (!joint || !tip) {
            continue;
        }
        const double distance = distance_to_segment(pixel, *joint, *tip);
        const double score = distance + joint_weight * (pixel - *joint).norm();
        const Vec3 seen = bones[b].joint + share_of_segment(pixel, *joint, *tip) * (bones[b].tip - bones[b].joint);
        if (distance <= reach && (seen - eye).norm() <= depth && (!best || score < best_score)) {
            best = static_cast<int>(b);
            best_score = score;
        }
    }
    return best;
}

} // namespace limber::app
