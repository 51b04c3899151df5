#include "engine/stepper/contact_listing.h"

#include "engine/contact/time_of_impact.h"
#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace limber {
namespace {

// Lengths "of size" are relative to the body's size.
constexpr double margin_of_size = 0.02;         // obstacles closer than this are listed
constexpr double recovery_of_size = 1.0;        // [1/s] how fast a penetrating point is pushed out
constexpr double impact_steps = 2.0;            // an impact is faster than what gravity adds in this many steps
constexpr double lift_of_size = 1e-3;           // height at which covered faces are tested
constexpr double hill_tolerance_of_size = 1e-4; // how deep a segment may cross a hill whose tangent plane is listed
constexpr double infinite = std::numeric_limits<double>::infinity();

Vec3 start_of(const Controls& controls, const State& state, Index i) {
    const ContactPoints& points = *controls.contact.points;
    return product(points.phi.col(i), state.Z) +
           product(points.rig_rows.col(i), controls.rig_discontinuity ? controls.P : state.P);
}

// Position of contact point i at the end of the step whose unknown is workspace.now.
Vec3 end_of(const Controls& controls, double h, const Workspace& workspace, Index i) {
    const double ahead = controls.strain_damping / h;
    const auto phi = controls.contact.points->phi.col(i);
    return (product(phi, workspace.now.Z) + ahead * product(phi, workspace.Z_base)) / (1.0 + ahead) +
           product(controls.contact.points->rig_rows.col(i), controls.P);
}

// False for a point that depends on the rig alone: no force on the secondary motion moves it.
bool can_move(const ContactPoints& points, const Workspace& workspace, Index i) {
    const auto D_inverse = workspace.D_inverse.col(0);
    return points.phi.col(i).cwiseAbs2().cwiseProduct(D_inverse).sum() > 1e-12 * D_inverse.maxCoeff();
}

// A contact point and its contact-free motion in this step.
struct PredictedMotion {
    Index point = 0;
    Vec3 from;
    Vec3 to;
    Vec3 velocity; // [m/s] at the start
};

PredictedMotion predicted_motion(const Controls& controls, const State& state, double h, const Workspace& workspace,
                                 Index i) {
    const ContactPoints& points = *controls.contact.points;
    const auto phi = points.phi.col(i);
    const auto rig = points.rig_rows.col(i);
    PredictedMotion motion;
    motion.point = i;
    motion.from = start_of(controls, state, i);
    motion.to = product(phi, workspace.Z_base) + h * product(phi, workspace.Zdot_base) + product(rig, controls.P);
    motion.velocity = product(phi, state.Zdot) + product(rig, state.Pdot);
    return motion;
}

// The half-space that stands for an obstacle at one point in this step.
struct Surface {
    std::size_t obstacle = 0;
    Vec3 normal = Vec3::Zero();
    double level = 0.0;          // [m] the outside is n . y > level
    double start_distance = 0.0; // [m] signed distance of the point from the shape at the start of the step
};

Surface tangent_at(std::size_t obstacle, const Vec3& at, const Clearance& near, double start_distance) {
    return {obstacle, near.normal, near.normal.dot(at) - near.distance, start_distance};
}

// The part of its initial penetration depth [m] that a point may keep in this step.
double depth_allowed(double start_distance, double size, double time_step) {
    return std::max(0.0, -start_distance - recovery_of_size * size * time_step);
}

// The lower bound of n . y for the point [m].
double lowest(const Surface& surface, double restitution, const PredictedMotion& motion, const Controls& controls,
              double size) {
    const double h = controls.time_step;
    const double start = surface.normal.dot(motion.from);
    const double approach = -surface.normal.dot(motion.to - motion.from);
    const bool hits = approach > start - surface.level && approach > impact_steps * controls.gravity.norm() * h * h;
    if (restitution > 0.0 && hits) {
        return start + restitution * approach;
    }
    return surface.level - depth_allowed(surface.start_distance, size, h);
}

Contact contact_of(const Surface& surface, const PredictedMotion& motion, const Controls& controls, double size) {
    const Obstacle& obstacle = (*controls.contact.obstacles)[surface.obstacle];
    Contact contact;
    contact.point = motion.point;
    contact.obstacle = surface.obstacle;
    contact.normal = surface.normal;
    contact.anchor = motion.from;
    if (controls.contact.law == Friction::damped) {
        contact.anchor += controls.contact.tangential_restitution * controls.time_step * motion.velocity;
    }
    contact.lowest = lowest(surface, obstacle.restitution, motion, controls, size);
    contact.friction = obstacle.friction;
    return contact;
}

// The surfaces near one point, the nearest first.
class NearSurfaces {
public:
    NearSurfaces(const Obstacles& obstacles, const Vec3& at, double margin, double lift)
        : obstacles_(obstacles), at_(at) {
        find_nearest(margin);
        for (std::size_t o = 0; count_ > 0 && o < obstacles.size(); ++o) {
            const Clearance near = clearance(obstacles[o].shape, at);
            if (o != nearest().obstacle && near.distance < margin && is_exposed(obstacles[o].shape, lift)) {
                insert(tangent_at(o, at, near, near.distance));
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

    // Whether the point of the other shape that is closest to a point just above the nearest surface lies outside the
    // nearest obstacle.
    bool is_exposed(const Shape& other, double lift) const {
        const Vec3 raised = at_ + (lift - std::min(0.0, nearest().start_distance)) * nearest().normal;
        const Clearance there = clearance(other, raised);
        const Vec3 foot = raised - there.distance * there.normal;
        return clearance(obstacles_[nearest().obstacle].shape, foot).distance > 1e-3 * lift;
    }

    // Inserts in the order of distance, after the nearest, which stays first.
    void insert(const Surface& surface) {
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

// The straight motion of one point over the step, tested against surfaces that are not listed yet.
struct Segment {
    Index point = 0;
    Vec3 from;
    Vec3 end;
    double size = 1.0;
    double time_step = 0.0;
    double tolerance = 0.0;
};

// Whether a listed half-space of this point and obstacle already measures at least half of the depth.
bool is_depth_listed(const ContactSystem& system, const Segment& segment, std::size_t obstacle, double depth) {
    return std::ranges::any_of(system.contacts, [&](const Contact& contact) {
        return contact.point == segment.point && contact.obstacle == obstacle &&
               contact.lowest - contact.normal.dot(segment.end) > 0.5 * depth;
    });
}

bool is_listed(const ContactSystem& system, Index point, std::size_t obstacle) {
    return std::ranges::any_of(system.contacts, [&](const Contact& contact) {
        return contact.point == point && contact.obstacle == obstacle;
    });
}

struct ContactCandidate {
    bool is_met = false;     // the step must be solved with contact
    double share = infinite; // time of impact as a share of the segment; infinite: no surface to list
    Surface surface;
};

// The tangent plane where the segment first enters the shape, if it does.
ContactCandidate first_entry(const Shape& shape, std::size_t obstacle, const Segment& segment, double tolerance,
                             double start_distance) {
    const auto share = time_of_impact(shape, segment.from, segment.end, tolerance);
    if (!share) {
        return {};
    }
    const Vec3 at = segment.from + *share * (segment.end - segment.from);
    return {true, *share, tangent_at(obstacle, at, clearance(shape, at), start_distance)};
}

// Lists nothing if the obstacle is not met, or if its listed half-space already bounds the penetration.
ContactCandidate missed_contact(const Shape& shape, std::size_t obstacle, const Segment& segment,
                                const Clearance& at_end, const ContactSystem& system) {
    // A hill may rise between two points that are both far above the height field.
    const bool is_height_field = std::holds_alternative<HeightField>(shape);
    if (!is_height_field && at_end.distance > (segment.end - segment.from).norm()) {
        return {};
    }
    const Clearance at_start = clearance(shape, segment.from);
    const double depth = -at_end.distance - depth_allowed(at_start.distance, segment.size, segment.time_step);
    const bool begins_inside = at_start.distance < -segment.tolerance;
    if (!begins_inside && !is_listed(system, segment.point, obstacle)) {
        return first_entry(shape, obstacle, segment, segment.tolerance, at_start.distance);
    }
    if (depth > segment.tolerance) {
        const ContactCandidate missed{true, 0.0, tangent_at(obstacle, segment.end, at_end, at_start.distance)};
        return is_depth_listed(system, segment, obstacle, depth) ? ContactCandidate{true, infinite, {}} : missed;
    }
    // One half-space keeps a point outside a convex shape, but not outside the next hill.
    return is_height_field && !begins_inside
               ? first_entry(shape, obstacle, segment, hill_tolerance_of_size * segment.size, at_start.distance)
               : ContactCandidate{};
}

// Replaces the loosest contact of the point where it already has contacts_per_point.
void add_or_replace(const Contact& contact, const Vec3& end, ContactScratch& scratch) {
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
    bool is_in_contact = false;
    for (Index i = 0; i < points.count(); ++i) {
        const NearSurfaces near(*controls.contact.obstacles, start_of(controls, state, i), margin_of_size * size,
                                lift_of_size * size);
        contact.left_out += near.left_out();
        if (near.all().empty() || !can_move(points, workspace, i)) {
            continue;
        }
        const PredictedMotion motion = predicted_motion(controls, state, h, workspace, i);
        Vec3 force = state.contact_force.row(i); // the previous force is assigned to the first surface only
        is_in_contact = is_in_contact || !force.isZero(0.0);
        for (const Surface& surface : near.all()) {
            system.force.row(system.count()) = force;
            system.contacts.push_back(contact_of(surface, motion, controls, size));
            force.setZero();
        }
    }
    return is_in_contact;
}

bool list_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                          bool may_list, Workspace& workspace) {
    const ContactPoints& points = *controls.contact.points;
    const Obstacles& obstacles = *controls.contact.obstacles;
    ContactScratch& contact = workspace.contact;
    bool any = false;
    contact.depth = 0.0;
    Segment segment{0, {}, {}, model.frame.scale, controls.time_step, contact.tolerance};
    for (segment.point = 0; segment.point < points.count(); ++segment.point) {
        segment.from = start_of(controls, state, segment.point);
        segment.end = end_of(controls, h, workspace, segment.point);
        ContactCandidate first;
        bool is_met = false;
        for (std::size_t o = 0; o < obstacles.size(); ++o) {
            const Clearance at_end = clearance(obstacles[o].shape, segment.end);
            contact.depth = std::max(contact.depth, -at_end.distance);
            const ContactCandidate missed =
                may_list ? missed_contact(obstacles[o].shape, o, segment, at_end, contact.system) : ContactCandidate{};
            is_met = is_met || missed.is_met;
            first = missed.share < first.share ? missed : first;
        }
        if (!is_met || !can_move(points, workspace, segment.point)) {
            continue;
        }
        any = any || !contact.in_use;
        if (std::isfinite(first.share)) {
            const PredictedMotion motion = predicted_motion(controls, state, h, workspace, segment.point);
            add_or_replace(contact_of(first.surface, motion, controls, segment.size), segment.end, contact);
            any = true;
        }
    }
    return any;
}

} // namespace limber
