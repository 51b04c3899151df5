// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"

/// What full space reads of a body's muscles: the actuation energy of model/actuation_set.h with all vertices.
namespace limber {

struct FullSpaceMuscles {
    Clusters clusters;                 // of tets that share one rotation of the target
    Vector share;                      // t      2 mu V of a tet relative to its cluster
    Vector w;                          // c [J]  sum 2 mu V
    std::vector<TetGradients> muscles; // target_gradients: the addition of activation 1 of each to the gradients
    TargetEnergy energy;

    Index muscle_count() const {
        return static_cast<Index>(muscles.size());
    }
};

/// Fails with bad_input when sizes disagree or a target is not finite.
Result<FullSpaceMuscles> full_space_muscles(const TetMesh& mesh, const Material& material, const Clusters& clusters,
                                            const MuscleTargets& targets);

} // namespace limber
