// SPDX-License-Identifier: MIT
#include "app/character/region_point.h"
#include "app/character/starting_controls.h"
#include "app/character_build/pose_track.h"
#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/preparation.h"
#include "app/cli/progress_output.h"
#include "app/cli/report.h"
#include "app/document/clip_overrides.h"
#include "app/document/scene_paths.h"
#include "app/motion/moving_body.h"
#include "app/motion/soles.h"
#include "app/motion/walking.h"
#include "app/view/drawables.h"
#include "engine/control/behaviour.h"
#include "engine/control/one_step_controller.h"
#include "engine/control/slip.h"
#include "engine/core/random.h"
#include "engine/core/stopwatch.h"
#include "engine/replay/motion_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace limber::app {
namespace {

constexpr std::uint64_t automatic_frames = 600;
constexpr double push_time = 1.0;        // [s]
constexpr double clip_pose_weight = 0.1; // of p; goals are in body lengths a second
constexpr double fallen = std::numbers::pi / 3.0;

// Bones give the shapes of the poses then, and hold nothing.
void take_rig_away(CharacterDescription& scene) {
    scene.rig_kind = RigKind::none;
    scene.rig.clear();
    scene.clips.clear();
    scene.retargeting.clear();
    scene.active_clip = -1;
    scene.pins = {};
}

CharacterDescription controlled(const Arguments& arguments, const CharacterDescription& scene) {
    CharacterDescription free = set_free(scene);
    if (!arguments.control.pose_of.empty()) {
        take_rig_away(free);
    }
    free.muscles.behaviour = {}; // the command line has its own
    if (arguments.control.each_vertex) {
        set_each_vertex(free.muscles);
    } else if (!arguments.control.cage.empty()) {
        set_cage_file(free.muscles, absolute_path(arguments.control.cage));
    } else if (arguments.control.skinning_modes > 0) {
        set_skinning_modes(free.muscles, arguments.control.skinning_modes);
    } else if (arguments.control.cells > 0) {
        set_cage(free.muscles, arguments.control.cells);
    } else if (!free.muscles.are_there()) {
        set_cage(free.muscles);
    }
    if (arguments.overrides.strength) { // a cage has set another one
        free.muscles.strength = *arguments.overrides.strength;
    }
    if (!arguments.overrides.iterations) {
        set_exact_steps(free, free.step.iterations, free.step.tolerance);
    }
    return free;
}

/// What is measured of a run.
struct ControlMeasures {
    std::vector<double> control_microseconds;
    std::vector<double> step_microseconds;
    double apex = 0.0;     // [m]
    double distance = 0.0; // [m] along the front
    double slip = 0.0;     // [m] of the mean touching point
    double tilt_max = 0.0; // [rad]
    double tilt = 0.0;     // [rad] at the end
    double heading = 0.0;  // [rad] at the end
    std::uint64_t steps = 0;
    bool is_done = false;
    bool cannot_rise = false;
    bool cannot_walk = false;
};

void push(const Walker& walker, const Vec3& velocity, State& state) {
    state.Zdot += walker.model->BM1 * velocity.transpose();
    state.clear_history();
}

double body_height(const Character& character, const Vec3& up) {
    const Vector along = character.mesh.X * up;
    return along.maxCoeff() - along.minCoeff();
}

// The mean of a painted region; none of an empty name.
Result<std::optional<BodyPoint>> painted_point(const Character& character, const std::string& region,
                                               const char* option) {
    if (region.empty()) {
        return std::optional<BodyPoint>();
    }
    auto point = region_point(character, region);
    if (!point) {
        return Error{ErrorKind::bad_input, "the character has no painted muscle region \"" + region + "\"", option};
    }
    return point;
}

// The behaviour's settings of the command line. Without a target it is half a height in front of the body's top and, to
// flee from, half a height behind its middle.
Result<BehaviourSettings> settings_of(const ControlArguments& arguments, const Character& character,
                                      const Walker& walker) {
    BehaviourSettings settings = arguments.behaviour;
    settings.angle = arguments.degrees * std::numbers::pi / 180.0;
    if (arguments.target.size() == 3) {
        settings.target = Vec3(arguments.target[0], arguments.target[1], arguments.target[2]);
    } else {
        const Vec3 centre = StanceReader(*walker.model).read(walker.start).centre;
        const double height = body_height(character, walker.up);
        const bool flees = settings.kind == BehaviourKind::flee;
        settings.target = centre + 0.5 * height * (flees ? Vec3(-walker.front) : Vec3(walker.up + walker.front));
    }
    auto point = painted_point(character, arguments.region, "--region");
    if (!point) {
        return point.error();
    }
    settings.point = std::move(point).value();
    if (auto fault = fault_in(settings)) {
        return *fault;
    }
    return settings;
}

Result<GoalSettings> goals_of(const ControlArguments& arguments, const Character& character) {
    GoalSettings goals = arguments.goals;
    goals.facing = arguments.facing * std::numbers::pi / 180.0;
    if (arguments.place.size() == 3) {
        goals.place = Vec3(arguments.place[0], arguments.place[1], arguments.place[2]);
        auto point = painted_point(character, arguments.place_region, "--also-region");
        if (!point) {
            return point.error();
        }
        goals.point = std::move(point).value();
    }
    if (auto fault = fault_in(goals)) {
        return *fault;
    }
    return goals;
}

/// Lets one body behave.
class ControlRun {
public:
    ControlRun(const Walker& walker, const ControlArguments& arguments, Behaviour behaviour, MuscleControls pose,
               std::optional<PoseTrack> track)
        : walker_(walker), arguments_(arguments), behaviour_(std::move(behaviour)),
          controller_(walker, arguments.controller), workspace_(workspace_for(walker)), controls_(walker.controls),
          state_(walker.start), start_(behaviour_.centre(state_)), pose_(std::move(pose)), track_(std::move(track)),
          of_track_(controller_.activation()) {
        controls_.activation = controller_.activation();
    }

    std::optional<Error> step() {
        push_in_time();
        const State before = state_;
        const Stopwatch watch;
        choose();
        measures_.control_microseconds.push_back(1e6 * watch.seconds());
        controls_.activation = controller_.activation();
        const Stopwatch of_step;
        const StepReport report = limber::step(*walker_.model, controls_, state_, workspace_);
        measures_.step_microseconds.push_back(1e6 * of_step.seconds());
        ++measures_.steps;
        if (report.status == StepStatus::not_finite) {
            return Error{ErrorKind::not_converged,
                         "the body became numerically unstable in step " + std::to_string(measures_.steps) +
                             ": shorten the time step (--dt), or make it stiffer (--young)",
                         "control"};
        }
        measure(before);
        return std::nullopt;
    }

    const State& state() const {
        return state_;
    }
    const ControlMeasures& measures() const {
        return measures_;
    }
    // A body that is pushed again and again has to stay where it has come.
    bool is_over() const {
        return measures_.is_done && arguments_.push_every == 0.0;
    }

private:
    // As a behaviour of the window does.
    void choose() {
        const std::vector<Goal>& goals = behaviour_.goals(state_);
        double rest_weight = behaviour_.rest_weight();
        const double weight = arguments_.pose.value_or(track_ ? clip_pose_weight : 0.0);
        if (weight > 0.0) {
            const double time = state_.time + controls_.time_step;
            fill_activation(pose_, time, controls_.activation);
            if (track_) {
                track_->sample(time, pose_.strength, of_track_);
                controls_.activation += of_track_;
            }
            controller_.set_pose(controls_.activation, weight + std::exchange(rest_weight, 0.0));
        }
        controller_.choose(controls_, state_, goals, rest_weight, behaviour_.contacts());
    }

    void push_in_time() {
        if (arguments_.push == 0.0 || state_.time + 0.5 * walker_.controls.time_step < next_push_) {
            return;
        }
        push(walker_, arguments_.push * push_direction_, state_);
        next_push_ =
            arguments_.push_every > 0.0 ? next_push_ + arguments_.push_every : std::numeric_limits<double>::infinity();
        const double angle = 2.0 * std::numbers::pi * random_.uniform();
        push_direction_ = std::cos(angle) * walker_.front + std::sin(angle) * Vec3(walker_.up.cross(walker_.front));
    }

    void measure(const State& before) {
        const Vec3 moved = behaviour_.centre(state_) - start_;
        measures_.apex = std::max(measures_.apex, walker_.up.dot(moved));
        measures_.distance = walker_.front.dot(moved);
        measures_.slip += slip_between(walker_, before, state_);
        measures_.tilt = behaviour_.tilt(state_);
        measures_.tilt_max = std::max(measures_.tilt_max, measures_.tilt);
        const BehaviourStatus status = behaviour_.status(state_);
        measures_.heading = status.heading;
        measures_.is_done = status.is_done;
        measures_.cannot_rise = status.cannot_rise;
        measures_.cannot_walk = status.cannot_walk;
    }

    const Walker& walker_;
    const ControlArguments& arguments_;
    Behaviour behaviour_;
    OneStepController controller_;
    Workspace workspace_;
    Controls controls_;
    State state_;
    Vec3 start_;
    MuscleControls pose_;
    std::optional<PoseTrack> track_;
    Vector of_track_;              // of this step
    double next_push_ = push_time; // [s]
    Vec3 push_direction_ = walker_.front;
    Rng random_{1};
    ControlMeasures measures_;
};

Report report_of(const ControlMeasures& measures, const ControlArguments& arguments, const Character& character,
                 const Walker& walker) {
    const bool rolls = arguments.behaviour.kind == BehaviourKind::roll;
    const double degrees = 180.0 / std::numbers::pi;
    Report report;
    report.add("behaviour", std::string(name_of(arguments.behaviour.kind)));
    report.add("parameters", std::int64_t{walker.model->muscle_count()});
    const Index axes = walker.model->is_planar ? 2 : 3;
    report.add("coordinates", std::int64_t{axes * walker.model->coordinate_count()});
    report.add("steps", measures.steps);
    report.add("done", measures.is_done);
    report.add("apex", Json::object_t{{"metres", measures.apex},
                                      {"body_heights", measures.apex / body_height(character, walker.up)}});
    report.add("distance", measures.distance, "m");
    report.add("slip", measures.slip, "m");
    report.add("tilt_max", degrees * measures.tilt_max, "degrees");
    report.add("tilt", degrees * measures.tilt, "degrees");
    report.add("heading", degrees * measures.heading, "degrees");
    report.add("fell", !rolls && measures.tilt > fallen);
    report.add("control_microseconds", spread_json(measures.control_microseconds));
    report.add("step_microseconds", spread_json(measures.step_microseconds));
    return report;
}

// How far a body went that did not come to the end of its way; empty: it did, or its behaviour has none.
std::string unfinished_way(const ControlMeasures& measures, const BehaviourSettings& settings, double seconds) {
    const bool has_way = settings.kind == BehaviourKind::walk || settings.kind == BehaviourKind::roll ||
                         (settings.kind == BehaviourKind::hop && settings.distance > 0.0);
    if (measures.is_done || measures.cannot_walk || !has_way) {
        return {};
    }
    return "the body is " + std::to_string(measures.distance) + " m along its way of " +
           std::to_string(settings.distance) + " m after " + std::to_string(seconds) +
           " s: raise --frames, or if it hardly moves --cells, --strength or --speed";
}

// What the body could not do.
std::vector<std::string> shortcomings(const ControlMeasures& measures, const BehaviourSettings& settings,
                                      double seconds) {
    std::vector<std::string> warnings;
    if (const std::string unfinished = unfinished_way(measures, settings, seconds); !unfinished.empty()) {
        warnings.push_back(unfinished);
    }
    if (settings.kind == BehaviourKind::hop && measures.is_done && measures.apex < 0.95 * settings.height) {
        warnings.push_back("the body rises by " + std::to_string(measures.apex) +
                           " m only: it is too soft or too weak for " + std::to_string(settings.height) +
                           " m; raise --young, --strength or --cells");
    }
    if (settings.kind == BehaviourKind::hop && measures.is_done && measures.apex > 1.05 * settings.height) {
        warnings.push_back("the body rises by " + std::to_string(measures.apex) + " m, more than " +
                           std::to_string(settings.height) +
                           " m: it is so soft that it still pushes once it lets go; raise --young or --strength");
    }
    if (measures.cannot_rise) {
        warnings.push_back("the body has fallen and cannot stand up again");
    }
    if (measures.cannot_walk) {
        warnings.push_back("the body cannot walk: its feet slide instead of leaving the ground, or find no hold on "
                           "it; raise --cells, --modes or the friction of the floor, or lower --points");
    }
    return warnings;
}

Result<Done> run_frames(ControlRun& run, std::uint64_t frames, const Character& character,
                        std::optional<MotionWriter>& writer, const Interruption& interruption) {
    for (std::uint64_t frame = 0; frame < frames && !interruption.is_requested(); ++frame) {
        if (auto fault = run.step()) {
            return *fault;
        }
        if (writer) {
            if (auto written = writer->append(body_positions(character, run.state())); !written) {
                return written;
            }
        } else if (run.is_over()) {
            break;
        }
    }
    return writer && !interruption.is_requested() ? writer->close() : Result<Done>(Done{});
}

// As the scene carries the clip over to its rig, with the options of the command line.
ClipRetargeting retargeting_for(const std::filesystem::path& clip, const CharacterDescription& scene,
                                const Overrides& overrides) {
    CharacterDescription with_clip = scene;
    with_clip.clips = {clip};
    override_clips(with_clip, clip_overrides({}, overrides.clip_map, overrides.clip_stride, overrides.clip_feet));
    return retargeting_of(with_clip, clip);
}

// nullopt: no clip is named.
Result<std::optional<PoseTrack>> track_of(const Arguments& arguments, const CharacterDescription& scene,
                                          const Character& character, const Interruption& interruption) {
    const ControlArguments& control = arguments.control;
    if (control.pose_of.empty()) {
        return std::optional<PoseTrack>();
    }
    if (scene.rig_kind != RigKind::file) {
        return Error{ErrorKind::bad_input, "needs a rig whose bones the clip moves: give one with --rig", "--pose-of"};
    }
    const std::filesystem::path clip = absolute_path(control.pose_of);
    const PoseFiles files{scene.rig, clip, retargeting_for(clip, scene, arguments.overrides)};
    auto track = with_progress(
        interruption, [&](Progress* progress) { return pose_track(character, files, control.pose_time, progress); });
    return track ? Result<std::optional<PoseTrack>>(std::move(track).value()) : track.error();
}

// The optimiser needs derivatives of the local-global step in a skinning subspace.
std::optional<Error> fault_in_controlled(const CharacterDescription& scene) {
    if (scene.newton) {
        return Error{ErrorKind::bad_input,
                     "a body decides with derivatives of its step, which Newton's method on cubature points has not: "
                     "leave out --newton, or give --newton none",
                     "newton"};
    }
    if (is_linear(scene.subspace)) {
        return Error{ErrorKind::bad_input,
                     "a body decides in a skinning subspace, and this one has displacements: choose a skinning --kind",
                     "subspace"};
    }
    return std::nullopt;
}

Result<Report> control(const Arguments& arguments, const DescribedCharacter& scene, const Interruption& interruption) {
    for (auto fault : {fault_in(arguments.control.behaviour), fault_in(arguments.control.controller)}) {
        if (fault) {
            return *fault;
        }
    }
    const CharacterDescription free = controlled(arguments, scene.value);
    for (const auto& fault : {fault_in_controlled(free), fault_in_walker(free)}) {
        if (fault) {
            return *fault;
        }
    }
    const auto character = prepared(arguments, free, scene.read);
    if (!character) {
        return character.error();
    }
    const auto walker = walker_of(character.value(), arguments.instruction_set.value_or(widest_instruction_set()));
    if (!walker) {
        return walker.error();
    }
    const std::uint64_t frames = arguments.frames.value_or(automatic_frames);
    std::optional<MotionWriter> writer;
    if (!arguments.out.empty()) {
        auto opened = MotionWriter::open(arguments.out, character.value()->vertex_count(), static_cast<Index>(frames));
        if (!opened) {
            return opened.error();
        }
        writer.emplace(std::move(opened).value());
    }
    const auto settings = settings_of(arguments.control, *character.value(), walker.value());
    if (!settings) {
        return settings.error();
    }
    const auto goals = goals_of(arguments.control, *character.value());
    if (!goals) {
        return goals.error();
    }
    auto track = track_of(arguments, scene.value, *character.value(), interruption);
    if (!track) {
        return track.error();
    }
    const std::vector<std::string> warnings_of_clip =
        track.value() ? track.value()->warnings : std::vector<std::string>();
    Behaviour behaviour(walker.value(), settings.value(), contact_patches(*character.value(), walker.value().up));
    behaviour.set_goals(goals.value());
    ControlRun run(walker.value(), arguments.control, std::move(behaviour),
                   starting_controls(*character.value()).muscles, std::move(track).value());
    if (auto done = run_frames(run, frames, *character.value(), writer, interruption); !done) {
        return done.error();
    }
    Report report = report_of(run.measures(), arguments.control, *character.value(), walker.value());
    report.warn(all_warnings(scene, *character.value()));
    report.warn(warnings_of_clip);
    report.warn(shortcomings(run.measures(), settings.value(),
                             static_cast<double>(run.measures().steps) * walker.value().controls.time_step));
    return report;
}

} // namespace

int run_control(const Arguments& arguments, const DescribedCharacter& scene) {
    const Interruption interruption;
    const auto report = control(arguments, scene, interruption);
    if (interruption.is_requested()) {
        return fail(interruption, arguments.json);
    }
    if (!report) {
        return fail(report.error(), arguments.json);
    }
    report.value().print(arguments.json);
    return 0;
}

} // namespace limber::app
