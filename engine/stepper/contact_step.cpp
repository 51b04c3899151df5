#include "engine/stepper/contact_step.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_listing.h"
#include "engine/stepper/contact_rows.h"
#include "engine/stepper/handle_system.h"

#include <algorithm>

namespace limber {
namespace {

constexpr double touch_of_size = 1e-4;
constexpr double tolerance_of_size = 1e-7; // convergence tolerance of the forces, measured as point displacement
constexpr int sweeps_per_iteration = 6;    // the next iteration starts from these forces
constexpr int sweeps_at_end = 300;
constexpr double cycling_tolerances = 100.0; // tolerances; above this the sweeps cycle after sweeps_at_end, below
                                             // they only converge slowly

// A^-1 phi for three contacts at a time: one solve has three right-hand sides, one an axis.
void solve_columns(const ContactPoints& points, Workspace& workspace) {
    ContactScratch& contact = workspace.contact;
    const Index count = contact.system.count();
    const auto point = [&](Index i) {
        return contact.system.contacts[static_cast<std::size_t>(i)].point;
    };
    for (Index first = 0; first < count; first += 3) {
        const Index last = std::min(first + 3, count);
        contact.columns_scratch.setZero();
        for (Index i = first; i < last; ++i) {
            contact.columns_scratch.col(i - first) = points.phi.col(point(i));
        }
        solve_with_handles(workspace, contact.columns_scratch);
        for (Index i = first; i < last; ++i) {
            contact.phi.col(i) = points.phi.col(point(i));
            contact.A_phi.col(i) = contact.columns_scratch.col(i - first);
        }
    }
}

void compute_coupling(double share, Workspace& workspace) {
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

// The volume term is not part of the constant metric. Three times its weight bounds its curvature (Cauchy-Schwarz on
// the trace), so an iteration in that metric decreases the objective without a line search while clusters are near
// their rest volume. For clusters that are stretched far or flat, the derivative of the rotation adds curvature that
// this does not cover, and an iteration may increase the objective.
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

// Computes everything that the listed contacts keep constant while Z is solved for.
void prepare_contact_system(const ReducedModel& model, const Controls& controls, double h, Workspace& workspace) {
    ContactScratch& contact = workspace.contact;
    // As for a handle, the contact point depends on this share of the unknown; see prepare_objective.
    const double ahead = controls.strain_damping / h;
    contact.share = 1.0 / (1.0 + ahead);
    bound_volume_term(model, controls, workspace);
    solve_columns(*controls.contact.points, workspace);
    compute_coupling(contact.share, workspace);
    contact.system.law = controls.contact.law;
    for (Index i = 0; i < contact.system.count(); ++i) {
        const Index point = contact.system.contacts[static_cast<std::size_t>(i)].point;
        const Vec3 held = ahead * contact.share * product(contact.phi.col(i), workspace.Z_base);
        contact.offset.row(i) = held + product(controls.contact.points->rig_rows.col(point), controls.P);
    }
}

void compute_contact_forces(ContactScratch& contact, bool is_last) {
    const int sweeps = is_last ? sweeps_at_end : sweeps_per_iteration;
    const double moved = solve_contacts(contact.system, contact.tolerance, sweeps);
    if (is_last && moved > cycling_tolerances * contact.tolerance) {
        solve_with_bounded_friction(contact.system, contact.tolerance);
    }
}

bool has_contact(const Controls& controls) {
    return controls.contact.points && controls.contact.obstacles;
}

} // namespace

bool prepare_contact(const ReducedModel& model, const Controls& controls, const State& state, double h,
                     Workspace& workspace) {
    ContactScratch& contact = workspace.contact;
    contact.system.contacts.clear();
    contact.left_out = 0;
    contact.depth = 0.0;
    contact.tolerance = tolerance_of_size * model.frame.scale;
    contact.in_use = has_contact(controls) && list_near_contacts(model, controls, state, h, workspace);
    if (contact.in_use) {
        prepare_contact_system(model, controls, h, workspace);
    }
    return contact.in_use;
}

bool add_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                         bool may_add, Workspace& workspace) {
    if (!has_contact(controls) || !list_missed_contacts(model, controls, state, h, may_add, workspace)) {
        return false;
    }
    workspace.contact.in_use = true;
    prepare_contact_system(model, controls, h, workspace);
    return true;
}

void apply_contact_laws(Workspace& workspace, bool is_last) {
    ContactScratch& contact = workspace.contact;
    ContactSystem& system = contact.system;
    const Index count = system.count();
    contact.columns_scratch = workspace.now.Z + workspace.direction;
    for (Index i = 0; i < count; ++i) {
        system.at.row(i) =
            contact.offset.row(i) + contact.share * product(contact.phi.col(i), contact.columns_scratch).transpose();
    }
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index j = 0; j < count; ++j) {
            system.at.col(axis).head(count) += system.force(j, axis) * system.G.col(j).head(count);
        }
    }
    compute_contact_forces(contact, is_last);
    for (Index i = 0; i < count; ++i) {
        if (system.force.row(i).isZero(0.0)) {
            continue;
        }
        for (Index axis = 0; axis < 3; ++axis) {
            workspace.direction.col(axis) += system.force(i, axis) * contact.A_phi.col(i);
        }
    }
}

int report_contact_forces(const ReducedModel& model, const Workspace& workspace, Points& force) {
    force.setZero();
    int touching = 0;
    if (!workspace.contact.in_use) {
        return touching;
    }
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
