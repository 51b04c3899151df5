// SPDX-License-Identifier: MIT
#include "engine/body/body.h"

#include "engine/body/body_step.h"
#include "engine/mesh/topology.h"

namespace limber {

Controls rest_controls(const Body& body) {
    Controls controls;
    controls.P = rig_maps(body.rig, rest_pose(body.rig.skeleton));
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    return controls;
}

std::shared_ptr<const ContactPoints> contact_points_of(const Body& body, Index count) {
    const auto vertices = contact_vertices(body.mesh, boundary_vertices(body.mesh.T), count);
    return std::make_shared<const ContactPoints>(contact_points_at(body, vertices));
}

} // namespace limber
