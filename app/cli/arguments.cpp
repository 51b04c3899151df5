#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace limber::app {
namespace {

std::string check_size(const std::string& text) {
    int width = 0;
    int height = 0;
    char rest = 0;
    const bool sound = std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) == 2 && width > 0 && height > 0;
    return sound ? std::string() : "must be WIDTHxHEIGHT, for example 1280x720";
}

void add_input(CLI::App& command, Arguments& arguments) {
    command.add_option("FILE", arguments.file, "scene (.json), tet mesh or surface")->required();
    command.add_flag("--json", arguments.json, "print one JSON object instead of text");
}

void add_overrides(CLI::App& command, Overrides& overrides) {
    command.add_option("--modes", overrides.modes, "skinning modes");
    command.add_option("--clusters", overrides.clusters, "clusters of tets that share a rotation");
    command.add_option("--rig", overrides.rig, "rig file, \"affine handle\" or \"none\"");
    command.add_option("--clip", overrides.clips, "clip file; may be given several times, the first one plays");
    command.add_option("--young", overrides.young, "Young's modulus [Pa]");
    command.add_option("--poisson", overrides.poisson, "Poisson's ratio, in [0, 0.5)");
    command.add_option("--dt", overrides.time_step, "time step [s]");
    command.add_option("--iterations", overrides.iterations, "local-global iterations a step");
    command.add_option("--seed", overrides.seed, "seed of the clusters");
    command.add_option("--unit", overrides.unit, "metres in one unit of the mesh file");
    command.add_option("--rotate", overrides.rotate,
                       "\"ax ay az angle\": turns mesh, rig, clips, gravity and controls around an axis [degrees, or "
                       "radians with \"rad\" behind]");
}

void add_threads(CLI::App& command, Arguments& arguments) {
    command.add_option("--threads", arguments.threads, "threads that may help; 0: all; never changes a bit")
        ->check(CLI::Range(0, 1024));
}

void add_check(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("check", "report counts, quality, repairs and faults of a mesh or a scene");
    add_input(*command, arguments);
    command->add_option("--rig", arguments.overrides.rig, "rig file, \"affine handle\" or \"none\"");
    command->add_option("--clip", arguments.overrides.clips, "clip file");
    command->callback([&] { arguments.command = Command::check; });
}

void add_subspace(CLI::App& app, Arguments& arguments, std::string& kind) {
    auto* command = app.add_subcommand("subspace", "precompute modes and clusters and report on them");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_threads(*command, arguments);
    command->add_option("--kind", kind, "of the subspace")->check(CLI::IsMember({"skinning"}));
    command->add_option("--out", arguments.out, "write the weights, vertices x modes, as .npy");
    command->callback([&] { arguments.command = Command::subspace; });
}

void add_simulate(CLI::App& app, Arguments& arguments) {
    auto* command = app.add_subcommand("simulate", "step without a window");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    add_threads(*command, arguments);
    command
        ->add_option("--frames", arguments.frames, "how many steps; as many as the controls were recorded for, or 240")
        ->check(CLI::Range(1, 10000000));
    command->add_option("--controls", arguments.controls, "controls by hand or from a recording (JSON)");
    command->add_option("--out", arguments.out, "bake the motion, frames x vertices x 3, as .npy or .pc2");
    command->callback([&] { arguments.command = Command::simulate; });
}

void add_render(CLI::App& app, Arguments& arguments, std::string& size) {
    auto* command = app.add_subcommand("render", "draw one frame off screen through the window's shaders");
    add_input(*command, arguments);
    add_overrides(*command, arguments.overrides);
    command->add_option("--frame", arguments.frame, "after how many steps")->check(CLI::Range(0, 10000000));
    command->add_option("--size", size, "WIDTHxHEIGHT [pixels]")->check(check_size);
    command->add_option("--controls", arguments.controls, "controls by hand or from a recording (JSON)");
    command->add_option("--out", arguments.out, "the picture, a .png")->required();
    command->callback([&] { arguments.command = Command::render; });
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

} // namespace

std::variant<Arguments, Farewell> parse_arguments(int argc, const char* const* argv) {
    Arguments arguments;
    std::string kind = "skinning";
    std::string size = "1280x720";
    CLI::App app{"Limber brings characters to life: real-time complementary dynamics.\n"
                 "limber [FILE] opens the window (--size WxH, --paused, --record CONTROLS: what the hand does, for "
                 "simulate --controls); the commands below need none."};
    app.require_subcommand(1);
    add_check(app, arguments);
    add_subspace(app, arguments, kind);
    add_simulate(app, arguments);
    add_render(app, arguments, size);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        return Farewell{0, chosen.empty() ? app.help() : chosen.front()->help("limber")};
    } catch (const CLI::ParseError& error) {
        return Farewell{2, one_line(error.what())};
    }
    std::sscanf(size.c_str(), "%dx%d", &arguments.width, &arguments.height);
    return arguments;
}

} // namespace limber::app
