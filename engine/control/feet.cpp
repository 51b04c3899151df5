// SPDX-License-Identifier: MIT
#include "engine/control/feet.h"

#include "engine/model/reduced_model.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

namespace limber {
namespace {

constexpr double sole_height = 0.03; // of the body's height: higher points are no part of a foot
constexpr double rim_height = 0.1;   // likewise: lower points are the rim of the nearest foot
constexpr double wide = 0.3;         // of the centre's height: a patch that reaches less far to a side is not cut there
constexpr double near = 0.25;  // likewise: a body that is no farther along the ground from either of two feet sways
constexpr double corner = 0.4; // of half the length of a patch: so far its feet reach from its corners

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

// The points of the sole in each patch.
std::vector<std::vector<Index>> by_patch(const std::vector<Index>& members, const std::vector<int>& patches) {
    std::map<int, std::vector<Index>> sorted;
    for (const Index i : members) {
        sorted[patches.empty() ? 0 : patches[static_cast<std::size_t>(i)]].push_back(i);
    }
    std::vector<std::vector<Index>> result;
    for (auto& [number, patch] : sorted) {
        result.push_back(std::move(patch));
    }
    return result;
}

// Along the front and to the left, from the centre of mass [m].
using Level = Eigen::Vector2d;

/// The contact points of a body at rest, from above.
struct Plan {
    const ContactPoints* points;
    std::vector<Level> at;
    double centre_height = 0.0; // [m] over the sole

    const Level& operator[](Index contact) const {
        return at[static_cast<std::size_t>(contact)];
    }
};

Plan plan_of(const Walker& walker, const Points& at, const Vec3& centre) {
    Plan plan{walker.controls.contact.points.get(), {}, walker.up.dot(centre) - (at * walker.up).minCoeff()};
    const Vec3 front = (walker.front - walker.front.dot(walker.up) * walker.up).normalized();
    const Vec3 side = walker.up.cross(front);
    for (Index i = 0; i < at.rows(); ++i) {
        const Vec3 away = at.row(i).transpose() - centre;
        plan.at.emplace_back(front.dot(away), side.dot(away));
    }
    return plan;
}

/// The contact points of a foot.
struct FootPlan {
    std::vector<Index> members;
    Level middle = Level::Zero();
};

FootPlan foot_plan(const Plan& plan, std::vector<Index> members) {
    FootPlan foot{std::move(members), Level::Zero()};
    for (const Index i : foot.members) {
        foot.middle += plan[i] / static_cast<double>(foot.members.size());
    }
    return foot;
}

/// A patch from above.
struct Extent {
    Level low = Level::Zero(); // the centre of mass included
    Level high = Level::Zero();
    std::array<bool, 2> is_cut{}; // along each axis

    // Of a point or of the way between two, in half lengths.
    Level scaled(const Level& at) const {
        return at.array() * 2.0 / (high - low).array().max(1e-12);
    }
};

Extent extent_of(const Plan& plan, const std::vector<Index>& patch) {
    Extent extent;
    for (const Index i : patch) {
        extent.low = extent.low.cwiseMin(plan[i]);
        extent.high = extent.high.cwiseMax(plan[i]);
    }
    for (Index axis = 0; axis < 2; ++axis) {
        extent.is_cut[static_cast<std::size_t>(axis)] =
            std::min(-extent.low(axis), extent.high(axis)) > wide * plan.centre_height;
    }
    return extent;
}

// The farthest points of a patch in the directions of its corners, each once. A patch that is not cut along an axis has
// no corners along it.
std::vector<Index> corners_of(const Plan& plan, const std::vector<Index>& patch, const Extent& extent) {
    std::vector<Index> corners;
    for (const double ahead : {1.0, -1.0}) {
        for (const double left : {1.0, -1.0}) {
            const Level to(extent.is_cut[0] ? ahead : 0.0, extent.is_cut[1] ? left : 0.0);
            const Index farthest =
                *std::ranges::max_element(patch, {}, [&](Index i) { return to.dot(extent.scaled(plan[i])); });
            if (std::ranges::find(corners, farthest) == corners.end()) {
                corners.push_back(farthest);
            }
        }
    }
    return corners;
}

// [m] along the ground from the centre of mass to the box around a patch.
double distance_to(const Plan& plan, const std::vector<Index>& patch) {
    Level low = plan[patch.front()];
    Level high = low;
    for (const Index i : patch) {
        low = low.cwiseMin(plan[i]);
        high = high.cwiseMax(plan[i]);
    }
    return low.cwiseMax(-high).cwiseMax(0.0).norm();
}

// Whether the body walks on two feet, swaying from one to the other. On legs farther apart it would fall between them.
bool can_sway(const Plan& plan, const std::vector<std::vector<Index>>& patches) {
    return patches.size() == 2 && std::ranges::all_of(patches, [&](const std::vector<Index>& patch) {
               return distance_to(plan, patch) <= near * plan.centre_height;
           });
}

std::vector<FootPlan> feet_in(const Plan& plan, const std::vector<Index>& patch) {
    const Extent extent = extent_of(plan, patch);
    if (!extent.is_cut[0] && !extent.is_cut[1]) {
        return {foot_plan(plan, patch)};
    }
    std::vector<FootPlan> feet;
    for (const Index at : corners_of(plan, patch, extent)) {
        std::vector<Index> members;
        for (const Index i : patch) {
            const Level away = extent.scaled(plan[i] - plan[at]).cwiseAbs();
            if (!(extent.is_cut[0] && away(0) > corner) && !(extent.is_cut[1] && away(1) > corner)) {
                members.push_back(i);
            }
        }
        feet.push_back(foot_plan(plan, std::move(members)));
    }
    return feet;
}

BodyPoint point_of(const Plan& plan, Index contact) {
    return {plan.points->phi.col(contact), plan.points->rig_rows.col(contact)};
}

Foot foot_of(const Plan& plan, const FootPlan& from, const Vec3& front, const Vec3& side) {
    Foot foot;
    foot.sole = mean_point(*plan.points, from.members);
    for (const Index i : from.members) {
        foot.points.push_back(point_of(plan, i));
    }
    foot.contacts = from.members;
    foot.offset = from.middle.x() * front + from.middle.y() * side;
    return foot;
}

// The points just above the sole, sorted by the nearest foot. A rounded foot that leans stands on its rim.
std::vector<std::vector<Index>> rims_of(const Points& at, const Vec3& up, const std::vector<FootPlan>& feet,
                                        const std::vector<Index>& sole) {
    std::vector<std::vector<Index>> rims(feet.size());
    const Vector heights = at * up;
    const double limit = heights.minCoeff() + rim_height * (heights.maxCoeff() - heights.minCoeff());
    const auto distance = [&](const FootPlan& foot, Index i) {
        double least = std::numeric_limits<double>::infinity();
        for (const Index member : foot.members) {
            least = std::min(least, (at.row(member) - at.row(i)).squaredNorm());
        }
        return least;
    };
    for (Index i = 0; i < at.rows() && !feet.empty(); ++i) {
        if (heights(i) <= limit && std::ranges::find(sole, i) == sole.end()) {
            const auto nearest =
                std::ranges::min_element(feet, {}, [&](const FootPlan& foot) { return distance(foot, i); });
            rims[static_cast<std::size_t>(nearest - feet.begin())].push_back(i);
        }
    }
    return rims;
}

std::vector<BetweenFeet> all_between(const Plan& plan, const std::vector<Index>& sole,
                                     const std::vector<FootPlan>& feet) {
    std::vector<BetweenFeet> result;
    for (const Index i : sole) {
        if (std::ranges::none_of(
                feet, [&](const FootPlan& foot) { return std::ranges::find(foot.members, i) != foot.members.end(); })) {
            result.push_back({point_of(plan, i), i});
        }
    }
    return result;
}

// While a group of feet swings.
std::vector<Index> leaving_ground(const Feet& feet, int swinging) {
    std::vector<Index> contacts;
    for (const Foot& foot : feet.feet) {
        if (foot.group == swinging) {
            contacts.insert(contacts.end(), foot.contacts.begin(), foot.contacts.end());
        }
    }
    for (const BetweenFeet& between : feet.between) {
        contacts.push_back(between.contact);
    }
    return contacts;
}

} // namespace

Vec3 position(const BodyPoint& point, const State& state) {
    Vec3 at;
    for (Index axis = 0; axis < 3; ++axis) {
        at(axis) = state.Z.col(axis).dot(point.phi) + state.P.col(axis).dot(point.rig_row);
    }
    return at;
}

std::vector<BodyPoint> contact_points_of(const Walker& walker) {
    std::vector<BodyPoint> result;
    const auto& points = walker.controls.contact.points;
    for (Index i = 0; points && i < points->count(); ++i) {
        result.push_back({points->phi.col(i), points->rig_rows.col(i)});
    }
    return result;
}

std::vector<ContactSubset> standing_contacts(const Walker& walker, const Feet& feet) {
    std::vector<ContactSubset> standing;
    if (feet.feet.empty()) {
        return standing;
    }
    for (const int swinging : {0, 1}) {
        standing.push_back(contacts_without(*walker.controls.contact.points, leaving_ground(feet, swinging)));
    }
    return standing;
}

bool is_loaded(const Foot& foot, const State& state) {
    return std::ranges::any_of(foot.contacts, [&](Index i) { return state.contact_force.row(i).squaredNorm() > 0.0; });
}

Feet feet_of(const Walker& walker, const Vec3& centre, const std::vector<int>& contact_patches) {
    Feet feet;
    if (!walker.controls.contact.points || walker.controls.contact.points->count() == 0) {
        feet.sole = {Vector::Zero(walker.start.Z.rows()), Vector::Zero(walker.start.P.rows())};
        return feet;
    }
    const ContactPoints& points = *walker.controls.contact.points;
    const Points at = points.phi.transpose() * walker.start.Z + points.rig_rows.transpose() * walker.start.P;
    const std::vector<Index> members = sole_points(at, walker.up);
    feet.sole = mean_point(points, members);
    const Plan plan = plan_of(walker, at, centre);
    const auto patches = by_patch(members, contact_patches);
    feet.has_legs = patches.size() > 1;
    std::vector<FootPlan> plans;
    const bool are_whole = can_sway(plan, patches);
    for (const std::vector<Index>& patch : patches) {
        if (are_whole) {
            plans.push_back(foot_plan(plan, patch));
        } else {
            std::ranges::move(feet_in(plan, patch), std::back_inserter(plans));
        }
    }
    Level middle = Level::Zero();
    for (const FootPlan& foot : plans) {
        middle += foot.middle / static_cast<double>(plans.size());
    }
    std::ranges::sort(plans, {}, [&](const FootPlan& foot) {
        const Level away = foot.middle - middle;
        return std::atan2(away.y(), away.x());
    });
    const Vec3 front = (walker.front - walker.front.dot(walker.up) * walker.up).normalized();
    const auto rims = rims_of(at, walker.up, plans, members);
    for (const FootPlan& foot : plans) {
        feet.feet.push_back(foot_of(plan, foot, front, walker.up.cross(front)));
        std::ranges::copy(rims[feet.feet.size() - 1], std::back_inserter(feet.feet.back().contacts));
        feet.feet.back().group = static_cast<int>(feet.feet.size() + 1) % 2;
    }
    feet.between = all_between(plan, members, plans);
    return feet;
}

} // namespace limber
