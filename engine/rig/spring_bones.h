// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace limber {

/// A bone that another program swings by a spring, as hair, ears and clothes of VRM characters: the numbers are those
/// of the file.
struct SpringBone {
    std::string bone;       // its name in the rig
    double stiffness = 1.0; // of the spring to its place at rest; programs offer 0 to 4
    double drag = 0.5;      // the share of the speed that is lost in a frame, 0 to 1
    double gravity = 0.0;   // how strongly it is pulled down, 0: not at all
};

} // namespace limber
