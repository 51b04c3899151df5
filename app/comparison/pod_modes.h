// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/reduced_body.h"
#include "app/document/character_description.h"

#include <memory>
#include <vector>

namespace limber::app {

/// Its name as a kind of subspace.
inline constexpr const char* pod_name = name_of(SubspaceKind::pod);

struct PodOptions {
    Index displacements = 0; // twelve are as many coordinates as one mode of a skinning subspace
    InstructionSet instruction_set = InstructionSet::baseline;
    Threads threads = {}; // of the choice of cubature points, where Newton's method steps the character
};

struct PodBody {
    CharacterPtr character;
    std::unique_ptr<ReducedBody> reduced;
    Index modes = 0; // displacements of the basis, which may be fewer than requested
};

/// The character with this basis (3n x m, vertex by vertex) in place of its own subspace. Fails as linear_subspace_of
/// and load_cubature.
Result<CharacterPtr> with_basis(const Character& character, const Matrix& basis, Threads threads, Progress* progress);

/// This character with the best linear subspace for this very motion, given by the displacements of all vertices; at
/// rest in the rig's pose P. Fails as linear_subspace_of and load_cubature.
Result<PodBody> pod_modes(const CharacterPtr& character, const AffineStack& P, const std::vector<AffineStack>& motion,
                          const PodOptions& options, Progress* progress);

} // namespace limber::app
