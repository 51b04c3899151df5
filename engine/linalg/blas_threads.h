// SPDX-License-Identifier: MIT
#pragma once

namespace limber {

/// Limits OpenBLAS to the calling thread from now on. Its own threads would compete with the engine's, and the order of
/// their sums would depend on their number. Repeated calls have no effect.
void use_single_blas_thread();

} // namespace limber
