// SPDX-License-Identifier: MIT
#include "app/motion/scene_motion.h"

#include "app/character/starting_controls.h"
#include "app/motion/obstacle_carrying.h"
#include "app/scenes/prepared_scene.h"
#include "engine/core/hash.h"

#include <algorithm>
#include <utility>

namespace limber::app {

namespace {

const std::shared_ptr<const Obstacles>& obstacles_of(const MovingCharacter& moving) {
    return moving.controls.obstacles ? moving.controls.obstacles : moving.character->obstacles;
}

bool are_obstacles_carried(const MovingCharacter& moving) {
    const auto& obstacles = obstacles_of(moving);
    return obstacles && has_carriers(*obstacles);
}

bool has_recorded_carrying(const Recording& recording) {
    return std::ranges::any_of(recording.changes,
                               [](const ControlsChange& change) { return !change.controls.carried.empty(); });
}

// Recorded controls have the placements of a rigid body.
bool moves_rig(const Recording& recording, const LiveControls& start) {
    return std::ranges::any_of(recording.changes, [&](const ControlsChange& change) {
        return change.controls.rig_offset != start.rig_offset;
    });
}

} // namespace

Result<SceneMotion> SceneMotion::prepared(const SceneDescription& description, const Adjust& adjusted, Threads threads,
                                          const Cache* cache, Progress* progress) {
    ScenePreparation how;
    how.threads = threads;
    how.cache = cache;
    how.progress = progress;
    how.adjusted = adjusted;
    return prepared(description, how);
}

Result<SceneMotion> SceneMotion::prepared(const SceneDescription& description, const ScenePreparation& how) {
    auto ready = prepared_scene(description, how);
    if (!ready) {
        return ready.error();
    }
    SceneMotion scene;
    scene.warm_up_ = ready.value().warm_up;
    for (const PreparedCharacter& one : ready.value().members) {
        scene.characters_.push_back({one.character, starting_controls(one), Motion(one.character)});
        scene.characters_.back().home = home_of(one);
        scene.start(scene.characters_.back(), one.member.clip_time);
    }
    auto rigid = rigid_motion_of(ready.value());
    if (!rigid) {
        return rigid.error();
    }
    scene.rigid_ = std::move(rigid).value();
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
        start(one, clip_time);
    }
}

void SceneMotion::start(MovingCharacter& one, double clip_time) const {
    one.motion.start(one.controls, clip_time, warm_up_);
}

void SceneMotion::set_controls(std::size_t index, LiveControls controls) {
    EXPECTS(index < characters_.size() && steps_ == 0);
    MovingCharacter& one = characters_[index];
    const double clip_time = one.motion.clip_time();
    one.controls = std::move(controls);
    start(one, clip_time);
}

void SceneMotion::set_recording(std::size_t index, Recording recording) {
    EXPECTS(index < characters_.size() && steps_ == 0);
    MovingCharacter& one = characters_[index];
    if (recording.start || moves_rig(recording, one.controls)) {
        rigid_.remove(index);
    }
    one.controls = controls_at(recording, 0, one.controls);
    if (recording.start) {
        one.motion.go_to(*recording.start, one.controls);
    } else {
        one.motion.start(one.controls, one.motion.clip_time(), 0.0);
    }
    one.recording = std::move(recording);
    one.has_recorded_carrying = has_recorded_carrying(one.recording);
}

// All rigid bodies move under the gravity of the first character that one carries.
void SceneMotion::step_rigid_bodies() {
    if (rigid_.count() == 0) {
        return;
    }
    for (std::size_t body = 0; body < rigid_.count(); ++body) {
        if (const auto& thrown = characters_[rigid_.character(body)].controls.thrown) {
            rigid_.throw_body(body, *thrown);
        }
    }
    const LiveControls& first = characters_[rigid_.character(0)].controls;
    rigid_.step(first.gravity, first.time_step);
    for (std::size_t body = 0; body < rigid_.count(); ++body) {
        LiveControls& controls = characters_[rigid_.character(body)].controls;
        controls.rig_offset = rigid_.placement(body);
        controls.is_rigid = true;
    }
}

void SceneMotion::carry_obstacles() {
    if (std::ranges::none_of(characters_, are_obstacles_carried)) {
        return;
    }
    std::vector<CarryingCharacter> carrying;
    for (std::size_t i = 0; i < characters_.size(); ++i) {
        MovingCharacter& moving = characters_[i];
        moving.motion.pose_next(moving.controls);
        carrying.push_back({static_cast<int>(i), &moving.character->rig.skeleton, &moving.motion.pose(),
                            &moving.motion.pose_before()});
    }
    for (MovingCharacter& moving : characters_) {
        if (are_obstacles_carried(moving) && !moving.has_recorded_carrying) {
            moving.controls.carried = carried_in_step(*obstacles_of(moving), carrying);
        }
    }
}

std::vector<StepReport> SceneMotion::step(ThreadPool& threads) {
    std::vector<StepReport> reports(characters_.size());
    for (MovingCharacter& moving : characters_) {
        if (steps_ == 0) {
            moving.begin = moving.motion.stored_state();
            moving.begin_controls = moving.controls;
        }
    }
    for (MovingCharacter& moving : characters_) {
        moving.controls = controls_at(moving.recording, steps_, moving.controls);
    }
    step_rigid_bodies();
    carry_obstacles();
    threads.for_each(characters_.size(), [&](std::size_t i) {
        MovingCharacter& moving = characters_[i];
        reports[i] = moving.motion.step(moving.controls);
    });
    ++steps_;
    return reports;
}

const State& SceneMotion::first_state(std::size_t index) const {
    const MovingCharacter& moving = characters_[index];
    return steps_ > 0 ? moving.begin.state : moving.motion.state();
}

void SceneMotion::begin_again() {
    for (MovingCharacter& moving : characters_) {
        if (steps_ > 0) {
            moving.controls = moving.begin_controls;
            moving.motion.go_to(moving.begin, moving.controls);
        }
    }
    rigid_.restart();
    steps_ = 0;
}

std::vector<std::size_t> SceneMotion::fallen() const {
    std::vector<std::size_t> fallen;
    for (std::size_t body = 0; body < rigid_.count(); ++body) {
        const std::size_t character = rigid_.character(body);
        if (rigid_.has_fallen(body, characters_[character].controls.gravity)) {
            fallen.push_back(character);
        }
    }
    return fallen;
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
