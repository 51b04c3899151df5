#include "engine/stepper/contact_listing.h"

#include "engine/contact/way_inside.h"
#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace limber {
namespace {

constexpr double margin_of_size = 0.02;  // what a body may bend towards an obstacle in a step, of its size
constexpr double recovery_of_size = 1.0; // [1/s] how fast a point leaves an obstacle that it is inside
constexpr double steps_of_fall = 2.0;    // an impact is faster than what gravity adds in so many steps
constexpr double lift_of_size = 1e-3;    // from where it is seen which faces are covered
constexpr double leap_of_size = 1e-4;    // how deep a way may cross a hill whose tangent is listed
constexpr double infinite = std::numeric_limits<double>::infinity();

Vec3 start_of(const Controls& controls, const State& state, Index i) {
    const ContactPoints& points = *controls.contact.points;
    return product(points.phi.col(i), state.Z) +
           product(points.rig_rows.col(i), controls.teleport ? controls.P : state.P);
}

// The end of the step that workspace.now stands for.
Vec3 end_of(const Controls& controls, double h, const Workspace& workspace, Index i) {
    const double ahead = controls.strain_damping / h;
    const auto phi = controls.contact.points->phi.col(i);
    return (product(phi, workspace.now.Z) + ahead * product(phi, workspace.Z_base)) / (1.0 + ahead) +
           product(controls.contact.points->rig_rows.col(i), controls.P);
}

// A point that no coordinate moves belongs to the rig alone, and nothing can hold it.
bool can_move(const ContactPoints& points, const Workspace& workspace, Index i) {
    const auto D_inverse = workspace.D_inverse.col(0);
    return points.phi.col(i).cwiseAbs2().cwiseProduct(D_inverse).sum() > 1e-12 * D_inverse.maxCoeff();
}

// A point in this step, and what it would do if nothing were in its way.
struct PredictedMotion {
    Index point = 0;
    Vec3 from;
    Vec3 to;
    Vec3 velocity; // [m/s] at the start
};

PredictedMotion flight_of(const Controls& controls, const State& state, double h, const Workspace& workspace, Index i) {
    const ContactPoints& points = *controls.contact.points;
    const auto phi = points.phi.col(i);
    const auto rig = points.rig_rows.col(i);
    PredictedMotion flight;
    flight.point = i;
    flight.from = start_of(controls, state, i);
    flight.to = product(phi, workspace.Z_base) + h * product(phi, workspace.Zdot_base) + product(rig, controls.P);
    flight.velocity = product(phi, state.Zdot) + product(rig, state.Pdot);
    return flight;
}

// What an obstacle is to a point in this step.
struct Surface {
    std::size_t obstacle = 0;
    Vec3 normal = Vec3::Zero();
    double level = 0.0;          // [m] outside, n . y is above
    double start_distance = 0.0; // [m] of the point from the shape when the step began
};

Surface tangent_at(std::size_t obstacle, const Vec3& at, const Clearance& near, double start_distance) {
    return {obstacle, near.normal, near.normal.dot(at) - near.distance, start_distance};
}

// How much of its depth at the start a point may keep.
double depth_allowed(double start_distance, double size, double time_step) {
    return std::max(0.0, -start_distance - recovery_of_size * size * time_step);
}

// How far along the normal the point may not fall behind.
double lowest(const Surface& surface, double restitution, const PredictedMotion& flight, const Controls& controls,
              double size) {
    const double h = controls.time_step;
    const double start = surface.normal.dot(flight.from);
    const double approach = -surface.normal.dot(flight.to - flight.from);
    const bool hits = approach > start - surface.level && approach > steps_of_fall * controls.gravity.norm() * h * h;
    if (restitution > 0.0 && hits) {
        return start + restitution * approach;
    }
    return surface.level - depth_allowed(surface.start_distance, size, h);
}

Contact contact_of(const Surface& surface, const PredictedMotion& flight, const Controls& controls, double size) {
    const Obstacle& obstacle = (*controls.contact.obstacles)[surface.obstacle];
    Contact contact;
    contact.point = flight.point;
    contact.obstacle = surface.obstacle;
    contact.normal = surface.normal;
    contact.anchor = flight.from;
    if (controls.contact.law == Friction::damped) {
        contact.anchor += controls.contact.kept * controls.time_step * flight.velocity;
    }
    contact.lowest = lowest(surface, obstacle.restitution, flight, controls, size);
    contact.friction = obstacle.friction;
    return contact;
}

// The surfaces that one point is near, the nearest first.
class NearSurfaces {
public:
    NearSurfaces(const Obstacles& obstacles, const Vec3& at, double margin, double lift)
        : obstacles_(obstacles), at_(at) {
        find_nearest(margin);
        for (std::size_t o = 0; count_ > 0 && o < obstacles.size(); ++o) {
            const Clearance near = clearance(obstacles[o].shape, at);
            if (o != nearest().obstacle && near.distance < margin && is_exposed(obstacles[o].shape, lift)) {
                take(tangent_at(o, at, near, near.distance));
            }
        }
    }
    std::span<const Surface> all() const {
        return {surfaces_.data(), count_};
    }
    int left_out() const {
        return left_out_;
    }

private:
    const Surface& nearest() const {
        return surfaces_.front();
    }

    void find_nearest(double margin) {
        double least = margin;
        for (std::size_t o = 0; o < obstacles_.size(); ++o) {
            const Clearance near = clearance(obstacles_[o].shape, at_);
            if (near.distance < least) {
                least = near.distance;
                surfaces_[0] = tangent_at(o, at_, near, near.distance);
                count_ = 1;
            }
        }
    }

    // Seen from just above the nearest surface: whether what is closest there stands out of the nearest obstacle.
    bool is_exposed(const Shape& other, double lift) const {
        const Vec3 raised = at_ + (lift - std::min(0.0, nearest().start_distance)) * nearest().normal;
        const Clearance there = clearance(other, raised);
        const Vec3 foot = raised - there.distance * there.normal;
        return clearance(obstacles_[nearest().obstacle].shape, foot).distance > 1e-3 * lift;
    }

    // Behind the nearest, which stays the first.
    void take(const Surface& surface) {
        if (count_ == surfaces_.size()) {
            ++left_out_;
            if (!(surface.start_distance < surfaces_.back().start_distance)) {
                return;
            }
            --count_;
        }
        std::size_t at = count_++;
        for (; at > 1 && surface.start_distance < surfaces_[at - 1].start_distance; --at) {
            surfaces_[at] = surfaces_[at - 1];
        }
        surfaces_[at] = surface;
    }

    const Obstacles& obstacles_;
    Vec3 at_;
    std::array<Surface, ContactSystem::contacts_per_point> surfaces_;
    std::size_t count_ = 0;
    int left_out_ = 0;
};

// The step of one point, as far as surfaces go that are not listed yet.
struct Way {
    Index point = 0;
    Vec3 from;
    Vec3 end;
    double size = 1.0;
    double time_step = 0.0;
    double tolerance = 0.0;
};

// Whether a half-space of this pair says already that the point is as deep as it is.
bool is_told(const ContactSystem& system, const Way& way, std::size_t obstacle, double depth) {
    return std::ranges::any_of(system.contacts, [&](const Contact& contact) {
        return contact.point == way.point && contact.obstacle == obstacle &&
               contact.lowest - contact.normal.dot(way.end) > 0.5 * depth;
    });
}

bool is_listed(const ContactSystem& system, Index point, std::size_t obstacle) {
    return std::ranges::any_of(system.contacts, [&](const Contact& contact) {
        return contact.point == point && contact.obstacle == obstacle;
    });
}

struct ContactCandidate {
    bool is_met = false;     // the step must be one in contact
    double share = infinite; // of the way to the surface; infinite: none to list
    Surface surface;
};

// The surface where the way first leads inside, if it does.
ContactCandidate missed_on(const Shape& shape, std::size_t obstacle, const Way& way, double tolerance,
                           double start_distance) {
    const auto share = time_of_impact(shape, way.from, way.end, tolerance);
    if (!share) {
        return {};
    }
    const Vec3 at = way.from + *share * (way.end - way.from);
    return {true, *share, tangent_at(obstacle, at, clearance(shape, at), start_distance)};
}

// No surface to list where the obstacle is not met, or is listed and its half-space says no less than the shape.
ContactCandidate missed_by(const Shape& shape, std::size_t obstacle, const Way& way, const Clearance& at_end,
                           const ContactSystem& system) {
    // Hills may stand between two places that are far above them.
    const bool is_hills = std::holds_alternative<HeightField>(shape);
    if (!is_hills && at_end.distance > (way.end - way.from).norm()) {
        return {};
    }
    const Clearance at_start = clearance(shape, way.from);
    const double depth = -at_end.distance - depth_allowed(at_start.distance, way.size, way.time_step);
    const bool begins_inside = at_start.distance < -way.tolerance;
    if (!begins_inside && !is_listed(system, way.point, obstacle)) {
        return missed_on(shape, obstacle, way, way.tolerance, at_start.distance);
    }
    if (depth > way.tolerance) {
        const ContactCandidate missed{true, 0.0, tangent_at(obstacle, way.end, at_end, at_start.distance)};
        return is_told(system, way, obstacle, depth) ? ContactCandidate{true, infinite, {}} : missed;
    }
    // A half-space keeps a point in front of a convex shape, but not of the next hill.
    return is_hills && !begins_inside ? missed_on(shape, obstacle, way, leap_of_size * way.size, at_start.distance)
                                      : ContactCandidate{};
}

// In place of the point's loosest where it has its three.
void put(const Contact& contact, const Vec3& end, ContactScratch& scratch) {
    ContactSystem& system = scratch.system;
    Index loosest = -1;
    Index of_point = 0;
    double gap_of_loosest = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        const Contact& other = system.contacts[static_cast<std::size_t>(i)];
        if (other.point != contact.point) {
            continue;
        }
        const double gap = other.normal.dot(end) - other.lowest;
        if (loosest < 0 || gap > gap_of_loosest) {
            loosest = i;
            gap_of_loosest = gap;
        }
        ++of_point;
    }
    if (of_point < ContactSystem::contacts_per_point) {
        system.force.row(system.count()).setZero();
        system.contacts.push_back(contact);
        return;
    }
    ++scratch.left_out;
    system.force.row(loosest).setZero();
    system.contacts[static_cast<std::size_t>(loosest)] = contact;
}

} // namespace

bool list_near_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                        Workspace& workspace) {
    const ContactPoints& points = *controls.contact.points;
    ContactScratch& contact = workspace.contact;
    ContactSystem& system = contact.system;
    const double size = model.frame.scale;
    bool bears = false;
    for (Index i = 0; i < points.count(); ++i) {
        const NearSurfaces near(*controls.contact.obstacles, start_of(controls, state, i), margin_of_size * size,
                                lift_of_size * size);
        contact.left_out += near.left_out();
        if (near.all().empty() || !can_move(points, workspace, i)) {
            continue;
        }
        const PredictedMotion flight = flight_of(controls, state, h, workspace, i);
        Vec3 force = state.contact_force.row(i); // all of it on one surface, to begin with
        bears = bears || !force.isZero(0.0);
        for (const Surface& surface : near.all()) {
            system.force.row(system.count()) = force;
            system.contacts.push_back(contact_of(surface, flight, controls, size));
            force.setZero();
        }
    }
    return bears;
}

bool list_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                          bool may_list, Workspace& workspace) {
    const ContactPoints& points = *controls.contact.points;
    const Obstacles& obstacles = *controls.contact.obstacles;
    ContactScratch& contact = workspace.contact;
    bool any = false;
    contact.depth = 0.0;
    Way way{0, {}, {}, model.frame.scale, controls.time_step, contact.tolerance};
    for (way.point = 0; way.point < points.count(); ++way.point) {
        way.from = start_of(controls, state, way.point);
        way.end = end_of(controls, h, workspace, way.point);
        ContactCandidate first;
        bool is_met = false;
        for (std::size_t o = 0; o < obstacles.size(); ++o) {
            const Clearance at_end = clearance(obstacles[o].shape, way.end);
            contact.depth = std::max(contact.depth, -at_end.distance);
            const ContactCandidate missed =
                may_list ? missed_by(obstacles[o].shape, o, way, at_end, contact.system) : ContactCandidate{};
            is_met = is_met || missed.is_met;
            first = missed.share < first.share ? missed : first;
        }
        if (!is_met || !can_move(points, workspace, way.point)) {
            continue;
        }
        any = any || !contact.in_use;
        if (std::isfinite(first.share)) {
            const PredictedMotion flight = flight_of(controls, state, h, workspace, way.point);
            put(contact_of(first.surface, flight, controls, way.size), way.end, contact);
            any = true;
        }
    }
    return any;
}

} // namespace limber
