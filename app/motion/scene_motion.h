// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/scene_description.h"
#include "app/motion/controls_recording.h"
#include "app/motion/motion.h"
#include "app/motion/rigid_motion.h"
#include "app/scenes/prepared_scene.h"
#include "engine/core/thread_pool.h"

#include <functional>
#include <string>
#include <vector>

namespace limber::app {

/// A character of a scene: a model that others may share, its controls, and its motion.
struct MovingCharacter {
    CharacterPtr character;
    LiveControls controls; // of the next or the last step; the placement is their rig_offset
    Motion motion;
    Recording recording = {}; // the changes of the controls, from the first step on
    /// The stored state and the controls before the first step.
    StoredState begin = {};
    LiveControls begin_controls = {};
    bool has_recorded_carrying = false; // of obstacles by bones
    Affine home = identity_affine();    // where its ground is, wherever the controls move it (home_of)
};

/// All characters of a scene in motion. They share no mutable state, so that a step has the same bits on any number of
/// threads. Bones carry obstacles (obstacle_carrying.h), also those of other characters; a character with a recording
/// has the places that were recorded, if there are any.
class SceneMotion {
public:
    /// Builds each model once, from the description that `adjusted` returns. Fails like `describe`, `adjusted` and
    /// `build_character`.
    using Adjust = std::function<Result<CharacterDescription>(const CharacterDescription&)>;
    static Result<SceneMotion> prepared(const SceneDescription& description, const Adjust& adjusted,
                                        Threads threads = {}, const Cache* cache = nullptr,
                                        Progress* progress = nullptr);
    static Result<SceneMotion> prepared(const SceneDescription& description, const ScenePreparation& how);

    /// Sets the instruction set, which determines a character's last bits. Call it before set_recording and the first
    /// step.
    void use(std::size_t index, InstructionSet set);
    /// Starts a character with these controls, after the scene's warm-up. Call it before set_recording and the first
    /// step.
    void set_controls(std::size_t index, LiveControls controls);
    /// Moves a character to the start of the recording, and plays its controls from the first step on. Its rigid body
    /// is removed if the controls have its placements, as those of a recorded motion have; others may throw it.
    void set_recording(std::size_t index, Recording recording);
    /// Advances all characters by one time step and returns their reports.
    std::vector<StepReport> step(ThreadPool& threads);
    /// Returns to the state before the first step; the following steps have the same bits again.
    void begin_again();

    /// [s] that were simulated before the first step.
    double warm_up() const {
        return warm_up_;
    }
    /// The rigid bodies that carry characters.
    const RigidMotion& rigid() const {
        return rigid_;
    }
    /// Those of them that have fallen over.
    std::vector<std::size_t> fallen() const;
    const std::vector<MovingCharacter>& characters() const {
        return characters_;
    }
    /// Of a character, before the first step.
    const State& first_state(std::size_t index) const;
    /// All models, each once, in the order of their first appearance.
    const std::vector<CharacterPtr>& models() const {
        return models_;
    }
    const std::vector<std::string>& warnings() const {
        return warnings_;
    }
    void warn(const std::vector<std::string>& warnings) {
        warnings_.insert(warnings_.end(), warnings.begin(), warnings.end());
    }

private:
    void step_rigid_bodies();
    void carry_obstacles();

    void start(MovingCharacter& one, double clip_time) const;

    double warm_up_ = 0.0; // [s]
    RigidMotion rigid_;
    std::vector<CharacterPtr> models_;
    std::vector<MovingCharacter> characters_;
    std::vector<std::string> warnings_;
    std::uint64_t steps_ = 0;
};

/// The hash of all states, in order; of one character, that of its state.
std::uint64_t hash_of(const SceneMotion& scene);

} // namespace limber::app
