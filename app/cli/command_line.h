// SPDX-License-Identifier: MIT
#pragma once

/// The commands without a window: `limber check | subspace | simulate | compare | record | replay | render | gait`.
/// They print text, or one JSON object with --json. An error is one sentence on stderr, with --json also {"error": ...}
/// on stdout.
///
/// `app/docs/command-line.md` documents the keys of the JSON; keys are added and never removed.
namespace limber::app {

/// Returns the exit code: 0 done, 1 the input is at fault, 2 the command line is at fault, 3 a numerical failure.
int run_command_line(int argc, char** argv);

} // namespace limber::app
