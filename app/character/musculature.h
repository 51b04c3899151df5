// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"
#include "engine/clusters/clusters.h"
#include "engine/core/fingerprint.h"
#include "engine/core/result.h"
#include "engine/loads/active_stresses.h"
#include "engine/rig/skeleton.h"
#include "engine/subspace/displacement_modes.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {

/// The muscles of a character, in the order used by gaits: first the used vibration modes, then the modes of each
/// region, the shapes of the cage, of skinning modes and of the vertices, the pockets, the fibres, and the example
/// poses. The data for a step is in the model.
struct Musculature {
    std::vector<std::string> names;
    Vector lambda; // per muscle: eigenvalue with the reference material; multiply by MaterialScales::young / density
                   // [1/s^2]
    std::shared_ptr<const Matrix> D; // 3n x count, displacement at activation 1, vertex by vertex [m]; null: no muscles
    /// 9t x q, in place of the gradients of the last q columns of D, which only show these targets: those of pockets,
    /// of fibres, then those of examples; null: there are none. Zero for muscles with a stress of their own.
    std::shared_ptr<const Matrix> stretches;
    /// Of pockets and fibres in a step of Newton's method, in place of targets; empty elsewhere.
    ActiveStresses stresses;
    std::size_t fibre_count = 0; // muscles of fibres, which come before those of examples
    std::vector<Index> examples; // the example pose of each of the last muscles, ascending
    Vector example_strains;      // per entry of `examples`: the activation at which it is its example pose
    int cluster_count = 0;
    std::shared_ptr<const Clusters> clusters; // of tets that share one rotation of the target; null: no muscles
    /// Earlier modes of the same body with their keys, newest first, so that undo needs no solve.
    std::vector<std::pair<Fingerprint, std::shared_ptr<const DisplacementModes>>> known;

    std::size_t count() const {
        return names.size();
    }
    /// The muscles of pockets, which come before those of fibres.
    std::size_t pocket_count() const {
        return stretches ? static_cast<std::size_t>(stretches->cols()) - examples.size() - fibre_count : 0;
    }
    /// Precondition: there are muscles. Refers to D and the stretches.
    MuscleTargets targets() const {
        return {*D, stretches.get()};
    }
};

/// The names of a bone and of its descendants.
std::vector<std::string> limb_from(const Skeleton& skeleton, int bone);

/// Why a body cannot have so many muscles, if it cannot. `remedy`: what to do instead; `member`: of the scene.
std::optional<Error> fault_in_muscle_count(Index count, const std::string& remedy, const std::string& member);

} // namespace limber::app
