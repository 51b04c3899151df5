#pragma once

namespace limber::app {

/// Runs the subcommand that the arguments name, or opens the window. Returns the exit code: 0 done, 1 the
/// input is at fault, 2 the command line is at fault, 3 a numerical failure.
int run_command_line(int argc, char** argv);

} // namespace limber::app
