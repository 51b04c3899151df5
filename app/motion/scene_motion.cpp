// SPDX-License-Identifier: MIT
#include "app/motion/scene_motion.h"

#include "app/character/prepared_scene.h"
#include "app/character/starting_controls.h"
#include "engine/core/hash.h"

#include <utility>

namespace limber::app {

Result<SceneMotion> SceneMotion::prepared(const SceneDescription& description, const Adjust& adjusted, Threads threads,
                                          const Cache* cache, Progress* progress) {
    ScenePreparation how;
    how.threads = threads;
    how.cache = cache;
    how.progress = progress;
    how.adjusted = adjusted;
    auto ready = prepared_scene(description, how);
    if (!ready) {
        return ready.error();
    }
    SceneMotion scene;
    for (const PreparedCharacter& one : ready.value().members) {
        Motion motion(one.character);
        LiveControls controls = starting_controls(one);
        motion.set_time(controls, one.member.clip_time);
        scene.characters_.push_back({one.character, std::move(controls), std::move(motion)});
    }
    scene.models_ = std::move(ready.value().models);
    scene.warnings_ = std::move(ready.value().warnings);
    for (const CharacterPtr& model : scene.models_) {
        scene.warnings_.insert(scene.warnings_.end(), model->warnings.begin(), model->warnings.end());
    }
    return scene;
}

void SceneMotion::use(std::size_t index, InstructionSet set) {
    EXPECTS(index < characters_.size() && steps_ == 0);
    MovingCharacter& one = characters_[index];
    if (set != one.motion.instruction_set()) {
        const double clip_time = one.motion.clip_time();
        one.motion = Motion(one.character, set);
        one.motion.set_time(one.controls, clip_time);
    }
}

void SceneMotion::set_recording(std::size_t index, Recording recording) {
    EXPECTS(index < characters_.size() && steps_ == 0);
    MovingCharacter& one = characters_[index];
    one.controls = controls_at(recording, 0, one.controls);
    if (recording.start) {
        one.motion.go_to(*recording.start, one.controls);
    } else {
        one.motion.set_time(one.controls, one.motion.clip_time());
    }
    one.recording = std::move(recording);
}

std::vector<StepReport> SceneMotion::step(ThreadPool& threads) {
    std::vector<StepReport> reports(characters_.size());
    threads.for_each(characters_.size(), [&](std::size_t i) {
        MovingCharacter& moving = characters_[i];
        if (steps_ == 0) {
            moving.begin = moving.motion.keyframe();
            moving.begin_controls = moving.controls;
        }
        moving.controls = controls_at(moving.recording, steps_, moving.controls);
        reports[i] = moving.motion.step(moving.controls);
    });
    ++steps_;
    return reports;
}

void SceneMotion::begin_again() {
    for (MovingCharacter& moving : characters_) {
        if (steps_ > 0) {
            moving.controls = moving.begin_controls;
            moving.motion.go_to(moving.begin, moving.controls);
        }
    }
    steps_ = 0;
}

std::uint64_t hash_of(const SceneMotion& scene) {
    if (scene.characters().size() == 1) {
        return limber::hash_of(scene.characters().front().motion.state());
    }
    Hasher hasher;
    for (const MovingCharacter& moving : scene.characters()) {
        hasher.add(limber::hash_of(moving.motion.state()));
    }
    return hasher.digest();
}

} // namespace limber::app
