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
    SceneMotion cast;
    for (const PreparedCharacter& one : ready.value().members) {
        Motion motion(one.character);
        LiveControls controls = starting_controls(one);
        if (!cast.actors_.empty()) {
            controls.time_step = cast.actors_.front().controls.time_step;
        }
        motion.set_time(controls, one.member.clip_time);
        cast.actors_.push_back({one.character, std::move(controls), std::move(motion)});
    }
    cast.models_ = std::move(ready.value().models);
    cast.warnings_ = std::move(ready.value().warnings);
    for (const CharacterPtr& model : cast.models_) {
        cast.warnings_.insert(cast.warnings_.end(), model->warnings.begin(), model->warnings.end());
    }
    return cast;
}

void SceneMotion::use(std::size_t actor, InstructionSet set) {
    EXPECTS(actor < actors_.size() && steps_ == 0);
    MovingCharacter& one = actors_[actor];
    if (set != one.motion.instruction_set()) {
        const double clip_time = one.motion.clip_time();
        one.motion = Motion(one.character, set);
        one.motion.set_time(one.controls, clip_time);
    }
}

void SceneMotion::give_hand(std::size_t actor, Recording hand) {
    EXPECTS(actor < actors_.size() && steps_ == 0);
    MovingCharacter& one = actors_[actor];
    one.controls = controls_at(hand, 0, one.controls);
    if (hand.start) {
        one.motion.go_to(*hand.start, one.controls);
    } else {
        one.motion.set_time(one.controls, one.motion.clip_time());
    }
    one.hand = std::move(hand);
}

std::vector<StepReport> SceneMotion::step(ThreadPool& threads) {
    std::vector<StepReport> reports(actors_.size());
    threads.for_each(actors_.size(), [&](std::size_t i) {
        MovingCharacter& actor = actors_[i];
        if (steps_ == 0) {
            actor.begin = actor.motion.keyframe();
            actor.begin_controls = actor.controls;
        }
        actor.controls = controls_at(actor.hand, steps_, actor.controls);
        reports[i] = actor.motion.step(actor.controls);
    });
    ++steps_;
    return reports;
}

void SceneMotion::begin_again() {
    for (MovingCharacter& actor : actors_) {
        if (steps_ > 0) {
            actor.controls = actor.begin_controls;
            actor.motion.go_to(actor.begin, actor.controls);
        }
    }
    steps_ = 0;
}

std::uint64_t hash_of(const SceneMotion& cast) {
    Hasher hasher;
    for (const MovingCharacter& actor : cast.actors()) {
        hasher.add(limber::hash_of(actor.motion.state()));
    }
    return hasher.digest();
}

} // namespace limber::app
