// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/goals.h"

#include <optional>
#include <string_view>

/// What a body does of itself, as a small state machine that gives the controller (one_step_controller.h) the goals of
/// the next step [Coros et al. 2012, Deformable Objects Alive!, section 6]:
///
///     stand   the centre of mass over where it was, at its height at rest, upright
///     hop     crouch, push off, fly, land, again; the apex is `height` above rest. The wanted velocity rises by
///             v^2 / (2 depth) a second from the bottom of the crouch, v^2 = 2 g height, because a velocity that is
///             wanted at once is never reached: the body would stand on its tiptoes
///     roll    the centre of mass moves along the front at `speed`, until it has gone `distance`
///
/// Upright is a goal of the angular momentum about the horizontal axes, 4/s times the angle by which the body's own up
/// direction would have to turn.
namespace limber {

enum class BehaviourKind { stand, hop, roll };

std::string_view name_of(BehaviourKind kind);
std::optional<BehaviourKind> behaviour_named(std::string_view name);

struct BehaviourSettings {
    BehaviourKind kind = BehaviourKind::stand;
    double height = 0.2;   // [m] of a hop, of the centre of mass above rest
    double distance = 1.0; // [m] to roll or, in hops, to go along the front; 0: on the spot
    double speed = 0.5;    // [m/s] of rolling
    bool operator==(const BehaviourSettings&) const = default;
};

std::optional<Error> fault_in(const BehaviourSettings& settings);

/// One body that behaves. The walker is settled: its start is how the body stands.
class Behaviour {
public:
    Behaviour(const Walker& walker, const BehaviourSettings& settings);

    /// The goals of the step from `state`. Empty in the air, where nothing moves the centre of mass.
    std::vector<Goal> goals(const State& state);

    /// The angle between the body's own up direction and up [rad].
    double tilt(const State& state) const;
    Vec3 centre(const State& state) const;
    /// Whether the body stands again after its last hop, or has rolled so far.
    bool is_done() const {
        return is_done_;
    }

private:
    enum class Phase { stand, crouch, push, fly, land };

    struct Reading {
        Vec3 centre = Vec3::Zero();
        Vec3 velocity = Vec3::Zero();
        Mat3 turn = Mat3::Identity();
        bool touches = false;
    };
    Reading read(const State& state) const;
    void advance(const Reading& now, double time);
    void enter(Phase phase, double time);
    void add_upright(const Reading& now, std::vector<Goal>& goals) const;
    void add_place(double height, std::vector<Goal>& goals) const;
    void add_push(const Reading& now, std::vector<Goal>& goals) const;
    void add_roll(const Reading& now, std::vector<Goal>& goals) const;
    double height_of(const Reading& now) const;
    double launch_speed() const;

    const Walker* walker_;
    BehaviourSettings settings_;
    StanceReader stance_;
    Vec3 front_;
    Vec3 side_;
    Vec3 up_of_body_; // in the frame in which the body rests
    Reading start_;
    double gravity_ = 0.0; // [m/s^2]
    double depth_ = 0.0;   // [m] of the crouch
    Phase phase_ = Phase::stand;
    double phase_start_ = 0.0; // [s]
    double place_ = 0.0;       // [m] along the front, where the body stands
    bool is_done_ = false;
};

} // namespace limber
