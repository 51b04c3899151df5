// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/feet.h"
#include "engine/control/goals.h"
#include "engine/core/result.h"

#include <optional>
#include <string_view>
#include <vector>

/// What a body does without a gait, as a small state machine that gives the controller (one_step_controller.h) the
/// goals of the next step [Coros et al. 2012, Deformable Objects Alive!, section 6]:
///
///     stand    the centre of mass over its support, at its height at rest, upright
///     hop      crouch, push off, fly, land, again; the apex is `height` above rest. The wanted velocity rises by
///              v^2 / (2 depth) a second from the bottom of the crouch, because a velocity that is wanted at once is
///              never reached: the body would stand on its tiptoes. As long as the body touches the ground, the wanted
///              velocity is the one that just reaches the apex
///     roll     the centre of mass moves along the front at `speed`, until it has gone `distance`
///     walk     the same on feet: half of them stand still while the others swing to where the body will need them. A
///              body with one foot hops
///     turn     by `angle` about up, in steps on the spot
///     reach    one point of the body goes to `target`, the centre of mass stays over its support
///     follow   walks at `speed` along `angle` until the behaviour changes
///
/// Upright is a goal of the angular momentum about the horizontal axes: the rate of turn is proportional to the angle
/// by which the body's own up direction would have to turn. Any behaviour may follow any other at any time.
namespace limber {

enum class BehaviourKind { stand, hop, roll, walk, turn, reach, follow };

std::string_view name_of(BehaviourKind kind);
std::optional<BehaviourKind> behaviour_named(std::string_view name);

struct BehaviourSettings {
    BehaviourKind kind = BehaviourKind::stand;
    double height = 0.2;                 // [m] of a hop, of the centre of mass above rest
    double distance = 1.0;               // [m] to roll or walk or, in hops, to go along the front; 0: on the spot
    double speed = 0.5;                  // [m/s] of rolling and walking
    double angle = 1.5707963267948966;   // [rad] to turn from the heading at the change; follow: from the first heading
    Vec3 target = Vec3::Zero();          // [m] of reaching
    std::optional<BodyPoint> point = {}; // that reaches; none: the contact point nearest to the target
};

std::optional<Error> fault_in(const BehaviourSettings& settings);

/// Where a goal is in the world, for drawing.
struct GoalMarker {
    enum class Kind { centre, foot, point };
    Kind kind = Kind::centre;
    Vec3 at = Vec3::Zero();       // [m] on the floor, of a point where it should be
    Vec3 velocity = Vec3::Zero(); // [m/s] that is wanted
};

struct BehaviourStatus {
    std::string_view phase = "stand"; // stand, crouch, push, fly, land, step, roll, reach
    bool is_done = false;             // stands again after the last hop, has gone so far, has turned, reaches
    bool is_fallen = false;           // tilted by more than 60 degrees, and not rolling
    bool cannot_rise = false;         // lies for some seconds already
    double tilt = 0.0;                // [rad] between the body's own up direction and up
    double heading = 0.0;             // [rad] about up, from the first heading
};

/// One body that behaves. The walker is settled: its start is how the body stands; it must outlive the behaviour.
class Behaviour {
public:
    Behaviour(const Walker& walker, const BehaviourSettings& settings);

    /// Other settings for the body as it is now. If the kind stays, so do the phase and the way that is already done.
    void change(const BehaviourSettings& settings, const State& state);
    const BehaviourSettings& settings() const {
        return settings_;
    }

    /// The goals of the step from `state`; valid until the next call. Empty in the air, where nothing moves the centre
    /// of mass.
    const std::vector<Goal>& goals(const State& state);
    /// The places of the last goals.
    const std::vector<GoalMarker>& markers() const {
        return markers_;
    }

    BehaviourStatus status(const State& state) const;
    /// The angle between the body's own up direction and up [rad].
    double tilt(const State& state) const;
    Vec3 centre(const State& state) const;

private:
    enum class Phase { stand, crouch, push, fly, land, step, roll, reach };

    struct Reading {
        Vec3 centre = Vec3::Zero();
        Vec3 velocity = Vec3::Zero();
        Vec3 up = Vec3::Zero();      // of the body
        Vec3 front = Vec3::Zero();   // of the body, level
        Vec3 support = Vec3::Zero(); // the mean of the sole
        double height = 0.0;         // [m] above that at rest
        double rising = 0.0;         // [m/s]
        bool touches = false;
    };
    Reading read(const State& state) const;
    void start(const Reading& now, double time);
    void enter(Phase phase, double time);
    void watch_fall(const Reading& now, double time);
    void advance_hop(const Reading& now, double time);
    void choose_reaching_point();

    void add_centre(const Vec3& direction, double kp, double place, double velocity);
    void add_upright(const Reading& now, double rate);
    void add_turn(double rate);
    void add_height_at_rest();
    void add_balance(const Reading& now);
    void add_sole(const Foot& foot, double height, double kp, double kd);
    void add_stance(const Foot& foot);
    void add_stance();
    void add_standing(const Reading& now);
    void add_hop(const Reading& now);
    void add_push(const Reading& now);
    void add_release(const Reading& now);
    void add_descent(const Reading& now);
    void add_landing(const Reading& now);
    void add_roll(const Reading& now);
    void add_reach(const Reading& now, const State& state);
    void add_swing(const Foot& foot, const Vec3& place);
    void add_steps(const Reading& now, const State& state);

    bool hops() const;
    bool is_released(const Reading& now) const;
    double hop_height() const;
    double apex_speed(double height) const;
    double way(const Reading& now) const;
    double left(const Reading& now) const;
    Vec3 wanted_front() const;
    double heading_of(const Vec3& front) const;
    double heading_error(const Reading& now) const;

    const Walker* walker_;
    BehaviourSettings settings_;
    StanceReader stance_;
    Feet feet_;
    Vec3 front_at_rest_;
    Vec3 up_of_body_;             // in the frame in which the body rests
    Vec3 front_of_body_;          //
    Vec3 lean_;                   // [m] of the centre of mass over the sole, level, in the body's heading at rest
    double height_at_rest_ = 0.0; // [m] of the centre of mass over the sole
    double ground_ = 0.0;         // [m] along up
    double gravity_ = 0.0;        // [m/s^2]
    double depth_ = 0.0;          // [m] of the crouch

    Phase phase_ = Phase::stand;
    double phase_start_ = 0.0; // [s]
    double stood_at_ = 0.0;    // [s] when the body last was upright
    Vec3 from_ = Vec3::Zero(); // where the way begins
    double heading_ = 0.0;     // [rad] that is wanted
    double landed_ = 0.0;      // [m] of the way, when the body last landed
    double gait_phase_ = 0.0;  // [steps]
    bool is_done_ = false;
    bool cannot_rise_ = false;
    BodyPoint reaching_;
    std::vector<Goal> goals_;
    std::vector<GoalMarker> markers_;
};

} // namespace limber
