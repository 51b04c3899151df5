#pragma once

#include "app/cli/fixed_muscles.h"
#include "app/document/character_description.h"
#include "engine/control/gait_search.h"
#include "engine/core/result.h"
#include "engine/stepper/kernel.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The command line as values.
namespace limber::app {

enum class Command { check, subspace, simulate, record, replay, render, gait };

/// What a command takes instead of what the scene says.
struct Overrides {
    std::string rig; // a file, "none" or "affine handle"; empty: the scene's
    std::vector<std::string> clips;
    std::optional<Index> modes;
    std::optional<Index> clusters;
    std::optional<Index> muscles;
    std::optional<Index> muscle_clusters;
    std::optional<double> strength;
    std::string gait; // a file; empty: the scene's
    std::optional<double> young;
    std::optional<double> poisson;
    std::optional<double> density;
    std::optional<double> leak;
    std::optional<double> time_step;
    std::optional<int> iterations;
    std::optional<int> memory;
    std::optional<double> damping;
    std::optional<double> strain_damping;
    std::string integrator; // a name, as scene files have it; empty: the scene's
    std::string arithmetic;
    std::optional<std::uint64_t> seed;
    std::optional<double> unit;
    std::optional<Index> vertices; // of a surface that is filled
    std::optional<Index> points;   // of contact
    std::string rotate;            // "ax ay az angle"
};

/// What is searched for, and how; the muscles are the character's.
struct GaitArguments {
    GaitSpace space;
    Objective objective;
    GaitSearchOptions search;
    FixedMuscles fixed;
    std::string state;     // a file that an interrupted search goes on from; empty: none
    std::string out_scene; // a scene that plays the gait; empty: none
};

struct Arguments {
    Command command = Command::check;
    std::string file;
    std::string out;
    std::string controls;
    Overrides overrides;
    GaitArguments gait;
    std::optional<std::uint64_t> frames; // none: the recording's, or 240
    std::uint64_t frame = 0;
    int width = 1280;
    int height = 720;
    bool contacts = false; // are drawn
    int threads = 0;
    std::optional<InstructionSet> instruction_set; // none: the recording's, or the widest
    bool json = false;
    bool no_cache = false;
};

/// What to print and how to leave, when there is no command to run.
struct ExitRequest {
    int exit_code = 0;
    std::string text; // for an exit code that is not 0: one sentence without a full stop
    bool json = false;
};

std::variant<Arguments, ExitRequest> parse_arguments(int argc, const char* const* argv);

/// The description with the overrides; paths on the command line start at the current folder. Fails with bad_input and
/// the option's name.
Result<CharacterDescription> overridden(CharacterDescription description, const Overrides& overrides);

/// "ax ay az angle", the angle in degrees, or in radians with "rad" behind it.
Result<Turn> parse_turn(const std::string& text);

} // namespace limber::app
