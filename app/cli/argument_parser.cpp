// SPDX-License-Identifier: MIT
#include "app/cli/argument_parser.h"

#include "app/cli/beside_bodies.h"
#include "app/cli/compared_column.h"
#include "app/cli/gait_options.h"
#include "app/cli/option_checks.h"
#include "app/cli/override_options.h"
#include "app/cli/window_options.h"
#include "app/document/behaviour_controls.h"
#include "app/document/choices.h"
#include "app/recording/replaying.h"
#include "app/recording/step_range.h"
#include "app/view/film.h"
#include "engine/core/version.h"
#include "engine/formats/motion_export.h"
#include "engine/mesh/tetrahedralise.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

std::string fault_in_set(const std::string& name) {
    const auto set = instruction_set_called(name);
    return set && runs_here(*set) ? ""
                                  : std::string("must be baseline or an instruction set of this machine, at most ") +
                                        limber::name_of(widest_instruction_set());
}

void add_usual_flags(CLI::App& command, Arguments& arguments) {
    command.add_flag("--json", arguments.json, "print one JSON object instead of text");
    command.add_flag("--no-cache", arguments.no_cache, "do not read or write the cache");
}

void add_input(CLI::App& command, Arguments& arguments) {
    command
        .add_option("FILE", arguments.file,
                    "scene (.json), tet mesh, surface, or creature:NAME for a built-in character")
        ->type_name("")
        ->required();
    add_usual_flags(command, arguments);
}

void add_controls(CLI::App& command, Arguments& arguments) {
    command.add_option("--controls", arguments.controls, "file of controls or recording (JSON)")
        ->type_name("FILE")
        ->check(name_check("a file of controls"));
}

void add_threads(CLI::App& command, Arguments& arguments) {
    command
        .add_option("--threads", arguments.threads, "number of threads; 0: all processors; results do not depend on it")
        ->check(count_check(0, 1024));
}

void add_frames(CLI::App& command, Arguments& arguments, const std::string& otherwise = "240") {
    command
        .add_option(
            "--frames", arguments.frames,
            "number of steps; by default that of the recorded controls, else of the rollouts of the search that "
            "wrote the scene, else " +
                otherwise)
        ->check(count_check(1, frames_max));
}

void add_played_part(CLI::App& command, ClipArguments& clip) {
    command.add_option("--clip-in", clip.in, "where the clips start [s], before their end; by default as in the scene")
        ->check(range_check(clip_time_range, "[s]"));
    command.add_option("--clip-out", clip.out, "where they end [s]")->check(range_check(clip_time_range, "[s]"));
    auto* once = command.add_flag("--no-loop", clip.once, "hold the clips' last poses instead of starting again");
    command
        .add_flag("--repeat", clip.repeats,
                  "start the clips again at their ends, also those whose files say that they do not loop")
        ->excludes(once);
    command
        .add_option("--cross-fade", clip.cross_fade,
                    "how long a clip blends into the next one, and the end of a part into its start [s]")
        ->check(range_check(cross_fade_range, "[s]"));
}

void add_played_motion(CLI::App& command, Arguments& arguments) {
    command
        .add_option("--dynamics", arguments.dynamics,
                    "share of the secondary motion in what is written: 0 the rig alone, 1 all of it")
        ->check(range_check(dynamics_range, ""));
    add_played_part(command, arguments.clip);
}

void add_instruction_set(CLI::App& command, Arguments& arguments) {
    command
        .add_option_function<std::string>(
            "--instruction-set",
            [&](const std::string& name) { arguments.instruction_set = instruction_set_called(name); },
            "instruction set of the step: \"baseline\", \"AVX2\" or \"AVX-512\"; by default the recording's, else the "
            "widest of this machine")
        ->check(fault_in_set);
}

void add_check(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("check", "report sizes, quality, repairs and errors of a mesh or a scene");
    add_input(*command, arguments);
    add_rig(*command, arguments.overrides);
    add_placement(*command, arguments.overrides);
    add_thin(*command, arguments.overrides);
    add_plane(*command, arguments.overrides);
    command->callback([&] { arguments.command = Subcommand::check; });
}

void add_subspace(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("subspace", "precompute modes and clusters and report on them");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_threads(*command, arguments);
    command->add_option("--out", arguments.out, "write the weights, vertices x modes, as .npy")
        ->type_name("FILE")
        ->check(ending_check(".npy"));
    auto* points =
        command
            ->add_option("--cubature", arguments.cubature.points,
                         "choose so many cubature points for an elastic energy, and report their training error")
            ->check(count_check(1, cubature_points_max));
    command->add_option("--energy", arguments.cubature.energy, "elastic energy of the cubature points")
        ->check(choice_check(elastic_energy_names))
        ->needs(points);
    command->callback([&] { arguments.command = Subcommand::subspace; });
}

void add_table(CLI::App& command, Arguments& arguments, const std::string& description) {
    command.add_option("--csv", arguments.csv, description)->type_name("FILE")->check(ending_check(".csv"));
}

void add_simulate(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("simulate", "simulate without a window");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_thin(*command, arguments.overrides);
    add_plane(*command, arguments.overrides);
    add_threads(*command, arguments);
    add_frames(*command, arguments);
    add_controls(*command, arguments);
    add_played_motion(*command, arguments);
    command->add_option("--out", arguments.out, "bake the motion, frames x vertices x 3, as .npy or .pc2")
        ->type_name("FILE")
        ->check(ending_check(".npy", ".pc2"));
    add_table(*command, arguments, "write energies, contacts and times of every frame and character, as .csv");
    add_instruction_set(*command, arguments);
    command->callback([&] { arguments.command = Subcommand::simulate; });
}

std::string fault_in_export_file(const std::string& file) {
    return is_export_file(file) || is_film_file(file)
               ? ""
               : "must end in one of " + std::string(export_extensions()) + ", .png, .mp4";
}

void add_frame_rate(CLI::App& command, Arguments& arguments) {
    command.add_option("--fps", arguments.frames_per_second, "frames a second; by default a frame a step")
        ->check(number_check({1e-3, 1e6, true, true, "1/s"}));
}

// Of a text that passed fault_in_paint.
PaintArgument parsed_paint(const std::string& text) {
    const std::size_t sign = text.find(':');
    return {sign == std::string::npos ? 0 : static_cast<Index>(parsed_number(text.substr(sign + 1)))};
}

void add_pictures(CLI::App& command, Arguments& arguments, std::string& size) {
    command.add_option("--size", size, "WIDTHxHEIGHT of images [pixels]")->check(fault_in_size);
    command.add_flag("--contacts", arguments.contacts, "draw the contact points and forces");
    command
        .add_option("--turntable", arguments.film.turntable,
                    "angle by which the camera goes around the middle of the picture during a film [0]")
        ->check(number_check({-3600.0, 3600.0, true, true, "degrees"}));
    auto* follow = command.add_flag_callback(
        "--follow", [&arguments] { arguments.film.follows = true; },
        "the camera of a film moves along with the first character; by default it does if that moves by itself, or is "
        "alone and its clip carries it away");
    command
        .add_flag_callback(
            "--no-follow", [&arguments] { arguments.film.follows = false; }, "the camera of a film stands still")
        ->excludes(follow);
    command.add_flag("--transparent", arguments.is_transparent, "leave the background and the ground out of a .png");
    command
        .add_option_function<std::string>(
            "--paint", [&arguments](const std::string& text) { arguments.film.paint = parsed_paint(text); },
            "show the clusters (\"clusters\"), or the weights of a skinning mode (\"mode:3\" of the third), on the "
            "boundary of the tets")
        ->type_name("WHAT")
        ->check(fault_in_paint);
}

void add_exported_frames(CLI::App& command, ExportArguments& exporting) {
    command.add_option("--warm-up", exporting.warm_up, "number of steps before the first frame [0]")
        ->check(count_check(0, frames_max));
    command.add_flag("--loop", exporting.loop,
                     "one loop of the clips instead of --frames, from its second pass, whose end is blended into its "
                     "start; the first frame is written again at the end");
    command
        .add_option("--loop-blend", exporting.blended,
                    "number of frames that are blended; by default a quarter of the loop, at most 30")
        ->check(count_check(1, frames_max));
}

void add_fits_of_glb(CLI::App& command, ExportArguments& exporting) {
    command
        .add_option("--tolerance", exporting.tolerance,
                    "of fitted morph targets of a .glb: the error of the worst vertex in any frame, as a share of the "
                    "extent of the motion [1e-6]")
        ->check(number_check({1e-9, 1.0, true, true, ""}));
    command
        .add_option("--morphs", exporting.morphs,
                    "morph targets of a .glb: exact (twelve for each mode and each bone, whatever the clip is), fitted "
                    "(as few as this clip needs), or auto, the smaller [auto]")
        ->check(choice_check(morph_encoding_names));
    command
        .add_option("--joints", exporting.joints,
                    "write a .glb with a skin and at most so many joints a character, four a vertex, in place of morph "
                    "targets: smaller and played by every game engine, but approximate; the error is printed")
        ->check(count_check(1, skin_joints_max));
}

void add_export(CLI::App& app, Arguments& arguments, std::string& size) {
    auto* command = app.add_subcommand("export", "simulate, and write the motion for other tools");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_thin(*command, arguments.overrides);
    add_plane(*command, arguments.overrides);
    add_threads(*command, arguments);
    add_frames(*command, arguments, "until the clips have ended that play once, else 240");
    add_controls(*command, arguments);
    add_played_motion(*command, arguments);
    add_frame_rate(*command, arguments);
    add_exported_frames(*command, arguments.exporting);
    add_fits_of_glb(*command, arguments.exporting);
    command
        ->add_option(
            "--out", arguments.out,
            "the file: .glb (morph targets, or --joints), .usda, .pc2 or .mdd (with the rest surface as .obj), .obj (a "
            "numbered file for each frame), or a film: .png (likewise), or .mp4, which needs the program ffmpeg")
        ->required()
        ->type_name("FILE")
        ->check(fault_in_export_file);
    add_pictures(*command, arguments, size);
    add_instruction_set(*command, arguments);
    command->callback([&] { arguments.command = Subcommand::export_motion; });
}

void add_compare(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("compare", "measure subspaces against full space, under the same controls");
    add_input(*command, arguments);
    add_other_overrides(*command, arguments.overrides);
    add_subspace_file(*command, arguments.overrides);
    command
        ->add_option("--modes", arguments.compare.modes,
                     "numbers of skinning modes, with commas between them; by default the scene's")
        ->delimiter(',')
        ->check(count_check(1, modes_max));
    command
        ->add_option(
            "--kinds", arguments.compare.kinds,
            "what is reported, with commas between: subspaces as for --kind of other commands, each with parameters of "
            "its own if they follow it (\"skinning:young=2e5:poisson=0.3:clusters=50:leak=0.2\", "
            "\"force-dual:loads=push.json\"; \"force-dual:loads=mixture.json:switched\" switches to the subspace for "
            "the component of the file's mixture that acts; \"displacement:material=stable-neo-hookean:points=200\" "
            "has that elastic energy, on 200 cubature points), \"pod\" (the best linear subspace for this very "
            "motion), \"rig\" (no secondary motion), \"full\"")
        ->delimiter(',')
        ->check(fault_in_column);
    command
        ->add_option(
            "--energy", arguments.compare.energy,
            "elastic energy of full space, by default that of the scene; subspaces have that of the scene without "
            "material= in --kinds")
        ->check(choice_check(elastic_energy_names));
    add_threads(*command, arguments);
    add_frames(*command, arguments);
    add_controls(*command, arguments);
    add_played_part(*command, arguments.clip);
    add_table(*command, arguments, "write error and energy of every frame, as .csv");
    command
        ->add_option("--out", arguments.out,
                     "write the motion in full space, frames x points x 3, as .npy or .pc2: of the surface of the "
                     "file, which the tets carry, in the order of the rest surface that export writes, or of the "
                     "vertices of the tets where it has none")
        ->type_name("FILE")
        ->check(ending_check(".npy", ".pc2"));
    add_instruction_set(*command, arguments);
    command->callback([&] { arguments.command = Subcommand::compare; });
}

void add_record(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("record", "simulate without a window and record every step, for replay");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_thin(*command, arguments.overrides);
    add_plane(*command, arguments.overrides);
    add_threads(*command, arguments);
    add_frames(*command, arguments);
    add_controls(*command, arguments);
    add_played_motion(*command, arguments);
    command->add_option("--out", arguments.out, "the recording, a .json")
        ->required()
        ->type_name("FILE")
        ->check(ending_check(".json"));
    add_instruction_set(*command, arguments);
    command->callback([&] { arguments.command = Subcommand::record; });
}

void add_directions(CLI::App& command, Objective& objective) {
    const auto vector = [&](const char* option, auto store, const char* what) {
        command
            .add_option_function<std::vector<double>>(
                option, [store](const std::vector<double>& xyz) { store(Vec3(xyz[0], xyz[1], xyz[2])); }, what)
            ->expected(3)
            ->check(number_check({-1e6, 1e6, false, false, ""}));
    };
    const auto direction = [&](const std::string& option, Vec3& value, const char* what) {
        const auto set_direction = [option, &value](const Vec3& way) {
            if (!(way.norm() > 1e-6)) {
                throw CLI::ValidationError(option, "must be a direction with a length of at least 1e-6");
            }
            value = way.normalized();
        };
        vector(option.c_str(), set_direction, what);
    };
    direction("--direction", objective.direction,
              "x y z of the direction to move in; by default the direction that the scene faces");
    direction("--facing", objective.facing, "x y z of the direction to face; by default that of --direction");
    vector(
        "--target", [&](const Vec3& point) { objective.target = point; }, "x y z [m] of a point to approach");
}

void add_gait(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("gait", "search for a gait by evolution");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_plane(*command, arguments.overrides);
    add_threads(*command, arguments);
    add_instruction_set(*command, arguments);
    GaitArguments& gait = arguments.gait;
    for (const NumberOption& option : gait_options(gait)) {
        std::visit([&](auto* value) { command->add_option(option.name, *value, option.what)->check(option.check); },
                   option.value);
    }
    command->add_option("--gait-seed", gait.search.seed, "seed of the evolution [1]")->check(fault_in_seed);
    command->add_flag_callback(
        "--own-periods", [&] { gait.space.common_period = false; }, "each muscle has its own period, as in the paper");
    add_directions(*command, gait.objective);
    const auto muscles = [&](const char* option, std::vector<Index>& numbers, const char* what) {
        command->add_option(option, numbers, what)->allow_extra_args(false)->check(count_check(1, muscles_max));
    };
    muscles("--fix-in", gait.fixed.in, "a muscle, counted from 1, that is always used; may be given several times");
    muscles("--fix-out", gait.fixed.out, "a muscle that is never used; may be given several times");
    for (const FixingOption& option : fixing_options()) {
        const auto fixes = [&gait, which = option.which](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
                gait.fixed.numbers.push_back(fixed_numbers_in(text, which));
            }
        };
        command->add_option_function<std::vector<std::string>>(option.name, fixes, option.what)
            ->allow_extra_args(false)
            ->check(option.check);
    }
    command->add_option("--resume", gait.state, "file that stores the search; an existing one is continued")
        ->type_name("FILE")
        ->check(name_check("a file"));
    command->add_option("--out", arguments.out, "the gait, a .json")->type_name("FILE")->check(ending_check(".json"));
    command
        ->add_option("--out-scene", gait.out_scene,
                     "a scene, a .json, of the character without rig on a floor, that plays the gait of --out from "
                     "the start state of the rollouts")
        ->type_name("FILE")
        ->check(ending_check(".json"));
    command->callback([&] { arguments.command = Subcommand::gait; });
}

// NAME=WEIGHT; null: it is none.
std::optional<std::pair<GoalGroup, double>> parsed_goal(const std::string& text) {
    const std::size_t equals = text.find('=');
    const auto group = goal_group_named(text.substr(0, equals));
    if (!group || equals == std::string::npos ||
        !fault_in_number(text.substr(equals + 1), {0.0, goal_weight_max, false, false, ""}).empty()) {
        return std::nullopt;
    }
    return std::pair(*group, parsed_number(text.substr(equals + 1)));
}

// The weights of goals, and goals beside those of the behaviour.
void add_goals(CLI::App& command, ControlArguments& control) {
    command
        .add_option_function<std::vector<std::string>>(
            "--goal",
            [&control](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    const auto [group, weight] = *parsed_goal(text);
                    control.goals.weights[static_cast<std::size_t>(group)] = weight;
                }
            },
            "a group of goals and its weight, times the behaviour's own, 0: off; again for another group [1 each]")
        ->type_name("NAME=WEIGHT")
        ->check([](const std::string& text) {
            return parsed_goal(text) ? std::string()
                                     : std::string("must be velocity, height, balance, heading, spin, feet, hold or "
                                                   "reach, = and a number from 0 to 100, as feet=2");
        });
    command.add_option("--rise", control.goals.rise, "the centre of mass is held so much higher than at rest [0 m]")
        ->check(number_check({-1e3, 1e3, false, false, "[m]"}));
    command.add_option("--facing", control.facing, "the front to the left of the way [0 degrees]")
        ->check(number_check({-3600.0, 3600.0, false, false, "[degrees]"}));
    command
        .add_option("--also-reach", control.place,
                    "\"x y z\": a place to which a point of the body reaches beside the behaviour [m]")
        ->expected(3)
        ->delimiter(' ');
    command
        .add_option("--also-region", control.place_region,
                    "the painted muscle region whose mean reaches there [the point nearest to the place]")
        ->needs(command.get_option("--also-reach"));
}

void add_control(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("control", "let a free body decide step by step what to do");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_thin(*command, arguments.overrides);
    add_plane(*command, arguments.overrides);
    add_instruction_set(*command, arguments);
    ControlArguments& control = arguments.control;
    command
        ->add_option_function<std::string>(
            "--behaviour", [&control](const std::string& name) { control.behaviour.kind = *behaviour_named(name); },
            "stand, hop, roll, walk, turn, reach, follow or flee [stand]")
        ->check([](const std::string& name) {
            return behaviour_named(name) ? std::string()
                                         : std::string("must be stand, hop, roll, walk, turn, reach, follow or flee");
        });
    const auto number = [&](const char* name, double& value, NumberRange range, const char* what) {
        command->add_option(name, value, what)->check(number_check(std::move(range)));
    };
    number("--height", control.behaviour.height, {0.0, 1e3, true, false, "[m]"},
           "of a hop, of the centre of mass above rest [0.2 m]");
    number("--distance", control.behaviour.distance, {0.0, 1e4, false, false, "[m]"},
           "to roll or walk, or to hop along the front; 0: on the spot; of flee, how near the target may come [1 m]");
    number("--speed", control.behaviour.speed, {0.0, 100.0, true, false, "[m/s]"},
           "of rolling, walking and fleeing [0.5 m/s]");
    number("--angle", control.degrees, {-3600.0, 3600.0, false, false, "[degrees]"},
           "to turn to the left; of follow, the heading to the left of the front [90 degrees]");
    command
        ->add_option("--target", control.target,
                     "\"x y z\": the place in the scene that is to be reached or fled from [m]")
        ->expected(3)
        ->delimiter(' ');
    command->add_option("--region", control.region,
                        "the painted muscle region of the scene whose mean reaches [the point nearest to the target]");
    number("--push", control.push, {-100.0, 100.0, false, false, "[m/s]"},
           "the speed along the front that the whole body is given after a second [0 m/s]");
    number("--push-every", control.push_every, {0.0, 1e4, false, false, "[s]"},
           "pushes again after so many seconds, each time in a random direction; 0: once [0 s]");
    command
        ->add_option(
            "--cells", control.cells,
            "about so many boxes of the cage whose shape is controlled, beside --examples; without it the muscles of "
            "the scene and the examples, or 4 boxes if there are none")
        ->check(count_check(1, cage_cells_max));
    command
        ->add_option("--cage", control.cage,
                     "a closed surface around the body, .obj, .stl or .ply in the unit of its file: its vertices are "
                     "controlled, with harmonic coordinates")
        ->type_name("FILE")
        ->check(name_check("a file of a surface"))
        ->excludes(command->get_option("--cells"));
    command
        ->add_option("--skinning-modes", control.skinning_modes,
                     "the affine maps of so many of the subspace's softest skinning modes are controlled, in place of "
                     "a cage")
        ->check(count_check(1, skinning_handles_max))
        ->excludes(command->get_option("--cells"))
        ->excludes(command->get_option("--cage"));
    command
        ->add_flag("--each-vertex", control.each_vertex,
                   "the rest place of each vertex is controlled by itself, in place of a cage")
        ->excludes(command->get_option("--cells"))
        ->excludes(command->get_option("--cage"))
        ->excludes(command->get_option("--skinning-modes"));
    command->add_flag("--look-ahead", control.controller.looks_ahead,
                      "the controller plans a step of twice the time step");
    command
        ->add_option("--pose", control.pose,
                     "how much the muscles are pulled towards what the scene's gait and held muscles say [0, with "
                     "--pose-of 0.1]")
        ->check(number_check({0.0, pose_weight_max, false, false, ""}));
    command
        ->add_option("--pose-of", control.pose_of,
                     "a clip of the scene's rig, or of --rig: the activations are pulled towards its pose, and the rig "
                     "holds the body no longer")
        ->type_name("FILE")
        ->check(name_check("a file of a clip"));
    command->add_option("--pose-time", control.pose_time, "the time of the pose in the clip; without it the clip plays")
        ->check(number_check({0.0, 1e4, false, false, "[s]"}))
        ->needs(command->get_option("--pose-of"));
    add_goals(*command, control);
    command
        ->add_option("--controller-iterations", control.controller.iterations,
                     "Gauss-Newton iterations in each step at most [6]")
        ->check(count_check(1, 1000));
    command->add_option("--frames", arguments.frames, "steps at most [600]")->check(count_check(1, frames_max));
    command->add_option("--out", arguments.out, "the baked motion, .npy or .pc2")
        ->type_name("FILE")
        ->check([](const std::string& text) { return fault_in_ending(text, ".npy", ".pc2"); });
    command->callback([&] { arguments.command = Subcommand::control; });
}

void add_replay(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("replay", "replay a recording and compare every step, bit for bit");
    command->add_option("FILE", arguments.file, "a recording (.json)")->type_name("")->required();
    add_usual_flags(*command, arguments);
    add_threads(*command, arguments);
    command->add_option("--out", arguments.out, "the motion of the recorded character, as simulate --out writes it")
        ->type_name("FILE")
        ->check(ending_check(".npy", ".pc2"));
    command->callback([&] { arguments.command = Subcommand::replay; });
}

void add_render(CLI::App& app, Arguments& arguments, std::string& size) {
    auto* command = app.add_subcommand("render", "draw one frame, or a film, off screen through the window's shaders");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_thin(*command, arguments.overrides);
    add_plane(*command, arguments.overrides);
    command->add_option("--frame", arguments.frame, "number of steps before the frame")
        ->check(count_check(0, frames_max));
    command
        ->add_option("--frames", arguments.frames,
                     "number of frames from there on: a film; by default one, and of a .mp4 until the clips have ended "
                     "that play once, else 240")
        ->check(count_check(1, frames_max));
    add_frame_rate(*command, arguments);
    add_controls(*command, arguments);
    add_played_motion(*command, arguments);
    add_pictures(*command, arguments, size);
    command
        ->add_option("--beside", arguments.film.beside,
                     "other bodies of the character under the same controls, with commas between, each in a column of "
                     "the image beside that of the scene: kinds as in compare, but neither pod nor rig, with as many "
                     "modes as the scene has (\"displacement\", \"skinning:young=2e5\", "
                     "\"displacement:material=stable-neo-hookean\"), or \"full\", in which every vertex moves freely")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("KINDS")
        ->check(fault_in_beside_body);
    command
        ->add_option(
            "--out", arguments.out,
            "the image, a .png, with --frames a numbered one for each frame; or a video, .mp4, which needs the "
            "program ffmpeg")
        ->required()
        ->type_name("FILE")
        ->check(ending_check(".png", ".mp4"));
    command->callback([&] { arguments.command = Subcommand::render; });
}

// `limber --help`; the help of a command has the parser's own usage line.
class MainHelp : public CLI::Formatter {
public:
    std::string make_usage(const CLI::App*, std::string) const override {
        return "Usage: limber [FILE] [OPTIONS]          opens the window\n"
               "       limber COMMAND FILE [OPTIONS]    runs without a window\n";
    }
};

// The parser's messages begin with the option's name.
std::string option_in(const std::string& sentence) {
    return sentence.substr(0, sentence.find_first_of(": "));
}

std::string unexpected_argument(const CLI::App& command) {
    const auto words = command.remaining(true);
    const std::string word = words.empty() ? std::string() : words.front();
    return !word.empty() && word.front() == '-' ? word + ": is no option of " + command.get_name()
                                                : "\"" + word + "\": is one word too many";
}

std::string missing_argument(const std::string& name, const std::string& command) {
    if (name == "FILE") {
        return command == "replay" ? "FILE is missing: name a recording (.json)"
                                   : "FILE is missing: name a scene (.json), a tet mesh or a surface";
    }
    return name + ": is missing; name the " +
           (command == "record"   ? "recording to write, a .json"
            : command == "export" ? "file to write, for example motion.glb"
                                  : "image to write, a .png");
}

std::string wrong_value_count(const std::string& name, const CLI::App& command) {
    const CLI::Option* option = command.get_option_no_throw(name);
    const int values = option ? option->get_expected_max() : 1;
    return name + (values == 1   ? ": must be given once, with one value behind it"
                   : values == 3 ? ": must be given once, with three numbers behind it"
                                 : ": must have a value behind it");
}

// Replaces the parser's message by a sentence with a remedy.
std::string message_for(const CLI::ParseError& error, const CLI::App& command) {
    const std::string help = "; limber " + command.get_name() + " --help lists the options";
    if (dynamic_cast<const CLI::ValidationError*>(&error)) {
        return error.what();
    }
    if (dynamic_cast<const CLI::RequiredError*>(&error)) {
        return missing_argument(option_in(error.what()), command.get_name());
    }
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
        return wrong_value_count(option_in(error.what()), command) + help;
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
        return unexpected_argument(command) + help;
    }
    if (dynamic_cast<const CLI::ExcludesError*>(&error) || dynamic_cast<const CLI::RequiresError*>(&error)) {
        return error.what() + help;
    }
    return "a value could not be understood" + help;
}

// The parser drops what is empty between two commas, or before the first or after the last one.
std::string fault_in_commas(int argc, const char* const* argv) {
    const std::array<std::string, 4> lists{"--kinds", "--modes", "--beside", "--examples"};
    std::string option;
    for (int i = 1; i < argc; ++i) {
        std::string text = argv[i];
        if (text.starts_with("--")) {
            const std::size_t sign = text.find('=');
            option = text.substr(0, sign);
            text = sign == std::string::npos ? "" : text.substr(sign + 1);
        }
        const bool has_gap = text.starts_with(",") || text.ends_with(",") || text.find(",,") != std::string::npos;
        if (has_gap && std::ranges::find(lists, option) != lists.end()) {
            return option + ": has an empty name in \"" + text + "\"; leave out the comma, or name what is missing";
        }
    }
    return "";
}

// A sentence if a number of modes or a kind is named twice. Several of one kind have different parameters.
std::string fault_in_repetitions(const Arguments& arguments) {
    const std::vector<Index>& modes = arguments.compare.modes;
    for (auto number = modes.begin(); number != modes.end(); ++number) {
        if (std::find(modes.begin(), number, *number) != number) {
            return "--modes: has " + std::to_string(*number) + " twice; name each number once";
        }
    }
    const std::string of_kinds = repeated_column(arguments.compare.kinds);
    const std::string of_beside = repeated_column(arguments.film.beside);
    if (of_kinds.empty() && of_beside.empty()) {
        return "";
    }
    return std::string(of_kinds.empty() ? "--beside" : "--kinds") + ": has \"" +
           (of_kinds.empty() ? of_beside : of_kinds) + "\" twice; name each kind with the same parameters once";
}

} // namespace

std::variant<Arguments, ExitRequest> parse_arguments(int argc, const char* const* argv) {
    const bool json = asks_for_json(argc, argv);
    if (!starts_with_command(argc, argv)) {
        return ExitRequest{2, fault_in_window_arguments(argc, argv), json};
    }
    Arguments arguments;
    std::string size = "1280x720";
    CLI::App app{"Limber brings characters to life: real-time complementary dynamics.\n"
                 "FILE is a scene (.json), a character (.glb, .gltf, .vrm, .fbx, .dae), a tet mesh,\n"
                 "a surface, or creature:NAME for a built-in character, for example creature:whale;\n"
                 "limber check creature: lists the names.",
                 "limber"};
    app.set_version_flag("--version", "limber " LIMBER_VERSION "\n");
    add_check(app, arguments);
    add_subspace(app, arguments);
    add_simulate(app, arguments);
    add_compare(app, arguments);
    add_record(app, arguments);
    add_gait(app, arguments);
    add_control(app, arguments);
    add_replay(app, arguments);
    add_render(app, arguments, size);
    add_export(app, arguments, size);
    app.footer(window_help()); // set last: the commands inherit the settings made before
    app.formatter(std::make_shared<MainHelp>());
    const auto command = [&] {
        return app.get_subcommands().empty() ? &app : app.get_subcommands().front();
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        return ExitRequest{0, command() == &app ? app.help() : command()->help("limber"), false};
    } catch (const CLI::CallForVersion&) {
        return ExitRequest{0, app.version(), false};
    } catch (const CLI::ParseError& error) {
        return ExitRequest{2, message_for(error, *command()), json};
    }
    for (const std::string& fault : {fault_in_commas(argc, argv), fault_in_repetitions(arguments)}) {
        if (!fault.empty()) {
            return ExitRequest{2, fault, json};
        }
    }
    if (arguments.exporting.joints > 0 && !arguments.out.ends_with(".glb")) {
        return ExitRequest{2, "--joints: is of a .glb, which --out must name", json};
    }
    const bool has_morphs = arguments.exporting.joints == 0 && arguments.out.ends_with(".glb");
    if (arguments.exporting.morphs != morph_encoding_names.front() && !has_morphs) {
        return ExitRequest{2, "--morphs: is of a .glb without --joints, which --out must name", json};
    }
    if (arguments.film.paint && !arguments.film.beside.empty()) {
        return ExitRequest{2, "--paint: shows the subspace of one body; leave out --beside", json};
    }
    const GaitArguments& gait = arguments.gait;
    const bool is_lost = gait.state.empty() || !gait.out_scene.empty();
    if (arguments.command == Subcommand::gait && arguments.out.empty() && is_lost) {
        return ExitRequest{2,
                           "--out: is missing, and the result would be lost; name the gait to write, a .json, or store "
                           "the search with --resume",
                           json};
    }
    std::sscanf(size.c_str(), "%dx%d", &arguments.width, &arguments.height);
    return arguments;
}

} // namespace limber::app
