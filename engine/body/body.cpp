// SPDX-License-Identifier: MIT
#include "engine/body/body.h"

namespace limber {

Controls rest_controls(const Body& body) {
    Controls controls;
    controls.P = rig_maps(body.rig, rest_pose(body.rig.skeleton));
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    return controls;
}

} // namespace limber
