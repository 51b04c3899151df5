// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/walker.h"
#include "engine/core/result.h"

#include <optional>

/// The objective of a gait: a weighted sum of scores of a rollout. The defaults give AALM equation 17, the distance
/// along a direction times the worst alignment with it, in body lengths.
namespace limber {

struct Objective {
    Vec3 direction = Vec3::Zero(); // unit; zero: the walker's front
    Vec3 facing = Vec3::Zero();    // unit, the desired heading; zero: the direction
    std::optional<Vec3> target{};  // [m] to approach

    // Weights of the scores of the same names.
    double travel = 1.0;
    double speed = 0.0;
    double approach = 0.0;
    double height = 0.0;
    double leap = 0.0;
    double turn = 0.0;
    double upright = 0.0;
    double energy = 0.0; // a cost

    bool operator==(const Objective&) const = default;
};

/// Returns an error if all weights are zero, for a target without a weight or a weight without a target, for values
/// that are not finite or too large and for directions that are not of unit length.
std::optional<Error> fault_in(const Objective& objective);

struct Scores {
    double distance = 0.0;  // along the direction, centre of mass [body lengths]
    double alignment = 0.0; // the worst cosine between its heading and the desired one
    double travel = 0.0;    // distance times alignment, with negative alignment counted as zero
    double speed = 0.0;     // along the direction, whatever the heading [body lengths a second]
    double approach = 0.0;  // decrease of the distance to the target [body lengths]
    double height = 0.0;    // mean rise of the centre of mass [body lengths] (AALM section 4, jumping)
    double leap = 0.0;      // highest rise [body lengths]
    double turn = 0.0;      // about up, counter-clockwise seen from above [turns]
    double upright = 0.0;   // the worst cosine between its up and the scene's
    double energy = 0.0;    // work of the muscles (muscle_meter.h) a second, in units of lifting the whole body by its
                            // length against the earth's gravity [1/s]
};

Scores scores_of(const Trace& trace, const Walker& walker, const Objective& objective);

/// J, to be minimised; infinite if the rollout was not finite.
double cost_of(const Trace& trace, const Walker& walker, const Objective& objective);

} // namespace limber
