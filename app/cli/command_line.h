#pragma once

/// `limber check | subspace | simulate | render`: what needs no window. Text for people, or one JSON object with
/// --json; an error is one sentence on stderr, and {"error": ...} on stdout as well where JSON was asked for.
///
/// The keys of the JSON, which only ever grow in number:
///
///     all       warnings [sentence]
///     check     file, vertices, tets, boundary_faces, components, size [m, m, m], volume [m^3], mass [kg], edge_mean
///     [m],
///               dihedral {min, first_percent, max} [degrees], slivers, non_manifold_edges, bones,
///               clips [{name, frames, frame_rate, looping}]
///     subspace  vertices, tets, bones, modes, clusters, eigenvalues [1/s^2], residual_max, constraint_violation,
///               seconds {load, operators, factor, eigen, clusters, model, total}
///     simulate  frames, time [s], step_microseconds {median, p90}, iterations_mean, energy, elastic_energy,
///               kinetic_energy [J, after the last step], hash (of the last state), seconds as above;
///               matches_recording, where the controls are a recording that knows how it ended
///     render    picture, frame, size [width, height]
namespace limber::app {

/// Returns the exit code: 0 done, 1 the input is at fault, 2 the command line is at fault, 3 a numerical failure.
int run_command_line(int argc, char** argv);

} // namespace limber::app
