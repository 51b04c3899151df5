// SPDX-License-Identifier: MIT
#include "app/motion/spring_groups.h"

#include <algorithm>
#include <limits>
#include <string>

namespace limber::app {
namespace {

template <typename Point>
Vec3 place_at_rest(const Points& X, const Point& point) {
    Vec3 place = Vec3::Zero();
    for (std::size_t corner = 0; corner < 3; ++corner) {
        place += point.barycentric[corner] * X.row(point.vertices[corner]).transpose();
    }
    return place;
}

// Empty: no spring has a group.
std::string nearest_group(const Points& X, const std::vector<PointSpring>& springs, const PointHandle& handle) {
    const Vec3 place = place_at_rest(X, handle);
    std::string nearest;
    double least = std::numeric_limits<double>::infinity();
    for (const PointSpring& spring : springs) {
        const double distance =
            std::min((place_at_rest(X, spring.from) - place).norm(), (place_at_rest(X, spring.to) - place).norm());
        if (!spring.group.empty() && distance < least) {
            least = distance;
            nearest = spring.group;
        }
    }
    return nearest;
}

} // namespace

std::vector<bool> following_springs(const Points& X, const std::vector<PointSpring>& springs,
                                    const std::vector<PointHandle>& handles) {
    std::vector<bool> follow(springs.size());
    for (const PointHandle& handle : handles) {
        const std::string group = nearest_group(X, springs, handle);
        for (std::size_t i = 0; i < springs.size(); ++i) {
            follow[i] = follow[i] || springs[i].group.empty() || springs[i].group == group;
        }
    }
    return follow;
}

std::vector<Index> contacts_near(const Points& X, const ContactPoints& contacts,
                                 const std::vector<PointHandle>& handles, double reach) {
    std::vector<Index> near;
    for (Index i = 0; i < contacts.count(); ++i) {
        const Vec3 place = X.row(contacts.vertices[static_cast<std::size_t>(i)]);
        if (std::ranges::any_of(handles, [&](const PointHandle& handle) {
                return (place_at_rest(X, handle) - place).norm() < reach;
            })) {
            near.push_back(i);
        }
    }
    return near;
}

} // namespace limber::app
