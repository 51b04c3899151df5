// SPDX-License-Identifier: MIT
#include "tests/support/gait_metrics.h"

#include "engine/contact/contact_points.h"
#include "engine/control/objective.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::testing {
namespace {

constexpr double off_the_ground = 0.02; // relative to the body's height

// The height of the skin's lowest vertex above the ground on which the body rested.
class Altimeter {
public:
    Altimeter(const app::Character& character, const Walker& walker)
        : feet_(*walker.controls.contact.points),
          skin_(contact_points(character.model, character.mesh.X, character.rig, character.modes->W,
                               character.boundary_vertices)),
          up_(walker.up), ground_(lowest(feet_, walker.start)) {}

    /// [m], at most 0 while a foot touches. Evaluates the whole skin only if no foot touches.
    double above_ground(const State& state) const {
        const double feet = lowest(feet_, state) - ground_;
        return feet <= 0.0 ? feet : lowest(skin_, state) - ground_;
    }
    /// [m] of the skin.
    double height(const State& state) const {
        const Vector along = heights(skin_, state);
        return along.maxCoeff() - along.minCoeff();
    }

private:
    Vector heights(const ContactPoints& points, const State& state) const {
        return points.phi.transpose() * (state.Z * up_) + points.rig_rows.transpose() * (state.P * up_);
    }
    double lowest(const ContactPoints& points, const State& state) const {
        return heights(points, state).minCoeff();
    }

    const ContactPoints& feet_;
    ContactPoints skin_;
    Vec3 up_;
    double ground_;
};

} // namespace

GaitMetrics metrics_of(const app::Character& character, const Walker& walker, const Gait& gait, double seconds) {
    const Altimeter altimeter(character, walker);
    const double height = altimeter.height(walker.start);
    const int steps = static_cast<int>(std::lround(seconds / walker.controls.time_step));
    GaitMetrics metrics;
    bool flies = false;
    const auto watch = [&](int, const State& state) {
        const double clear = altimeter.above_ground(state) / height;
        metrics.clear = std::max(metrics.clear, clear);
        metrics.flights += clear > off_the_ground && !flies ? 1 : 0;
        flies = clear > off_the_ground;
        return true;
    };
    WalkerWorkspace workspace(walker);
    const Trace trace = rollout(walker, RolloutMeasures(walker), gait, steps, workspace, watch);
    const Scores scores = scores_of(trace, walker, {});
    const Vec3 start = trace.stances.front().centre;
    for (const Stance& stance : trace.stances) {
        const Vec3 way = stance.centre - start;
        metrics.rise = std::max(metrics.rise, way.dot(walker.up) / height);
        metrics.reach = std::max(metrics.reach, (way - way.dot(walker.up) * walker.up).norm() / walker.length);
    }
    metrics.ahead = scores.distance;
    metrics.aside = (trace.stances.back().centre - start).dot(walker.up.cross(walker.front)) / walker.length;
    metrics.turned = 360.0 * scores.turn;
    metrics.aligned = scores.alignment;
    metrics.upright = scores.upright;
    metrics.is_finite = trace.is_finite;
    return metrics;
}

} // namespace limber::testing
