// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"
#include "tests/support/living_bar.h"

/// A living bar whose muscles are its first vibration modes.
namespace limber::testing {

struct MuscledBar {
    LivingBar bar;
    Matrix D; // 3n x muscles [m]
    Clusters clusters;
    Matrix stretches = {}; // 9t x q: of the last q muscles, in place of the gradients of their displacements

    MuscleTargets muscle_targets() const {
        return {D, stretches.size() > 0 ? &stretches : nullptr};
    }
    ReducedModel model() const;
    /// Y = I + sum_v a_v Y_v of every tet, with Y_v = grad d_v or the stretches.
    std::vector<Mat3> targets(const Vector& activation) const;
    /// The actuation energy over the tets at positions x, with one rotation for each cluster, for strength 1 [J].
    double energy(const Points& x, const Vector& activation) const;
};

MuscledBar muscled(LivingBar bar, Index muscle_count, Clusters clusters);
/// The last two muscles replaced by example poses: the bar bent, and the bar twisted, turned and moved.
MuscledBar with_examples(MuscledBar muscled);
MuscledBar turned(MuscledBar muscled, const Affine& turn);

/// Activations that change every frame.
Vector lively_activation(Index muscle_count, double time);

} // namespace limber::testing
