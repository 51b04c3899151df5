// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/reduced_body.h"
#include "app/document/comparison_description.h"
#include "engine/core/cache.h"
#include "engine/core/progress.h"

#include <memory>
#include <vector>

namespace limber::app {

/// A pose of a character, in the coordinates of a model that it had.
struct SeenPose {
    CharacterPtr character;
    AffineStack Z;
    AffineStack P;
};

/// What a compared subspace is made beside.
struct ComparedLeader {
    CharacterPtr character;
    std::vector<BodyLoad> loads = {};  // that the subspace is made for; the character's own may be older
    AffineStack P;                     // the pose of its rig
    std::vector<SeenPose> motion = {}; // of the character so far, for pod
};

/// Whether `pod` beside this character is made from its motion so far, and not from a file that it has.
bool is_made_from_motion(const ComparedSubspace& subspace, const CharacterDescription& leader);

/// Whether it is made for the leader's loads.
bool depends_on_loads(const ComparedSubspace& subspace);

/// The poses that pod is made from: those of this mesh, fewer of them where it is large.
std::vector<SeenPose> learned_poses(const std::vector<SeenPose>& motion, const Character& character);

/// Precomputes a subspace of this character other than full space, at rest in the rig's pose; where it is switched, one
/// for each component of the file of loads in its parameters, or of the leader's loads without such a file. `pod` is
/// made from the leader's own file, if it is of that kind, or else from its motion so far. Fails with bad_input (more
/// modes than the mesh has, loads between which it cannot switch, no motion or a body at rest), not_converged and
/// cancelled.
Result<std::unique_ptr<ReducedBody>> reduced_body_of(const ComparedSubspace& subspace, const ComparedLeader& leader,
                                                     InstructionSet instruction_set, const Cache* cache,
                                                     Progress* progress);

} // namespace limber::app
