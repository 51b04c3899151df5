// SPDX-License-Identifier: MIT
#include "engine/control/feet.h"

#include "engine/model/reduced_model.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double sole_height = 0.03;  // of the body's height: higher points are no part of a foot
constexpr double reach_of_foot = 0.4; // of the sole's diameter: points closer than this are of one foot

BodyPoint mean_point(const ContactPoints& points, const std::vector<Index>& members) {
    BodyPoint mean{Vector::Zero(points.phi.rows()), Vector::Zero(points.rig_rows.rows())};
    for (const Index i : members) {
        mean.phi += points.phi.col(i) / static_cast<double>(members.size());
        mean.rig_row += points.rig_rows.col(i) / static_cast<double>(members.size());
    }
    return mean;
}

std::vector<Index> sole_points(const Points& at, const Vec3& up) {
    const Vector heights = at * up;
    const double limit = heights.minCoeff() + sole_height * (heights.maxCoeff() - heights.minCoeff());
    std::vector<Index> members;
    for (Index i = 0; i < at.rows(); ++i) {
        if (heights(i) <= limit) {
            members.push_back(i);
        }
    }
    return members;
}

double diameter_of(const Points& at, const std::vector<Index>& members) {
    double largest = 0.0;
    for (const Index i : members) {
        for (const Index j : members) {
            largest = std::max(largest, (at.row(i) - at.row(j)).norm());
        }
    }
    return largest;
}

// Single linkage: the members of each foot.
std::vector<std::vector<Index>> linked(const Points& at, const std::vector<Index>& members, double distance) {
    std::vector<std::vector<Index>> groups;
    for (const Index i : members) {
        std::vector<Index> joined{i};
        const auto is_near = [&](const std::vector<Index>& group) {
            return std::ranges::any_of(group, [&](Index j) { return (at.row(i) - at.row(j)).norm() <= distance; });
        };
        for (auto group = groups.begin(); group != groups.end();) {
            if (is_near(*group)) {
                joined.insert(joined.end(), group->begin(), group->end());
                group = groups.erase(group);
            } else {
                ++group;
            }
        }
        groups.push_back(std::move(joined));
    }
    return groups;
}

} // namespace

Vec3 position(const BodyPoint& point, const State& state) {
    Vec3 at;
    for (Index axis = 0; axis < 3; ++axis) {
        at(axis) = state.Z.col(axis).dot(point.phi) + state.P.col(axis).dot(point.rig_row);
    }
    return at;
}

bool is_loaded(const Foot& foot, const State& state) {
    return std::ranges::any_of(foot.contacts, [&](Index i) { return state.contact_force.row(i).squaredNorm() > 0.0; });
}

Feet feet_of(const Walker& walker, const Vec3& centre) {
    Feet feet;
    if (!walker.controls.contact.points || walker.controls.contact.points->count() == 0) {
        feet.sole = {Vector::Zero(walker.start.Z.rows()), Vector::Zero(walker.start.P.rows())};
        return feet;
    }
    const ContactPoints& points = *walker.controls.contact.points;
    const Points at = points.phi.transpose() * walker.start.Z + points.rig_rows.transpose() * walker.start.P;
    const std::vector<Index> members = sole_points(at, walker.up);
    feet.sole = mean_point(points, members);
    const Vec3 sole = position(feet.sole, walker.start);
    const Vec3 side = walker.up.cross(walker.front);
    std::vector<std::pair<double, Foot>> around;
    for (const auto& group : linked(at, members, reach_of_foot * diameter_of(at, members))) {
        Foot foot;
        foot.sole = mean_point(points, group);
        for (const Index i : group) {
            foot.points.push_back({points.phi.col(i), points.rig_rows.col(i)});
        }
        foot.contacts = group;
        const Vec3 foot_at = position(foot.sole, walker.start);
        const Vec3 from_sole = foot_at - sole;
        foot.offset = foot_at - centre;
        foot.offset -= walker.up.dot(foot.offset) * walker.up;
        around.emplace_back(std::atan2(side.dot(from_sole), walker.front.dot(from_sole)), std::move(foot));
    }
    std::ranges::sort(around, {}, [](const auto& foot) { return foot.first; });
    int group = 0;
    for (auto& [angle, foot] : around) {
        foot.group = group;
        group = 1 - group;
        feet.feet.push_back(std::move(foot));
    }
    return feet;
}

} // namespace limber
