// SPDX-License-Identifier: MIT
#include "app/motion/acting_forces.h"

#include "engine/body/body_step.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/stepper/springs.h"

#include <array>
#include <utility>

namespace limber::app {
namespace {

// In a subspace of either kind, as a contact point is placed.
Vec3 place_of(const Character& character, const BodyPoint& point, const State& state) {
    return contact_positions(character, ContactPoints{{}, point.phi, point.rig_row}, state).row(0);
}

// The rotation that brings the points at rest nearest to where they are.
Mat3 rotation_of(const Character& character, const ContactPoints& points, const State& state) {
    const Points x = contact_positions(character, points, state);
    const Points X = character.mesh.X(points.vertices, Eigen::all);
    const Eigen::RowVector3d middle = x.colwise().mean();
    const Eigen::RowVector3d middle_at_rest = X.colwise().mean();
    return nearest_rotation((x.rowwise() - middle).transpose() * (X.rowwise() - middle_at_rest));
}

void share_out(const Vec3& force, const std::array<int, 3>& vertices, const std::array<double, 3>& barycentric,
               std::vector<VertexForce>& forces) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
        if (barycentric[corner] != 0.0) {
            forces.push_back({vertices[corner], barycentric[corner] * force});
        }
    }
}

// At the two ends of a spring, as long at rest as it is now. Without a length it has no direction.
void add_spring_forces(const Character& character, const PointSpring& spring, const State& state,
                       std::vector<VertexForce>& forces) {
    const SpringEnd& from = spring.from;
    const SpringEnd& to = spring.to;
    const Vec3 d = place_of(character, body_point(character, to.vertices, to.barycentric), state) -
                   place_of(character, body_point(character, from.vertices, from.barycentric), state);
    const double length = d.norm();
    if (length > 0.0) {
        const Vec3 pull = spring.stiffness * (1.0 - spring.rest_length / length) * d;
        share_out(pull, from.vertices, from.barycentric, forces);
        share_out(-pull, to.vertices, to.barycentric, forces);
    }
}

} // namespace

Spring spring_on(const Character& character, const PointSpring& spring) {
    return spring_between(body_point(character, spring.from.vertices, spring.from.barycentric),
                          body_point(character, spring.to.vertices, spring.to.barycentric), spring.stiffness,
                          spring.rest_length);
}

Controls controls_in(const Character& character, Controls controls, const Pulls& pulls) {
    controls.contact.points = controls.contact.points ? character.contact_points : nullptr;
    controls.handles.clear();
    for (const PointHandle& handle : pulls.handles) {
        controls.handles.push_back(
            {body_point(character, handle.vertices, handle.barycentric), handle.stiffness, handle.target});
    }
    controls.forces.clear();
    for (const AppliedForce& applied : pulls.forces) {
        controls.forces.push_back({body_point(character, applied.vertices, applied.barycentric), applied.force});
    }
    controls.springs.clear();
    for (const PointSpring& spring : pulls.springs) {
        controls.springs.push_back(spring_on(character, spring));
    }
    if (controls.activation.size() != muscle_count(character)) {
        controls.activation = Vector::Zero(muscle_count(character));
    }
    return controls;
}

std::vector<VertexForce> forces_on(const Character& character, const ContactPoints& spread, const State& state,
                                   const Controls& controls, const Pulls& pulls) {
    EXPECTS(controls.handles.size() == pulls.handles.size());
    std::vector<VertexForce> forces;
    for (std::size_t i = 0; i < pulls.handles.size(); ++i) {
        const Handle& handle = controls.handles[i];
        share_out(handle.stiffness * (handle.target - place_of(character, handle.point, state)),
                  pulls.handles[i].vertices, pulls.handles[i].barycentric, forces);
    }
    for (const AppliedForce& applied : pulls.forces) {
        share_out(applied.force, applied.vertices, applied.barycentric, forces);
    }
    for (const PointSpring& spring : pulls.springs) {
        add_spring_forces(character, spring, state, forces);
    }
    for (Index i = 0; i < state.contact_force.rows(); ++i) {
        const int vertex = character.contact_points->vertices[static_cast<std::size_t>(i)];
        forces.push_back({vertex, state.contact_force.row(i).transpose()});
    }
    const Mat3 R = rotation_of(character, spread, state);
    for (VertexForce& one : forces) {
        one.force = R.transpose() * one.force;
    }
    return forces;
}

} // namespace limber::app
