#include "engine/stepper/contact_step.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/handle_system.h"

#include <algorithm>

namespace limber {
namespace {

constexpr double margin_of_size = 0.02;  // what a body may bend towards an obstacle in a step, of its size
constexpr double recovery_of_size = 1.0; // [1/s] how fast a point leaves an obstacle that it is inside
constexpr double steps_of_fall = 2.0;    // an impact is faster than what gravity adds in so many steps
constexpr double touch_of_size = 1e-4;
constexpr double tolerance_of_size = 1e-7; // of forces that are good enough, as the move of a point

// rows' column, for rows of three.
Vec3 product(const Eigen::Ref<const Vector>& column, const Coordinates& rows) {
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < column.size(); ++i) {
        sum += column(i) * rows.row(i).transpose();
    }
    return sum;
}

Vec3 product(const Eigen::Ref<const Vector>& column, const AffineStack& rows) {
    return Vec3(column.dot(rows.col(0)), column.dot(rows.col(1)), column.dot(rows.col(2)));
}

// A point at the start of the step, and where it would fly.
struct Flight {
    Vec3 from;
    Vec3 to;
    Vec3 velocity; // [m/s] at the start
};

Flight flight_of(const ContactPoints& points, Index i, const Controls& controls, const State& state, double h,
                 const Workspace& workspace) {
    const auto phi = points.phi.col(i);
    const auto rig = points.rig_rows.col(i);
    Flight flight;
    flight.from = product(phi, state.Z) + product(rig, controls.teleport ? controls.P : state.P);
    flight.to = product(phi, workspace.Z_base) + h * product(phi, workspace.Zdot_base) + product(rig, controls.P);
    flight.velocity = product(phi, state.Zdot) + product(rig, state.Pdot);
    return flight;
}

// How far along the normal the point may not fall behind.
double lowest(const Obstacle& obstacle, const Clearance& near, const Flight& flight, const Controls& controls,
              double size) {
    const double start = near.normal.dot(flight.from);
    const double approach = -near.normal.dot(flight.to - flight.from);
    const double h = controls.time_step;
    const bool hits = approach > near.distance && approach > steps_of_fall * controls.gravity.norm() * h * h;
    if (obstacle.restitution > 0.0 && hits) {
        return start + obstacle.restitution * approach;
    }
    return start + std::min(-near.distance, recovery_of_size * size * h);
}

Contact contact_of(const Obstacle& obstacle, const Clearance& near, const Flight& flight, const Controls& controls,
                   double size) {
    Contact contact;
    contact.normal = near.normal;
    contact.anchor = flight.from;
    if (controls.contact.law == Friction::damped) {
        contact.anchor += controls.contact.kept * controls.time_step * flight.velocity;
    }
    contact.lowest = lowest(obstacle, near, flight, controls, size);
    contact.friction = obstacle.friction;
    return contact;
}

bool is_listed(const ContactSystem& system, Index point, std::size_t obstacle) {
    return std::ranges::any_of(system.contacts, [&](const Contact& contact) {
        return contact.point == point && contact.obstacle == obstacle;
    });
}

// While there is room: three surfaces hold a point.
void add(const Contact& contact, const Vec3& force, ContactSystem& system) {
    if (system.count() < system.capacity()) {
        system.force.row(system.count()) = force;
        system.contacts.push_back(contact);
    }
}

// Lists every pair of a point and an obstacle for which touches(point, obstacle, flight, clearance at its start), if it
// is not there yet.
template <typename Touches>
void list_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                   Workspace& workspace, Touches touches) {
    const ContactPoints& points = *controls.contact.points;
    const Obstacles& obstacles = *controls.contact.obstacles;
    ContactSystem& system = workspace.contact.system;
    for (Index i = 0; i < points.count(); ++i) {
        const Flight flight = flight_of(points, i, controls, state, h, workspace);
        Vec3 force = state.contact_force.row(i); // all of it on one surface, to begin with
        for (std::size_t o = 0; o < obstacles.size(); ++o) {
            const Clearance near = clearance(obstacles[o].shape, flight.from);
            if (is_listed(system, i, o) || !touches(i, obstacles[o], flight, near)) {
                continue;
            }
            Contact contact = contact_of(obstacles[o], near, flight, controls, model.frame.scale);
            contact.point = i;
            contact.obstacle = o;
            add(contact, force, system);
            force.setZero();
        }
    }
}

// A^-1 phi for three contacts at a time, as if they were three axes.
void solve_columns(const ContactPoints& points, Workspace& workspace) {
    ContactScratch& contact = workspace.contact;
    const Index count = contact.system.count();
    const auto point = [&](Index i) {
        return contact.system.contacts[static_cast<std::size_t>(i)].point;
    };
    for (Index first = 0; first < count; first += 3) {
        const Index last = std::min(first + 3, count);
        contact.three.setZero();
        for (Index i = first; i < last; ++i) {
            contact.three.col(i - first) = points.phi.col(point(i));
        }
        solve_with_handles(workspace, contact.three);
        for (Index i = first; i < last; ++i) {
            contact.phi.col(i) = points.phi.col(point(i));
            contact.A_phi.col(i) = contact.three.col(i - first);
        }
    }
}

void couple(double share, Workspace& workspace) {
    ContactScratch& contact = workspace.contact;
    const Kernel& kernel = *workspace.kernel;
    const auto k = static_cast<std::size_t>(contact.phi.rows());
    for (Index i = 0; i < contact.system.count(); ++i) {
        for (Index j = 0; j <= i; ++j) {
            const double g = share * kernel.dot(k, contact.phi.col(i).data(), contact.A_phi.col(j).data());
            contact.system.G(i, j) = g;
            contact.system.G(j, i) = g;
        }
    }
}

// A point that no coordinate moves belongs to the rig alone, and nothing can hold it.
void drop_what_cannot_move(Workspace& workspace) {
    ContactSystem& system = workspace.contact.system;
    const double least = 1e-12 * workspace.D_inverse.maxCoeff();
    Index kept = 0;
    for (Index i = 0; i < system.count(); ++i) {
        const auto phi = workspace.contact.phi.col(i);
        if (phi.cwiseAbs2().cwiseProduct(workspace.D_inverse.col(0)).sum() <= least) {
            continue;
        }
        system.contacts[static_cast<std::size_t>(kept)] = system.contacts[static_cast<std::size_t>(i)];
        system.force.row(kept) = system.force.row(i);
        workspace.contact.phi.col(kept) = phi;
        workspace.contact.A_phi.col(kept) = workspace.contact.A_phi.col(i);
        ++kept;
    }
    system.contacts.resize(static_cast<std::size_t>(kept));
}

// The volume term lies outside of the constant metric. Three times its weight bounds it there (Cauchy-Schwarz on the
// trace), so that a step in that metric goes down without a guard.
void bound_volume_term(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    const double weight = 3.0 * controls.volume_scale * model.volume_ratio;
    if (weight == 0.0) {
        return;
    }
    for (Index axis = 0; axis < 3; ++axis) {
        const auto bound = workspace.D.col(axis) + weight * controls.young_scale * model.stiffness;
        workspace.D_inverse.col(axis) = bound.cwiseInverse();
    }
    prepare_handles(controls, workspace.contact.share, workspace);
}

// Everything that the listed contacts need while Z is sought.
void prepare_system(const ReducedModel& model, const Controls& controls, double h, Workspace& workspace) {
    ContactScratch& contact = workspace.contact;
    if (contact.system.count() == 0) {
        return;
    }
    // As a handle's, a contact's point is this share of the unknown; see prepare_objective.
    const double ahead = controls.strain_damping / h;
    contact.share = 1.0 / (1.0 + ahead);
    bound_volume_term(model, controls, workspace);
    solve_columns(*controls.contact.points, workspace);
    drop_what_cannot_move(workspace);
    couple(contact.share, workspace);
    contact.system.law = controls.contact.law;
    for (Index i = 0; i < contact.system.count(); ++i) {
        const Index point = contact.system.contacts[static_cast<std::size_t>(i)].point;
        const Vec3 held = ahead * contact.share * product(contact.phi.col(i), workspace.Z_base);
        contact.offset.row(i) = held + product(controls.contact.points->rig_rows.col(point), controls.P);
    }
}

// Of a contact point at the end of the step that workspace.now stands for.
Vec3 position_at(const Controls& controls, Index i, double h, const Workspace& workspace) {
    const double ahead = controls.strain_damping / h;
    const auto phi = controls.contact.points->phi.col(i);
    return (product(phi, workspace.now.Z) + ahead * product(phi, workspace.Z_base)) / (1.0 + ahead) +
           product(controls.contact.points->rig_rows.col(i), controls.P);
}

} // namespace

void prepare_contact(const ReducedModel& model, const Controls& controls, const State& state, double h,
                     Workspace& workspace) {
    workspace.contact.system.contacts.clear();
    workspace.contact.depth = 0.0;
    workspace.contact.tolerance = tolerance_of_size * model.frame.scale;
    if (!controls.contact.points || !controls.contact.obstacles) {
        return;
    }
    const double margin = margin_of_size * model.frame.scale;
    list_contacts(model, controls, state, h, workspace,
                  [&](Index, const Obstacle&, const Flight& flight, const Clearance& near) {
                      return near.distance < margin + (flight.to - flight.from).norm();
                  });
    prepare_system(model, controls, h, workspace);
}

bool add_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                         Workspace& workspace) {
    if (!controls.contact.points || !controls.contact.obstacles) {
        return false;
    }
    const Index before = workspace.contact.system.count();
    list_contacts(model, controls, state, h, workspace,
                  [&](Index i, const Obstacle& obstacle, const Flight&, const Clearance&) {
                      const Vec3 end = position_at(controls, i, h, workspace);
                      return clearance(obstacle.shape, end).distance < -workspace.contact.tolerance;
                  });
    if (workspace.contact.system.count() > before) {
        prepare_system(model, controls, h, workspace);
    }
    return workspace.contact.system.count() > before;
}

void obey_contact(Workspace& workspace, int sweeps) {
    ContactScratch& contact = workspace.contact;
    ContactSystem& system = contact.system;
    const Index count = system.count();
    contact.three = workspace.now.Z + workspace.direction;
    for (Index i = 0; i < count; ++i) {
        system.at.row(i) =
            contact.offset.row(i) + contact.share * product(contact.phi.col(i), contact.three).transpose();
    }
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index j = 0; j < count; ++j) {
            system.at.col(axis).head(count) += system.force(j, axis) * system.G.col(j).head(count);
        }
    }
    contact.depth = solve_contacts(system, workspace.contact.tolerance, sweeps);
    contact.pull.setZero();
    for (Index i = 0; i < count; ++i) {
        if (system.force.row(i).isZero(0.0)) {
            continue;
        }
        for (Index axis = 0; axis < 3; ++axis) {
            contact.pull.col(axis) += system.force(i, axis) * contact.phi.col(i);
            workspace.direction.col(axis) += system.force(i, axis) * contact.A_phi.col(i);
        }
    }
}

int tell_contact_forces(const ReducedModel& model, const Workspace& workspace, Points& force) {
    force.setZero();
    int touching = 0;
    const ContactSystem& system = workspace.contact.system;
    for (Index i = 0; i < system.count(); ++i) {
        const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
        force.row(contact.point) += system.force.row(i);
        const double gap = contact.normal.dot(system.at.row(i)) - contact.lowest;
        touching += gap < touch_of_size * model.frame.scale ? 1 : 0;
    }
    return touching;
}

} // namespace limber
