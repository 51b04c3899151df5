// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/motion/scene_motion.h"

#include <string>
#include <vector>

namespace limber::app {

/// Gives the controls in the file of `--controls` to the first characters, turned as `--rotate` turns them, and sets
/// each character's instruction set: that of the command line, else of its recording, else the widest. Returns the
/// warnings about the file. Fails with bad_input: more controls than characters, a recording that starts in motion and
/// would have to be turned, and as `parse_controls`.
Result<std::vector<std::string>> apply_controls(const Arguments& arguments, SceneMotion& motion);

/// Turns the controls with which a saved character starts as `--rotate` turns its scene. Precondition: the option is
/// valid, and the motion is of one character.
void turn_start(const Arguments& arguments, SceneMotion& motion);

} // namespace limber::app
