// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/motion.h"

#include <vector>

/// The character that all others follow in a comparison: one pose, one set of controls, one set of handles.
namespace limber::app {

/// What a step of the leader was made with. The body points of handles, forces and springs, the contact points and the
/// obstacles of `controls` belong to the leader's subspace.
struct LeaderStep {
    Controls controls;
    std::vector<PointHandle> handles; // that hold the body
    double young = 0.0;               // of the leader [Pa]
    double poisson = 0.0;
    std::vector<AppliedForce> forces = {}; // that act on the body, as strong as they are now
    std::vector<PointSpring> springs = {}; // as long at rest as they are now
    double seconds = 0.0;                  // wall time that the leader took for it
};

/// What acts on the body in that step, which must outlive it.
Pulls pulls_of(const LeaderStep& step);

/// Of the leader's last step, which was made with `live`.
LeaderStep last_step_of(const Motion& leader, const LiveControls& live);

/// A state of a character with Z and its velocity as displacements of all vertices, n x 3 [m].
State in_all_vertices(const Character& character, const State& state);

} // namespace limber::app
