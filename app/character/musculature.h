#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/fingerprint.h"
#include "engine/rig/skeleton.h"
#include "engine/subspace/displacement_modes.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {

/// The muscles of a character, in the order in which gaits count them: the vibration modes that are used, then those of
/// every region. What a step needs of them is in the model.
struct Musculature {
    std::vector<std::string> names;
    Vector lambda; // of each one's mode, of the reference material (times MaterialScales::young / density) [1/s^2]
    std::shared_ptr<const Matrix> D; // 3n x count, vertex by vertex [m] at activation 1; null: there are none
    int cluster_count = 0;
    /// What was solved for the same body, by what it depends on, the newest first: so that going back is free.
    std::vector<std::pair<Fingerprint, std::shared_ptr<const DisplacementModes>>> known;

    std::size_t count() const {
        return names.size();
    }
};

/// The names of a bone and of all that hangs on it.
std::vector<std::string> limb_from(const Skeleton& skeleton, int bone);

} // namespace limber::app
