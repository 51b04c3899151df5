#pragma once

#include "engine/control/walker.h"
#include "engine/core/result.h"

#include <optional>

/// What a gait is wanted for: a weighted sum of scores of a rollout. With its defaults it is the objective of AALM
/// equation 17, the distance along a direction times the worst alignment with it, in body lengths.
namespace limber {

struct Objective {
    Vec3 direction = Vec3::Zero(); // unit; zero: where the walker faces
    Vec3 facing = Vec3::Zero();    // unit, what it is to be aligned with; zero: the direction
    std::optional<Vec3> target{};  // [m] to come close to

    // Weights.
    double travel = 1.0; // of Scores of the same names
    double speed = 0.0;
    double approach = 0.0;
    double height = 0.0;
    double leap = 0.0;
    double turn = 0.0;
    double upright = 0.0;
    double energy = 0.0; // a cost

    bool operator==(const Objective&) const = default;
};

/// Nothing is wanted, a target without a weight or a weight without a target, what is not finite or no direction.
std::optional<Error> fault_in(const Objective& objective);

struct Scores {
    double distance = 0.0;  // along the direction, centre of mass [body lengths]
    double alignment = 0.0; // the worst cosine between where it faces and where it is to face
    double travel = 0.0;    // distance times alignment; alignment below zero counts as none
    double speed = 0.0;     // along the direction, however it faces [body lengths a second]
    double approach = 0.0;  // how much closer the target is at the end [body lengths]
    double height = 0.0;    // mean rise of the centre of mass [body lengths] (AALM section 4, jumping)
    double leap = 0.0;      // highest rise [body lengths]
    double turn = 0.0;      // about up, counter-clockwise seen from above [turns]
    double upright = 0.0;   // the worst cosine between its up and the scene's
    double energy = 0.0; // that the muscles put in (muscle_meter.h), in lifts of the whole body by its length against
                         // the earth's gravity, a second [1/s]
};

Scores scores_of(const Trace& trace, const Walker& walker, const Objective& objective);

/// J, to be minimised; infinite where the numbers were not finite.
double cost_of(const Trace& trace, const Walker& walker, const Objective& objective);

} // namespace limber
