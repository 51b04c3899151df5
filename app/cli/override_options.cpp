// SPDX-License-Identifier: MIT
#include "app/cli/override_options.h"

#include "app/cli/arguments.h"
#include "app/cli/option_checks.h"
#include "app/document/choices.h"
#include "engine/mesh/tetrahedralise.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace limber::app {
namespace {

// "none", or the name of an elastic energy.
std::string fault_in_newton(const std::string& name) {
    const bool is_known =
        name == "none" || std::ranges::find(elastic_energy_names, std::string_view(name)) != elastic_energy_names.end();
    return is_known ? "" : "must be \"none\", " + alternatives(elastic_energy_names);
}

void add_newton(CLI::App& command, Overrides& overrides) {
    command
        .add_option("--newton", overrides.newton,
                    "step by Newton's method with this elastic energy on cubature points, in place of local-global "
                    "iterations on clusters: \"corotational\", \"arap\", \"stable-neo-hookean\" or "
                    "\"st-venant-kirchhoff\"; \"none\": not so")
        ->type_name("ENERGY")
        ->check(fault_in_newton);
    command.add_option("--cubature-points", overrides.cubature_points, "cubature points of --newton [200]")
        ->check(count_check(1, cubature_points_max));
    command
        .add_option("--cubature-error", overrides.cubature_error,
                    "the largest error that their forces may have in training poses, relative to those of all tets [1]")
        ->check(number_check({training_error_range.low, training_error_range.high, false, false, ""}));
}

void add_material(CLI::App& command, Overrides& overrides) {
    command.add_option("--young", overrides.young, "Young's modulus [Pa]")->check(range_check(young_range, "[Pa]"));
    command.add_option("--poisson", overrides.poisson, "Poisson's ratio, 0 to 0.49")
        ->check(number_check({0, poisson_max, false, false, "(nearer to 0.5 a body gains energy as it moves)"}));
    command.add_option("--density", overrides.density, "mass density [kg/m^3]")
        ->check(range_check(density_range, "[kg/m^3]"));
}

void add_solver(CLI::App& command, Overrides& overrides) {
    command
        .add_option("--memory", overrides.memory,
                    "previous iterations that L-BFGS uses; 0: plain local-global iterations")
        ->check(count_check(0, memory_max));
    command.add_option("--damping", overrides.damping, "Rayleigh's alpha [1/s]")
        ->check(range_check(damping_range, "[1/s]"));
    command.add_option("--strain-damping", overrides.strain_damping, "Rayleigh's beta [s]")
        ->check(number_check({0, strain_damping_max, false, false, "[s]"}));
    command.add_option("--integrator", overrides.integrator, "\"backward Euler\" or \"BDF2\"")
        ->check(choice_check(integrator_names));
    command
        .add_option("--arithmetic", overrides.arithmetic,
                    "precision of the passes over the clusters: \"single\" or \"double\"")
        ->check(choice_check(arithmetic_names));
}

void add_muscles(CLI::App& command, Overrides& overrides) {
    command.add_option("--muscles", overrides.muscles, "number of vibration modes used as muscles; 0: none")
        ->check(count_check(0, muscles_max));
    command
        .add_option("--examples", overrides.examples,
                    "example poses that become muscles, \"a.obj,b.msh\": meshes with the vertices of the body, or of "
                    "its surface, in other places, in the unit of the mesh file")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("FILES")
        ->check(name_check("a mesh file"));
    command.add_option("--points", overrides.points, "number of contact points on the skin")
        ->check(count_check(1, contact_points_max));
    command
        .add_option("--muscle-clusters", overrides.muscle_clusters,
                    "clusters of tets, each with its own rotation of the muscle target")
        ->check(count_check(1, clusters_max));
    command
        .add_option("--strength", overrides.strength,
                    "stiffness of the muscles, as a factor of the material's stiffness")
        ->check(number_check({0, strength_max, false, false, ""}));
    command
        .add_option("--gait", overrides.gait,
                    "gait file; a scene without muscles gets one for each waveform of the gait")
        ->type_name("FILE")
        ->check(name_check("a gait file"));
}

void add_subspace_options(CLI::App& command, Overrides& overrides) {
    command
        .add_option("--kind", overrides.subspace,
                    "subspace: \"skinning\", \"skinning-homogeneous\" (modes of a uniform material), "
                    "\"skinning-unconstrained\" (modes without the rig's constraint, which the step imposes), "
                    "\"skinning-partly-constrained\" (modes that have it as translations, and the step the rest), "
                    "\"weights\" (bounded biharmonic weights of handles, and those that are painted in the scene, "
                    "unconstrained likewise), \"localised\" (modes that each move a small part of the body), "
                    "\"displacement\" (vibration modes), "
                    "\"displacement-affine\" (with the body's affine motions), \"modal-derivatives\" (with their "
                    "derivatives), \"pod\" (the best one for the motion in --subspace-file) or "
                    "\"force-dual\" (displacements for the loads in --loads), with twelve displacements for each mode; "
                    "\"force-dual-skinning\" (weights for these loads), and what these replace: \"greens\" "
                    "(responses to single forces), \"pod-sampled\" (components of sampled responses), "
                    "\"substructured\" (modes of the domains that the body is cut into); \"warped\" (vibration modes "
                    "whose rotations are put right by modal warping), \"rotation-strain\" (the same by a solve, "
                    "without contact) and \"force-dual-rotation-strain\" (likewise, of displacements for loads)")
        ->check(fault_in_kind);
    add_subspace_file(command, overrides);
    command.add_flag_callback(
        "--switch-loads", [&overrides] { overrides.switch_loads = true; },
        "of a file of loads with a mixture, a subspace for each component: the body moves in that of the component "
        "that acts, by what pulls, pushes and touches it");
    command
        .add_option("--modes", overrides.modes,
                    "skinning modes, at most 1024 and an eighth of the mesh's vertices; of a mesh with fewer than 512 "
                    "vertices at most 64")
        ->check(count_check(1, modes_max));
}

} // namespace

void add_rig(CLI::App& command, Overrides& overrides) {
    command.add_option("--rig", overrides.rig, "rig file, \"affine handle\" or \"none\"")
        ->type_name("FILE")
        ->check(name_check("a rig file, \"affine handle\" or \"none\""));
    command.add_option("--clip", overrides.clips, "clip file; may be given several times, the first one plays")
        ->allow_extra_args(false)
        ->type_name("FILE")
        ->check(name_check("a clip file"));
    command
        .add_option("--clip-map", overrides.clip_map,
                    "which bone follows which joint of the clips, {\"joint\": \"bone\"} in JSON, in place of the "
                    "scene's choices; by default NAME.map.json beside a clip, or else their names alone")
        ->type_name("FILE")
        ->check(name_check("a file of joints and bones"));
    command
        .add_option("--clip-stride", overrides.clip_stride,
                    "factor of the way along the ground of clips of other skeletons, so that feet slide less; check "
                    "reports the best")
        ->check(range_check(stride_range, ""));
    command
        .add_option(
            "--clip-feet", overrides.clip_feet,
            "of clips of other skeletons: captured, so that legs bend until feet are as high as in the clip (the "
            "default), or turned, so that legs only turn as those of the clip")
        ->check(choice_check(clip_feet_names));
}

void add_placement(CLI::App& command, Overrides& overrides) {
    command
        .add_option("--vertices", overrides.vertices, "approximate number of vertices of the tets that fill a surface")
        ->check(count_check(target_vertices_min, target_vertices_max));
    command.add_option("--unit", overrides.unit, "metres in one unit of the mesh file")
        ->check(range_check(metres_per_unit_range, "metres"));
    command
        .add_option("--rotate", overrides.rotate,
                    "\"ax ay az angle\": turns the scene with its obstacles, and controls, around an axis [degrees, or "
                    "radians with \"rad\" behind]")
        ->check(fault_in_turn);
}

void add_thin(CLI::App& command, Overrides& overrides) {
    auto* rod = command
                    .add_option("--rod-radius", overrides.rod_radius,
                                "elastic rods of this radius [m] along the polylines of an .obj, in place of tets")
                    ->check(range_check(thin_size_range, "[m]"));
    command
        .add_option("--shell-thickness", overrides.shell_thickness,
                    "an elastic shell of this thickness [m] on the triangles of a surface, in place of tets inside it")
        ->check(range_check(thin_size_range, "[m]"))
        ->excludes(rod);
}

void add_plane(CLI::App& command, Overrides& overrides) {
    command
        .add_option("--plane-depth", overrides.plane_depth,
                    "the flat triangles of a surface are a solid of this depth [m] that moves in their plane alone")
        ->check(range_check(thin_size_range, "[m]"));
}

void add_subspace_file(CLI::App& command, Overrides& overrides) {
    command
        .add_option("--subspace-file", overrides.subspace_file,
                    "what the subspace is made from: for \"pod\" a motion of this body in any subspace, as "
                    "simulate --out writes it, and replay --out from a recording, .npy or .pc2; for "
                    "\"weights\" a matrix with a row for each vertex, .npy")
        ->type_name("FILE")
        ->check(fault_in_subspace_file);
    command
        .add_option("--loads", overrides.loads,
                    "for the kinds that are made for loads: their file (JSON); \"springs\", \"handles\", \"obstacles\" "
                    "or \"pockets\", or several with + between, for those that the scene proposes from these; or "
                    "\"mass\", equal forces on equal masses")
        ->type_name("FILE");
}

// All but the subspace.
void add_other_overrides(CLI::App& command, Overrides& overrides) {
    command.add_option("--clusters", overrides.clusters, "clusters of tets that share a rotation")
        ->check(count_check(1, clusters_max));
    add_muscles(command, overrides);
    add_rig(command, overrides);
    add_placement(command, overrides);
    add_material(command, overrides);
    command
        .add_option("--leak", overrides.leak,
                    "the rig's momentum that leaks into the secondary motion: 0 none, 0.5 through the surface, 1 all")
        ->check(number_check({0, 1, false, false, ""}));
    command.add_flag("--soften-by-springs", overrides.soften_by_springs,
                     "make soft what the spring bones of a VRM file swing, as Soften it does in the window");
    command.add_option("--dt", overrides.time_step, "time step [s]")->check(range_check(time_step_range, "[s]"));
    command.add_option("--iterations", overrides.iterations, "local-global iterations a step")
        ->check(count_check(1, 100000));
    add_solver(command, overrides);
    add_newton(command, overrides);
    command.add_option("--seed", overrides.seed, "seed of the clusters")->check(fault_in_seed);
}

void add_overrides(CLI::App& command, Overrides& overrides) {
    add_subspace_options(command, overrides);
    add_other_overrides(command, overrides);
}

} // namespace limber::app
