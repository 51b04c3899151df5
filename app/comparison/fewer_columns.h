// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <optional>
#include <string>

/// Subspaces with fewer columns than were asked for, because the loads or the motion that they are made of give no
/// more.
namespace limber::app {

constexpr bool may_have_fewer_columns(SubspaceKind kind) {
    return kind == SubspaceKind::pod || depends_on_loads(kind);
}

/// Modes of a skinning subspace, or displacements of a linear one, twelve for each mode that was asked for.
struct FewerColumns {
    SubspaceKind kind = SubspaceKind::pod;
    Index has = 0;
    Index wanted = 0;
    Index of_whole_body = 0; // columns besides, of a body that nothing holds
    std::string load = {};   // of a body that switches between several: whose they are
};

/// nullopt: it has all. Of a body that switches between the subspaces of several loads: that of the load with the
/// fewest.
std::optional<FewerColumns> fewer_columns(const Character& character);

/// "the loads give 1 of 8 modes"
std::string words_of_source(const FewerColumns& columns);
/// A sentence about the subspace of this name.
std::string warning_of(const FewerColumns& columns, const std::string& subspace);

} // namespace limber::app
