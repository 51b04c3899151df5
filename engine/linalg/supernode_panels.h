// SPDX-License-Identifier: MIT
#pragma once

#ifdef LIMBER_WITH_CHOLMOD
#include <cholmod.h>

/// Splits the wide supernodes of a symbolic factor into panels.
///
/// A supernode is a run of columns with the same rows below them; CHOLMOD stores it as one dense rectangle including
/// the diagonal block. The separators of a body of 300,000 vertices are thousands of columns wide, so that a fifth of
/// the factor is the upper halves of their diagonal blocks, which are zero, and the workspace of the factorisation is
/// the square of a separator. A run of columns may be split anywhere: every panel is a supernode of its own, whose rows
/// are those of the panels after it and those below. The factor is the same, takes less memory, and solves, which are
/// limited by memory traffic, are faster.
namespace limber {

/// Returns false, with the factor unchanged, when memory runs out.
bool split_into_panels(cholmod_factor& symbolic, int columns_max, cholmod_common& common);

} // namespace limber
#endif
