// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/contender.h"

#include <array>
#include <memory>
#include <vector>

namespace limber::app {

/// A subspace of displacements that characters are only compared with. Those that a character can have itself are in
/// engine/subspace/subspace_kind.h.
struct ComparisonSubspace {
    enum class Kind {
        pod // the best linear subspace for this very motion, from a run in full space
    };
    Kind kind = Kind::pod;
    Index modes = 0; // displacements: twelve for each mode of a skinning subspace with as many coordinates
};

/// The names on the command line, in the order of the enumerators.
inline constexpr std::array comparison_subspace_names{"pod"};

constexpr const char* name_of(ComparisonSubspace::Kind kind) {
    return comparison_subspace_names[static_cast<std::size_t>(kind)];
}

struct ComparisonBody {
    std::unique_ptr<Contender> contender;
    Index modes = 0; // displacements of the basis; those of `pod` may be fewer than requested
};

/// Precomputes a subspace of this character, at rest in the rig's pose P. `motion`: displacements of all vertices from
/// which `pod` is made. Fails as linear_subspace_of.
Result<ComparisonBody> comparison_body(const ComparisonSubspace& subspace, const CharacterPtr& character,
                                       const AffineStack& P, InstructionSet instruction_set,
                                       const std::vector<AffineStack>& motion);

} // namespace limber::app
