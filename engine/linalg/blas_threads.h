#pragma once

namespace limber {

/// Keeps OpenBLAS on the calling thread from now on. Its own threads would compete with ours, and the order of their
/// sums would depend on how many there are. Any number of calls have the effect of the first.
void keep_blas_on_one_thread();

} // namespace limber
