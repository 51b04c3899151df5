// SPDX-License-Identifier: MIT
#include "app/motion/motion.h"

#include "app/character/playing_clip.h"
#include "app/character/start_state.h"
#include "app/character/starting_controls.h"
#include "app/character/subspace_transfer.h"
#include "app/motion/spring_groups.h"
#include "app/motion/step_controls.h"
#include "engine/body/body_step.h"
#include "engine/core/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double warm_steps_max = 1e5;
constexpr double limb_reach = 0.1;   // of the body's size: contact points that near to a handle belong to its limb
constexpr double blend_reach = 0.75; // of the body's size: poses farther apart than this are not blended

template <typename Pull>
bool is_on(const Pull& pull, const Character& character) {
    return std::ranges::all_of(pull.vertices, [&](int v) { return v >= 0 && v < character.vertex_count(); });
}

template <typename Pull>
bool same_point(const Pull& a, const Pull& b) {
    return a.vertices == b.vertices && a.barycentric == b.barycentric;
}

// Identity offsets count as no offsets, so that the bits are the same.
bool is_posed_by_hand(const LiveControls& controls, const Skeleton& skeleton) {
    return controls.bone_offsets.size() == skeleton.bones.size() &&
           std::any_of(controls.bone_offsets.begin(), controls.bone_offsets.end(),
                       [](const Affine& offset) { return offset != identity_affine(); });
}

double eased(double share) {
    return share * share * (3.0 - 2.0 * share);
}

// Interpolates two poses, each bone along the shortest rotation; share in [0, 1].
Pose blended(const Pose& from, const Pose& to, double share) {
    return ClipSampler(Clip{"", 1.0, false, {from, to}}).at(eased(share));
}

std::vector<double> blended(const std::vector<double>& from, const std::vector<double>& to, double share) {
    std::vector<double> between(to.size());
    for (std::size_t t = 0; t < to.size(); ++t) {
        between[t] = std::lerp(t < from.size() ? from[t] : 0.0, to[t], eased(share));
    }
    return between;
}

double largest_distance(const Pose& a, const Pose& b) {
    double distance = 0.0;
    for (std::size_t bone = 0; bone < a.size(); ++bone) {
        distance = std::max(distance, (a[bone].col(3) - b[bone].col(3)).norm());
    }
    return distance;
}

Index contact_count(const Character& character) {
    return character.contact_points ? character.contact_points->count() : 0;
}

bool is_same_clip(const Character& before, const Character& now, int index) {
    const Clip* a = playing_clip(before, index);
    const Clip* b = playing_clip(now, index);
    return a && b ? a->frame_rate == b->frame_rate && a->looping == b->looping && a->keys == b->keys &&
                        a->target_weights == b->target_weights
                  : a == b;
}

} // namespace

Motion::Motion(CharacterPtr character, InstructionSet instruction_set)
    : character_(std::move(character)), instruction_set_(instruction_set) {
    prepare();
    restart(starting_controls(*character_));
}

void Motion::prepare() {
    samplers_.clear();
    rig_jumps_ = RigJumps(*character_);
    for (const Clip& clip : character_->clips) {
        samplers_.emplace_back(clip);
    }
    keyed_ = {};
    sampled_keys_ = {};
    stepper_ = std::make_unique<BodyStepper>(character_, instruction_set_);
    const ContactDescription& contact = character_->description.contact;
    controls_.contact = {character_->contact_points, character_->obstacles, contact.friction_law,
                         contact.tangential_restitution};
    held_.clear();
    controls_.handles.clear();
    acting_.clear();
    controls_.forces.clear();
    sprung_.clear();
    controls_.springs.clear();
    mover_ = std::make_unique<SpringMover>(character_, instruction_set_);
    controls_.activation.setZero(muscle_count(*character_));
}

// A character that never had a behaviour keeps the bits of its steps.
void Motion::behave(const LiveControls& controls) {
    if (controls.muscles.behaviour.kind && !behaviour_) {
        behaviour_ = std::make_unique<BehaviourPlayer>(character_, instruction_set_);
    }
    if (behaviour_) {
        behaviour_->choose(controls, controls_, state_, controls_.activation);
    }
}

std::optional<ShownBehaviour> Motion::behaviour() const {
    return behaviour_ ? behaviour_->shown(state_) : std::nullopt;
}

// Its rig may be posed otherwise until it is enabled again, which adds no velocity.
StepReport Motion::wait(double seconds) {
    playhead_.jumps = true;
    state_.time += seconds;
    step_seconds_ = 0.0;
    rig_discontinuity_ = false;
    ++step_count_;
    StepReport report;
    report.status = StepStatus::converged;
    return report;
}

void Motion::pose_next(const LiveControls& controls) {
    if (!controls.is_enabled) {
        return;
    }
    before_posing_ = playhead_;
    controls_.rig_discontinuity = std::exchange(playhead_.jumps, false);
    prepare_keys(controls);
    advance_clip(controls, controls.time_step * controls.clip_speed);
    pose_rig(controls);
    if (!controls_.rig_discontinuity && !controls.is_rigid &&
        rig_jumps_.is_jump(controls_.P, state_, controls.time_step)) {
        controls_.rig_discontinuity = true;
        ++rig_jump_count_;
    }
}

StepReport Motion::step(const LiveControls& controls) {
    if (!controls.is_enabled) {
        return wait(controls.time_step);
    }
    if (!before_posing_) {
        pose_next(controls);
    }
    const Playhead before = *std::exchange(before_posing_, std::nullopt);
    hold_handles(controls);
    apply_forces(controls);
    stretch_springs(controls);
    fill_step_controls(controls, *character_, state_.time + controls.time_step, controls_);
    fill_activation(controls.muscles, state_.time + controls.time_step, controls_.activation);
    move_springs(controls);
    behave(controls);
    ++step_count_;
    const Stopwatch watch;
    const StepReport report = stepper_->step(controls_, {held_, acting_, sprung_}, state_);
    step_seconds_ = watch.seconds();
    rig_discontinuity_ = controls_.rig_discontinuity;
    if (report.status == StepStatus::not_finite) {
        playhead_ = before;
        pose_rig(controls);
    }
    stepped_pose_ = pose_;
    return report;
}

void Motion::restart(const LiveControls& controls) {
    start(controls, 0.0, 0.0);
}

void Motion::set_time(const LiveControls& controls, double clip_time) {
    playhead_ = {controls.clip, clip_time, false, 0.0, {}, {}};
    step_count_ = 0;
    rig_discontinuity_ = false;
    before_posing_.reset();
    if (behaviour_) {
        behaviour_->set_memory({});
    }
    stepper_->set_memory({});
    mover_->set_memory({});
    pose_rig(controls);
    stepped_pose_ = pose_;
    state_ = rest_state(*character_, controls_.P, contact_count(*character_));
    if (character_->start) {
        place_at_start(*character_, controls.rig_offset, state_);
    }
    set_muscles(controls);
}

void Motion::start(const LiveControls& controls, double clip_time, double warm_up) {
    WarmUp warming = begin_warm_up(controls, clip_time, warm_up);
    while (!warming.is_over()) {
        warm(warming);
    }
}

// The whole clip, over and over, with an end that continues at its start.
bool Motion::repeats(const LiveControls& controls) const {
    return is_periodic(*character_, controls) && does_loop(*character_, controls) &&
           is_whole(controls.playback, playing_length(*character_, controls));
}

WarmUp Motion::begin_warm_up(const LiveControls& controls, double clip_time, double warm_up) {
    const double start = place_in_clip(controls, clip_time);
    set_time(controls, start);
    if (!(warm_up > 0.0) || !controls.is_enabled) {
        return {controls, start};
    }
    const auto steps = static_cast<int>(std::min(std::ceil(warm_up / controls.time_step - 1e-9), warm_steps_max));
    WarmUp warming{controls, start, steps};
    warming.controls.clip_speed = repeats(controls) ? controls.clip_speed : 0.0;
    if (repeats(controls)) {
        set_time(controls, start - steps * controls.time_step * controls.clip_speed);
    }
    state_.time = -steps * controls.time_step;
    return warming;
}

void Motion::warm(WarmUp& warm_up) {
    ++warm_up.taken;
    if (step(warm_up.controls).status == StepStatus::not_finite) {
        warm_up.taken = warm_up.steps;
    }
    if (warm_up.is_over()) {
        playhead_.clip_time = warm_up.start;
        state_.time = 0.0;
        step_count_ = 0;
    }
}

StoredState Motion::stored_state() const {
    return {.state = state_,
            .playhead = playhead_,
            .step_count = step_count_,
            .behaviour = behaviour_ ? behaviour_->memory() : std::vector<double>(),
            .rig_discontinuity = rig_discontinuity_,
            .switching = stepper_->memory(),
            .springs = mover_->memory()};
}

void Motion::go_to(const StoredState& stored_state, const LiveControls& controls) {
    EXPECTS(stored_state.state.Z.rows() == state_.Z.rows() && stored_state.state.P.rows() == state_.P.rows());
    EXPECTS(stored_state.state.contact_force.rows() == state_.contact_force.rows());
    state_ = stored_state.state;
    playhead_ = stored_state.playhead;
    step_count_ = stored_state.step_count;
    rig_discontinuity_ = stored_state.rig_discontinuity;
    stepper_->set_memory(stored_state.switching);
    mover_->set_memory(stored_state.springs);
    stretch_springs(controls);
    mover_->show(controls_);
    note_rest_lengths();
    before_posing_.reset();
    pose_rig(controls);
    stepped_pose_ = pose_;
    if (!stored_state.behaviour.empty() && !behaviour_) {
        behaviour_ = std::make_unique<BehaviourPlayer>(character_, instruction_set_);
    }
    if (behaviour_) {
        behaviour_->set_memory(stored_state.behaviour);
    }
    set_muscles(controls);
}

void Motion::set_muscles(const LiveControls& controls) {
    fill_activation(controls.muscles, state_.time, controls_.activation);
    if (behaviour_) {
        behaviour_->show(controls_.activation);
    }
}

void Motion::swap(CharacterPtr character, const LiveControls& controls) {
    const CharacterPtr before = std::move(character_);
    character_ = std::move(character);
    behaviour_.reset(); // it begins anew with the other body
    playhead_.jumps = playhead_.jumps || !is_same_clip(*before, *character_, playhead_.clip);
    const std::vector<double> memory = stepper_->memory();
    const std::vector<double> lengths = mover_->memory();
    prepare();
    stepper_->set_memory(memory); // which goes on if there are as many loads
    mover_->set_memory(lengths);  // likewise of springs
    const auto way = known_transfer(before, *character_);
    if (!way) {
        restart(controls);
    } else {
        state_ = carried(*way, {*before, *character_}, std::move(state_));
    }
    state_.contact_force = Points::Zero(contact_count(*character_), 3);
    state_.clear_history();
    set_muscles(controls);
}

// The keys are sampled within the length of what plays.
void Motion::prepare_keys(const LiveControls& controls) {
    if (sampled_keys_.is_same_list(controls.keys) && sampled_clip_ == controls.clip) {
        return;
    }
    sampled_keys_ = controls.keys;
    sampled_clip_ = controls.clip;
    keyed_ = KeySampler(controls.keys, character_->rig.skeleton.bones.size(), character_->rig.targets.size(),
                        playing_length(*character_, controls), is_periodic(*character_, controls));
}

// The nearest time of the part that plays. A whole clip that loops has all times; where its end does not continue at
// its start, its end is a pose of its own.
double Motion::place_in_clip(const LiveControls& controls, double time) const {
    if (repeats(controls)) {
        return time;
    }
    const double length = playing_length(*character_, controls);
    const ClipRange range = range_of(controls.playback, length);
    const bool is_outside = time < 0.0 || time > length;
    const bool wraps =
        is_outside && is_whole(controls.playback, length) && does_loop(*character_, controls) && length > 0.0;
    return std::clamp(wraps ? time - length * std::floor(time / length) : time, range.in, range.out);
}

// If the new pose is far away, or there is no cross-fade, the rig jumps without adding velocity.
void Motion::blend_from_shown_pose(const LiveControls& controls) {
    sample_clip_before_step(controls);
    playhead_.blend_time = 0.0;
    playhead_.left_pose = clip_pose_;
    playhead_.left_weights = clip_weights_;
    const double size = bounding_box(character_->mesh.X).diagonal();
    if (!(controls.playback.cross_fade > 0.0) ||
        largest_distance(playhead_.left_pose, pose_of_clip(playhead_.clip_time)) > blend_reach * size) {
        playhead_.left_pose.clear();
        controls_.rig_discontinuity = true;
    }
}

void Motion::change_clip(const LiveControls& controls) {
    playhead_.clip = controls.clip;
    playhead_.clip_time = place_in_clip(controls, 0.0);
    blend_from_shown_pose(controls);
}

// A part of a clip, and a clip whose end does not continue at its start, are blended where they start again.
void Motion::advance_clip(const LiveControls& controls, double seconds) {
    if (is_blending() && (playhead_.blend_time += controls.time_step) >= controls.playback.cross_fade) {
        playhead_.left_pose.clear();
    }
    if (controls.clip != playhead_.clip) {
        change_clip(controls);
        return;
    }
    const double duration = playing_length(*character_, controls);
    if (!plays_clip() && controls.keys.is_empty()) {
        return;
    }
    if (!repeats(controls)) {
        advance_in(range_of(controls.playback, duration), controls, seconds);
        return;
    }
    playhead_.clip_time += seconds;
    if (duration > 0 && (playhead_.clip_time >= duration || playhead_.clip_time < 0)) {
        playhead_.clip_time -= duration * std::floor(playhead_.clip_time / duration);
    }
}

// Advances in a part of the clip, or in a clip whose end is held. A playhead that is outside, after a seek or because
// the part has become smaller, moves into it.
void Motion::advance_in(const ClipRange& range, const LiveControls& controls, double seconds) {
    const bool loops = does_loop(*character_, controls) && range.length() > 0.0;
    double& time = playhead_.clip_time;
    if (!range.holds(time)) {
        time = time > range.out && !loops ? range.out : range.in;
        blend_from_shown_pose(controls);
        return;
    }
    time += seconds;
    const bool starts_again = loops && (time >= range.out || time < range.in);
    if (starts_again) {
        time -= range.length() * std::floor((time - range.in) / range.length());
    }
    time = std::clamp(time, range.in, range.out);
    if (starts_again) {
        blend_from_shown_pose(controls);
    }
}

bool Motion::plays_clip() const {
    return playhead_.clip >= 0 && playhead_.clip < static_cast<int>(samplers_.size());
}

// One a target of the rig; zero without a clip.
std::vector<double> Motion::weights_of_clip(double time) const {
    std::vector<double> weights;
    if (plays_clip()) {
        weights = samplers_[static_cast<std::size_t>(playhead_.clip)].weights_at(time);
    }
    weights.resize(character_->rig.targets.size(), 0.0);
    keyed_.add_weights_at(time, weights);
    return weights;
}

Pose Motion::pose_of_clip(double time) const {
    const Skeleton& skeleton = character_->rig.skeleton;
    Pose pose = plays_clip() ? samplers_[static_cast<std::size_t>(playhead_.clip)].at(time) : rest_pose(skeleton);
    return keyed_.moves_bones() ? with_offsets(skeleton, pose, keyed_.offsets_at(time)) : pose;
}

AffineStack Motion::rig_at(const LiveControls& controls, double clip_time) const {
    Pose pose = pose_of_clip(clip_time);
    for (Affine& world : pose) {
        world = compose(controls.rig_offset, world);
    }
    return rig_maps(character_->rig, pose, weights_of_clip(clip_time));
}

// The pose at the end of the last step, under the controls of this one: like the step, it depends on the stored state
// and these controls alone, and not on what was shown while the simulation was paused.
void Motion::sample_clip_before_step(const LiveControls& controls) {
    EXPECTS(before_posing_);
    const Playhead now = std::exchange(playhead_, *before_posing_);
    sample_clip(controls);
    playhead_ = now;
}

void Motion::sample_clip(const LiveControls& controls) {
    clip_pose_ = pose_of_clip(playhead_.clip_time);
    clip_weights_ = weights_of_clip(playhead_.clip_time);
    if (is_blending()) {
        const double cross_fade = controls.playback.cross_fade;
        const double share = playhead_.blend_time < cross_fade ? playhead_.blend_time / cross_fade : 1.0;
        clip_pose_ = blended(playhead_.left_pose, clip_pose_, share);
        clip_weights_ = blended(playhead_.left_weights, clip_weights_, share);
    }
}

void Motion::pose_rig(const LiveControls& controls) {
    const Skeleton& skeleton = character_->rig.skeleton;
    prepare_keys(controls);
    sample_clip(controls);
    target_weights_ = clip_weights_;
    for (std::size_t t = 0; t < std::min(target_weights_.size(), controls.target_weights.size()); ++t) {
        target_weights_[t] += controls.target_weights[t];
    }
    pose_ = clip_pose_;
    if (is_posed_by_hand(controls, skeleton)) {
        pose_ = with_offsets(skeleton, pose_, controls.bone_offsets);
    }
    if (controls.rig_offset != identity_affine()) {
        for (Affine& world : pose_) {
            world = compose(controls.rig_offset, world);
        }
    }
    controls_.P = rig_maps(character_->rig, pose_, target_weights_);
}

std::vector<PointHandle> Motion::held_handles(const LiveControls& controls) const {
    std::vector<PointHandle> held;
    std::copy_if(controls.handles.begin(), controls.handles.end(), std::back_inserter(held),
                 [&](const PointHandle& handle) {
                     return handle.stiffness > 0 && is_on(handle, *character_) && !is_followed(handle, controls);
                 });
    held.resize(std::min(held.size(), handles_max));
    return held;
}

void Motion::hold_handles(const LiveControls& controls) {
    std::vector<PointHandle> wanted = held_handles(controls);
    controls_.handles.resize(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        Handle& handle = controls_.handles[i];
        if (i >= held_.size() || !same_point(held_[i], wanted[i])) {
            handle.point = body_point(*character_, wanted[i].vertices, wanted[i].barycentric);
        }
        handle.stiffness = wanted[i].stiffness;
        handle.target = wanted[i].target;
    }
    held_ = std::move(wanted);
}

// Where springs cannot follow it, a handle pulls as any other.
bool Motion::is_followed(const PointHandle& handle, const LiveControls& controls) const {
    return handle.moves_springs && !controls.springs.empty() && can_move_springs(*character_);
}

// With the rest lengths of the document.
void Motion::stretch_springs(const LiveControls& controls) {
    std::vector<PointSpring> wanted;
    for (const PointSpring& spring : controls.springs) {
        if (spring.stiffness > 0 && is_on(spring.from, *character_) && is_on(spring.to, *character_) &&
            wanted.size() < springs_max) {
            wanted.push_back(spring);
        }
    }
    controls_.springs.resize(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        Spring& spring = controls_.springs[i];
        if (i >= sprung_.size() || !same_point(sprung_[i].from, wanted[i].from) ||
            !same_point(sprung_[i].to, wanted[i].to)) {
            spring = spring_on(*character_, wanted[i]);
        }
        spring.stiffness = wanted[i].stiffness;
        spring.rest_length = wanted[i].rest_length;
    }
    sprung_ = std::move(wanted);
}

// Changes the rest lengths where movements play or handles have targets for them.
void Motion::move_springs(const LiveControls& controls) {
    SpringTargets targets;
    std::vector<PointHandle> followed;
    for (const PointHandle& handle : controls.handles) {
        if (is_followed(handle, controls) && is_on(handle, *character_)) {
            followed.push_back(handle);
            targets.points.push_back({body_point(*character_, handle.vertices, handle.barycentric), handle.target});
        }
    }
    const auto& obstacles = controls_.contact.obstacles;
    if (controls_.contact.points && obstacles && !obstacles->empty() && !followed.empty()) {
        targets.lifted = contacts_near(character_->mesh.X, *controls_.contact.points, followed,
                                       limb_reach * bounding_box(character_->mesh.X).diagonal());
    }
    const std::vector<bool> follow = following_springs(character_->mesh.X, sprung_, followed);
    std::vector<SpringRole> roles;
    for (std::size_t i = 0; i < sprung_.size(); ++i) {
        const double time = state_.time + controls.time_step;
        roles.push_back({moved_share(controls.movements, sprung_[i].id, time), follow[i]});
    }
    mover_->choose(targets, roles, state_, controls_);
    note_rest_lengths();
}

void Motion::note_rest_lengths() {
    for (std::size_t i = 0; i < sprung_.size(); ++i) {
        sprung_[i].rest_length = controls_.springs[i].rest_length;
    }
}

// As strong as at the end of the step.
void Motion::apply_forces(const LiveControls& controls) {
    std::vector<AppliedForce> wanted;
    for (const AppliedForce& applied : controls.forces) {
        if (is_on(applied, *character_) && wanted.size() < forces_max) {
            wanted.push_back(applied);
            wanted.back().force = force_at(applied, state_.time + controls.time_step);
        }
    }
    controls_.forces.resize(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        PointForce& force = controls_.forces[i];
        if (i >= acting_.size() || !same_point(acting_[i], wanted[i])) {
            force.point = body_point(*character_, wanted[i].vertices, wanted[i].barycentric);
        }
        force.force = wanted[i].force;
    }
    acting_ = std::move(wanted);
}

} // namespace limber::app
