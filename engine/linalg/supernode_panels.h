#pragma once

#ifdef LIMBER_WITH_CHOLMOD
#include <cholmod.h>

/// The wide supernodes of a symbolic factor, cut into panels.
///
/// A supernode is a run of columns with the same rows below them; CHOLMOD stores it as one dense rectangle, diagonal
/// block and all. The separators of a body of 300,000 vertices are thousands of columns wide, so that a fifth of the
/// factor is the upper halves of their diagonal blocks, which are zero, and the workspace of the factorisation is the
/// square of a separator. A run of columns may be cut anywhere: every panel is a supernode of its own, whose rows are
/// those of the panels after it and those below. The factor is the same, in less memory, and is read faster by the
/// solves, which wait for the memory alone.
namespace limber {

/// False, with the factor as it was, when there is no memory for it.
bool cut_into_panels(cholmod_factor& symbolic, int columns_max, cholmod_common& common);

} // namespace limber
#endif
