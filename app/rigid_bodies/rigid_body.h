// SPDX-License-Identifier: MIT
#pragma once

#include "app/rigid_bodies/rigid_description.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

/// A rigid body of the shape of a tet mesh with uniform density, in its own frame: the origin is the centre of mass,
/// the axes are the principal axes of inertia.
namespace limber::app {

struct RigidBody {
    double mass = 1.0; // [kg]
    double friction = 0.5;
    double restitution = 0.0;
    Vec3 centre = Vec3::Zero();   // of mass, in the mesh's axes [m]
    Mat3 axes = Mat3::Identity(); // columns: the principal axes, in the mesh's axes
    Vec3 inertia = Vec3::Ones();  // about the principal axes [kg m^2]
    RigidShape shape = RigidShape::hull;
    double radius = 0.0; // of the ball: the mean distance of the boundary from the centre [m]
    Points corners;      // of the hull, in the body's frame [m]: extreme points in many directions
};

/// All that moves. The next step depends on nothing else.
struct RigidState {
    Affine frame = identity_affine();     // from the body's frame to the world
    Vec3 velocity = Vec3::Zero();         // of the centre of mass [m/s]
    Vec3 angular_velocity = Vec3::Zero(); // in world space [rad/s]
    bool operator==(const RigidState&) const = default;
};

/// The density [kg/m^3] determines the mass where the description has none. Fails with bad_input if the mesh has no
/// volume or the description is out of range.
Result<RigidBody> rigid_body(const TetMesh& mesh, const RigidDescription& description, double density);

/// The state in which the mesh has this placement. Fails with bad_input if the placement scales or shears.
Result<RigidState> rigid_state(const RigidBody& body, const Affine& placement, const RigidDescription& description);

/// The rotation and translation of the mesh from its rest pose.
Affine placement_of(const RigidBody& body, const RigidState& state);

} // namespace limber::app
