// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/contender.h"
#include "app/comparison/parameter_overrides.h"
#include "engine/core/cache.h"
#include "engine/core/progress.h"

#include <memory>
#include <string>
#include <vector>

namespace limber::app {

/// A subspace that is compared with the one of a character, by its name and size.
struct ComparedSubspace {
    std::string kind = "full";          // a name of live_kinds()
    Index modes = 16;                   // twelve coordinates for each mode, in every kind; ignored by full space
    ParameterOverrides parameters = {}; // of full space the elastic energy alone
    bool operator==(const ComparedSubspace&) const = default;
};

inline constexpr const char* full_space_name = "full";

/// The names of the kinds that move beside a character: those that it can have itself, and full space.
const std::vector<std::string>& live_kinds();

/// The name of a kind in lists and titles of the window: "Best for a motion", "Full space".
std::string shown_kind(const std::string& kind);

/// The title of a subspace in the window: its name there, its number of modes, and the parameters that are not the
/// character's.
std::string title_of(const ComparedSubspace& subspace);

/// What pictures of the command line say of it, without parameters: "skinning, 16 modes", "full space".
std::string caption_of_subspace(const ComparedSubspace& subspace);

/// The same with the name in the window: "Displacements, 16 modes", "Full space".
std::string caption_in_window(const ComparedSubspace& subspace);

/// A pose of a character, in the coordinates of a model that it had.
struct SeenPose {
    CharacterPtr character;
    AffineStack Z;
    AffineStack P;
};

/// What a compared subspace is made beside.
struct ComparedLeader {
    CharacterPtr character;
    std::vector<BodyLoad> loads; // that the subspace is made for; the character's own may be older
    AffineStack P;               // the pose of its rig
    std::vector<SeenPose> motion = {}; // of the character so far, for pod
};

/// Whether `pod` beside this character is made from its motion so far, and not from a file that it has.
bool is_made_from_motion(const ComparedSubspace& subspace, const CharacterDescription& leader);

/// The poses that it is made from: those of this mesh, fewer of them where it is large.
std::vector<SeenPose> learned_poses(const std::vector<SeenPose>& motion, const Character& character);

/// Precomputes a subspace of this character other than full space, at rest in the rig's pose; where it is switched, one
/// for each component of the file of loads in its parameters, or of the leader's loads without such a file. `pod` is made
/// from the leader's own file, if it is of that kind, or else from its motion so far. Fails with bad_input (more modes
/// than the mesh has, loads between which it cannot switch, no motion or a body at rest), not_converged and cancelled.
Result<std::unique_ptr<Contender>> contender_of(const ComparedSubspace& subspace, const ComparedLeader& leader,
                                                InstructionSet instruction_set, const Cache* cache, Progress* progress);

} // namespace limber::app
