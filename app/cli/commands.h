#pragma once

#include "app/character/character.h"
#include "app/cli/arguments.h"
#include "app/motion/controls_recording.h"
#include "app/motion/scene_motion.h"
#include "app/recording/replaying.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/stepper/step.h"

#include <cstdint>
#include <optional>

/// One function a command; each returns the exit code.
namespace limber::app {

/// Steps that `simulate` takes where neither `--frames` nor a recording says how many.
inline constexpr std::uint64_t default_frame_count = 240;

int run_check(const Arguments& arguments, const Repaired<CharacterDescription>& scene);
int run_subspace(const Arguments& arguments, const Repaired<CharacterDescription>& scene);
int run_simulate(const Arguments& arguments, const Repaired<CharacterDescription>& scene);
int run_record(const Arguments& arguments, const Repaired<CharacterDescription>& scene);
/// FILE is a recording, which names its scene.
int run_replay(const Arguments& arguments);
int run_render(const Arguments& arguments, const Repaired<CharacterDescription>& scene);
int run_gait(const Arguments& arguments, const Repaired<CharacterDescription>& scene);

/// A scene with several characters; `subspace` takes none.
int run_scene(const Arguments& arguments);
int record_scene(const Arguments& arguments, SceneMotion cast);
/// What makes the numbers of a frame's steps worthless, of the first actor whose numbers are, with its name.
std::optional<Error> fault_in_frame(const std::vector<StepReport>& reports, const SceneMotion& cast,
                                    std::uint64_t frame);
/// The fault that ended a run of so many frames, and where the recording that leads there lies: the same steps are
/// taken again to write them down.
Error with_recording_of(const Error& fault, SceneMotion& cast, std::uint64_t frames, ThreadPool& threads);
/// The file's hands to the first actors, the instruction set to all, and what is strange about the file. Fails with
/// bad_input: more hands than actors, and what `parse_controls` refuses.
Result<std::vector<std::string>> give_hands(const Arguments& arguments, SceneMotion& cast);
/// How many steps a run takes: as many as the command line says, or as the longest hand was recorded, or 240.
std::uint64_t frames_of(const Arguments& arguments, const SceneMotion& cast);
/// FILE is a recording of several characters or several segments.
int replay_session(const Arguments& arguments);
/// What is said where a failure was recorded, which is part of what is replayed.
std::string failure_in_replay(std::uint64_t step);

/// The scene's character, for its numbers, with what the cache knows of it.
Result<CharacterPtr> prepared(const Arguments& arguments, const CharacterDescription& scene);

/// The warnings of a scene, its character and what the step leaves out.
std::vector<std::string> all_warnings(const Repaired<CharacterDescription>& scene, const Character& character);

/// What makes the numbers of a step worthless: they are not finite, or their energy is negative by more than rounding.
std::optional<Error> fault_in_step(const StepReport& report, const Character& character, std::uint64_t frame);

/// The controls of a run: the file's, turned like the rest, or those with which the scene starts. Fails with bad_input
/// also where a recording that starts in motion is to be turned.
Result<Repaired<Recording>> controls_for(const Arguments& arguments, const Character& character);

/// A run written down, up to its end or its fault.
struct Recorded {
    Recorder recorder;
    std::optional<Error> fault;
};
Recorded recorded(std::uint64_t frames, const Recording& controls, Motion& motion);
/// The fault, and where the recording that leads there lies.
Error with_recording_of(Error fault, const CharacterPtr& character, const Recording& recording);

/// How many steps a run takes: as many as the command line says, or as were recorded, or as the rollouts of the search
/// that wrote the scene's start took, or 240.
std::uint64_t frames_of(const Arguments& arguments, const Recording& recording, const Character& character);

/// What the command line asks for, else what the recording was made with where that runs here, else the widest.
InstructionSet instruction_set_for(const Arguments& arguments, const Recording& recording);

} // namespace limber::app
