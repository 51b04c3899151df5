#pragma once

/// `limber check | subspace | simulate | render`: what needs no window. Text for people, or one JSON object with
/// --json; an error is one sentence on stderr, and {"error": ...} on stdout as well where JSON was asked for.
///
/// The keys of the JSON stand in the README, and only ever grow in number; those of render, for the pictures of this
/// repository: picture, frame, size [width, height], warnings.
namespace limber::app {

/// Returns the exit code: 0 done, 1 the input is at fault, 2 the command line is at fault, 3 a numerical failure.
int run_command_line(int argc, char** argv);

} // namespace limber::app
