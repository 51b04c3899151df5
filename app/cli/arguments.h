// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/fixed_muscles.h"
#include "app/cli/overrides.h"
#include "engine/control/behaviour_settings.h"
#include "engine/control/gait_search.h"
#include "engine/control/goal_settings.h"
#include "engine/control/one_step_controller.h"
#include "engine/formats/morph_choice.h"
#include "engine/operators/elastic_energy.h"
#include "engine/stepper/kernel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The command line as values.
namespace limber::app {

enum class Subcommand { check, subspace, simulate, compare, record, replay, render, gait, control, export_motion };

/// The options of `limber gait`; the muscles are the character's.
struct GaitArguments {
    GaitSpace space;
    Objective objective;
    GaitSearchOptions search;
    FixedMuscles fixed;
    std::string state;     // the file of `--resume`, which stores the search; empty: none
    std::string out_scene; // the scene to be written, which plays the gait; empty: none
};

inline constexpr long long clusters_max = 100000000;

/// The options of `limber compare`.
struct CompareArguments {
    std::vector<std::string> kinds{"skinning", "full"};
    std::vector<Index> modes; // empty: the scene's
    std::string energy;       // of full space; empty: the scene's
    std::string row = {};     // the kind, with its parameters, that is being prepared; empty: none
};

/// The options of cubature points of `limber subspace`.
struct CubatureArguments {
    Index points = 0; // 0: none are chosen
    std::string energy{name_of(ElasticEnergy::stable_neo_hookean)};
};

/// The options of `limber export`.
struct ExportArguments {
    std::uint64_t warm_up = 0; // steps before the first frame
    bool loop = false;         // one loop of the clips, without a seam
    std::uint64_t blended = 0; // frames at the end of the loop that are blended; 0: a quarter of it, at most 30
    double tolerance = 1e-6;   // of the morph targets of a .glb, as a share of the extent
    std::string morphs{morph_encoding_names.front()}; // of the morph targets of a .glb
    Index joints = 0;                                 // of the skin of a .glb; 0: morph targets
};

/// What pictures show on the boundary of the tets, in place of how the character looks.
struct PaintArgument {
    Index mode = 0; // whose weights, counted from 1; 0: the clusters
};

/// The camera of a film, and what it shows.
struct FilmArguments {
    double turntable = 0.0;                  // [degree] around its target from the first frame to the last
    std::optional<bool> follows = {};        // moves along with the first character; none: if that leaves its place
    std::optional<PaintArgument> paint = {}; // none: the character as it looks
    std::vector<std::string> beside = {};    // bodies in views of their own, named as in CompareArguments::kinds
};

/// The options of `limber control`.
struct ControlArguments {
    BehaviourSettings behaviour;
    OneStepOptions controller;
    GoalSettings goals;
    double facing = 0.0;             // [degrees] GoalSettings::facing
    std::vector<double> place;       // x y z [m] GoalSettings::place; empty: none
    std::string place_region;        // painted, whose mean also reaches; empty: the nearest point
    Index cells = 0;                 // of the cage; 0: the muscles of the scene, or a cage if it has none
    std::string cage;                // the file of a cage of triangles; empty: none
    Index skinning_modes = 0;        // of the subspace, that are controlled in place of a cage
    bool each_vertex = false;        // is a parameter of its rest shape, in place of a cage
    double push = 0.0;               // [m/s] along the front, given to the whole body after a second
    double push_every = 0.0;         // [s] between pushes in random directions; 0: a single one
    double degrees = 90.0;           // BehaviourSettings::angle
    std::string region;              // painted, whose mean reaches; empty: the nearest point
    std::optional<double> pose;      // weight of what the scene's gait and held muscles say, and the clip's pose
    std::string pose_of;             // the file of a clip of the scene's rig; empty: none
    std::optional<double> pose_time; // [s] of that clip; none: it plays
    std::vector<double> target;      // x y z [m]; empty: in front of the body, at its top
};

/// Which part of the clips plays.
struct ClipArguments {
    std::optional<double> in; // [s]; none: the scene's
    std::optional<double> out;
    std::optional<double> cross_fade;
    bool once = false;    // the last pose is held
    bool repeats = false; // they start again at their ends; neither: as the scene and their files say
};

inline constexpr Range dynamics_range{0, 1};

struct Arguments {
    Subcommand command = Subcommand::check;
    std::string file;
    std::string out;
    std::string csv; // the file of a table or curves; empty: none
    std::string controls;
    Overrides overrides;
    GaitArguments gait;
    ControlArguments control;
    CompareArguments compare;
    CubatureArguments cubature;
    ExportArguments exporting;
    FilmArguments film;
    ClipArguments clip;
    std::optional<double> dynamics;          // share of the secondary motion; none: the scene's
    std::optional<std::uint64_t> frames;     // none: the recording's, or 240
    std::optional<double> frames_per_second; // of a file; none: a frame a step
    std::uint64_t frame = 0;
    int width = 1280;
    int height = 720;
    bool contacts = false;       // are drawn
    bool is_transparent = false; // images without the background
    int threads = 0;
    std::optional<InstructionSet> instruction_set; // none: the recording's, or the widest
    bool json = false;
    bool no_cache = false;
};

} // namespace limber::app
