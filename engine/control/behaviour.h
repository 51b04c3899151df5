// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/behaviour_settings.h"
#include "engine/control/behaviour_status.h"
#include "engine/control/contact_subset.h"
#include "engine/control/feet.h"
#include "engine/control/goal_settings.h"
#include "engine/control/goals.h"

#include <span>
#include <vector>

/// What a body does without a gait, as a small state machine that gives the controller (one_step_controller.h) the
/// goals of the next step [Coros et al. 2012, Deformable Objects Alive!, section 6]:
///
///     stand    the centre of mass over its support, at its height at rest, upright
///     hop      crouch, push off, fly, land, again; the apex is `height` above rest. The wanted velocity rises by
///              v^2 / (2 depth) a second from the bottom of the crouch, because a velocity that is wanted at once is
///              never reached: the body would stand on its tiptoes. As long as the body touches the ground, the wanted
///              velocity is the one that just reaches the apex
///     roll     the centre of mass moves along the front at `speed`, until it has gone `distance`, and the body turns
///              about the points that touch the ground, which stay where they are on it. A body with edges, as a cross
///              on three legs, turns about the edge ahead, at least as fast as it needs to come over it, and stands as
///              near to the end of its way as its faces allow
///     walk     the same on feet: half of them stand still while the others swing to where the body will need them. A
///              foot moves along the ground once it is free of it; the body slows down for feet that lag behind. A body
///              with one foot hops; one that slides half as far as it goes, or stays where it is, stands still and
///              reports that it cannot walk
///     turn     by `angle` about up, in steps on the spot, to which it returns; whole turns count
///     reach    one point of the body goes to `target`, the centre of mass stays over its support, and what touches the
///              ground stays where it is on it
///     follow   walks at `speed` along `angle`, or to `target` and after it, until the behaviour changes
///     flee     walks away from `target` at `speed` once that is nearer than `distance` along the ground, until it is a
///              quarter farther, and stands otherwise; until the behaviour changes
///
/// The states, as `phase` of the status:
///
///     stand    upright over the sole at the height at rest. A hop that is not done, or a walk, turn, follow or flee of
///              a body with one foot, leaves it after 0.4 s for crouch
///     crouch   down to the depth of the crouch or for a second, then push
///     push     up until the body reaches its apex by itself or for a second, then fly
///     fly      no goals in the air; land when the body touches the ground and falls
///     land     the centre of mass is slowed down over the sole; stand after 0.4 s
///     step     walk, turn, follow and flee on two feet or more, until another behaviour: the groups of feet swing in
///              turn. Stands while the behaviour is done, or after the feet have slid (cannot_walk)
///     roll     roll, until another behaviour
///     reach    reach, until another behaviour
///
/// A new behaviour begins in roll, reach, step or stand, whatever the body does then. In every state but those of roll,
/// a body that has been tilted by more than 60 degrees for four seconds reports that it cannot stand up.
///
/// The groups of goals have weights, and a few goals can be combined with those of the behaviour (goal_settings.h):
/// another height of the centre of mass, another front than the way, and a point of the body that reaches to a place.
///
/// Upright is a goal of the angular momentum about the horizontal axes: the rate of turn is proportional to the angle
/// by which the body's own up direction would have to turn. Any behaviour may follow any other at any time.
namespace limber {

/// One body that behaves. The walker is settled: its start is how the body stands; it must outlive the behaviour.
class Behaviour {
public:
    /// `contact_patches` tell the legs apart (sole_patches.h); empty: the sole is one patch.
    Behaviour(const Walker& walker, const BehaviourSettings& settings, const std::vector<int>& contact_patches = {});

    /// A new behaviour of the body as it is now.
    void begin(const BehaviourSettings& settings, const State& state);
    /// Other settings for the body as it is now. If the kind stays, so do the phase and the way that is already done;
    /// what was done before has to be done again if the settings ask for more. A target that only moves, of follow or
    /// flee, starts nothing anew.
    void change(const BehaviourSettings& settings, const State& state);
    const BehaviourSettings& settings() const {
        return settings_;
    }

    /// How the goals of the next steps are weighted, and which are combined with them. Changes nothing else: what is
    /// done stays done. Not a part of the memory.
    void set_goals(const GoalSettings& goals);

    /// The goals of the step from `state`; valid until the next call. Empty in the air, where nothing moves the centre
    /// of mass.
    const std::vector<Goal>& goals(const State& state);
    /// How much the controller pulls the body to its rest shape, with the last goals: above zero while it stands
    /// upright and still.
    double rest_weight() const {
        return rest_weight_;
    }
    /// The contact points of steps ahead with the last goals: without those that are to leave the ground. Null: all.
    const ContactSubset* contacts() const {
        return contacts_;
    }
    /// The places of the last goals.
    const std::vector<GoalMarker>& markers() const {
        return markers_;
    }

    /// Everything that the next goals depend on besides the state and a given point of reaching, as plain numbers for
    /// rewinding and recordings: the settings, the phase and its start, and the way.
    std::vector<double> memory() const;
    static constexpr std::size_t memory_size = 26; // of what this version writes
    /// Continues from there. Returns false, and changes nothing, if the numbers are not a memory of this body: they
    /// come from files.
    bool set_memory(std::span<const double> memory);

    BehaviourStatus status(const State& state) const;
    /// The angle between the body's own up direction and up [rad].
    double tilt(const State& state) const;
    Vec3 centre(const State& state) const;
    /// The height along up of what the body stood on when it was settled [m].
    double ground() const {
        return ground_;
    }

private:
    enum class Phase { stand, crouch, push, fly, land, step, roll, reach }; // those of a hop come first
    static constexpr std::size_t phase_count = 8;

    struct Reading {
        Vec3 centre = Vec3::Zero();
        Vec3 velocity = Vec3::Zero();
        Vec3 up = Vec3::Zero();      // of the body
        Vec3 front = Vec3::Zero();   // of the body, level
        Vec3 support = Vec3::Zero(); // the mean of the sole
        double height = 0.0;         // [m] above that at rest
        double rising = 0.0;         // [m/s]
        double turning = 0.0;        // [m/s] root mean square of a rigid turn about up with its angular momentum
        bool touches = false;
    };
    struct Gait {
        double duration = 1.0; // [s] of a step
        double share = 0.0;    // of the step that is over
        int swinging = 0;      // group of feet
        double speed = 0.0;    // [m/s] along the wanted front
        double turning = 0.0;  // [rad/s] about up
    };

    // behaviour.cpp: what follows what
    void start(const Reading& now, double time);
    void enter(Phase phase, double time);
    bool hops(BehaviourKind kind) const;
    bool has_only_moved(const BehaviourSettings& settings) const;
    Phase first_phase(BehaviourKind kind) const;
    bool has_phase(BehaviourKind kind, Phase phase) const;

    // behaviour_way.cpp: where the body is, and where it has to go
    Reading read(const State& state) const;
    double turning_speed(const State& state, const Vec3& centre) const;
    double heading_of(const Vec3& front) const;
    double heading_error(const Reading& now) const;
    double facing_error(const Reading& now) const;
    Vec3 wanted_front() const;
    double gravity() const;
    double way(const Reading& now) const;
    double left(const Reading& now) const;
    Vec3 way_to_target(const Reading& now) const;
    void pursue(const Reading& now);

    // behaviour_watch.cpp: what it reports
    void judge_anew();
    double slip_speed(const State& state) const;
    void watch_slip(const Reading& now, const State& state);
    void watch_fall(const Reading& now, double time);

    // behaviour_stand.cpp
    void add(GoalGroup group, const Goal& goal);
    void add_centre(GoalGroup group, const Vec3& direction, double kp, double place, double velocity);
    void add_upright(const Reading& now, double rate);
    void add_turn(double rate);
    void add_height_at_rest();
    void add_balance(const Reading& now);
    double weight_of_rest(const Reading& now) const;
    void add_standing(const Reading& now);
    void add_holds(const State& state);

    // behaviour_hop.cpp
    double hop_height() const;
    double apex_speed(double height) const;
    bool is_released(const Reading& now) const;
    void advance_hop(const Reading& now, double time);
    void add_hop(const Reading& now);
    void add_descent(const Reading& now);
    void add_push(const Reading& now);
    void add_release(const Reading& now);
    void add_landing(const Reading& now);

    // behaviour_roll.cpp, behaviour_reach.cpp
    void add_roll(const Reading& now, const State& state);
    void add_reach(const Reading& now, const State& state);
    void choose_reaching_point();
    Index nearest_contact_point(const Vec3& place) const;
    BodyPoint contact_point(Index contact_point) const;
    void add_place(const State& state);
    void set_reaching_point(Index contact_point);

    // behaviour_walk.cpp
    void add_sole(const Foot& foot, double height, double kp, double kd, double velocity);
    void add_standing_point(const BodyPoint& point, double weight);
    double stance_weight() const;
    void add_stance(const Foot& foot, const State& state);
    void add_stance();
    std::size_t lowest(const Foot& foot, const State& state) const;
    double lowest_height(const Foot& foot, const State& state) const;
    double lift() const;
    double step_duration() const;
    void add_swing(const Foot& foot, const Vec3& velocity, const State& state);
    Vec3 swing_velocity(const Foot& foot, const Vec3& lands_at, const Gait& gait, const State& state) const;
    double walking_speed(const Reading& now) const;
    double share_of_speed(const Reading& now, const Gait& gait) const;
    double twist(const Reading& now, const State& state) const;
    double share_of_turn(const Reading& now, const Gait& gait, const State& state) const;
    Vec3 way_to_landing(const Reading& now) const;
    void add_clearance(const State& state);
    void add_feet(const Reading& now, const Gait& gait, const State& state);
    void leave_out_contacts(const Reading& now, const Gait& gait);
    void add_steps(const Reading& now, const State& state);
    bool has_two_feet() const {
        return feet_.feet.size() == 2;
    }

    const Walker* walker_;
    BehaviourSettings settings_;
    GoalSettings goal_settings_;
    StanceReader stance_;
    Feet feet_;
    std::vector<BodyPoint> points_; // that may touch the ground
    Vec3 front_at_rest_;
    Vec3 up_of_body_;             // in the frame in which the body rests
    Vec3 front_of_body_;          //
    Vec3 lean_;                   // [m] of the centre of mass over the sole, level, in the body's heading at rest
    double height_at_rest_ = 0.0; // [m] of the centre of mass over the sole
    double ground_ = 0.0;         // [m] along up
    double depth_ = 0.0;          // [m] of the crouch

    Phase phase_ = Phase::stand;
    double phase_start_ = 0.0; // [s]
    double stood_at_ = 0.0;    // [s] when the body last was upright
    Vec3 from_ = Vec3::Zero(); // where the way begins
    double heading_ = 0.0;     // [rad] that is wanted
    double turn_left_ = 0.0;   // [rad] of a turn with the last goals; may be several whole turns
    double landed_ = 0.0;      // [m] of the way, when the body last landed
    double gait_phase_ = 0.0;  // [steps]
    bool is_done_ = false;
    bool cannot_rise_ = false;
    double slid_ = 0.0;        // [m] since the body was last judged
    double gone_ = 0.0;        // [m] likewise, along the way
    double judged_from_ = 0.0; // [steps] when it was last judged
    bool cannot_walk_ = false;
    BodyPoint reaching_;
    Index reaching_index_ = -1; // of the contact point that reaches; -1: the sole, or a given point
    BodyPoint also_reaching_;   // beside the behaviour
    double rest_weight_ = 0.0;
    std::vector<ContactSubset> standing_; // on which it stands while either group of feet swings
    const ContactSubset* contacts_ = nullptr;
    std::vector<Goal> goals_;
    std::vector<GoalMarker> markers_;
};

} // namespace limber
