// SPDX-License-Identifier: MIT
#pragma once

namespace limber {

/// Exists while the calling thread calls BLAS or LAPACK. Limits OpenBLAS to the calling thread: its own threads would
/// compete with the engine's, and the order of their sums would depend on their number.
///
/// OpenBLAS takes one working buffer for each concurrent caller, keeps it, and tries again without end where there is
/// no memory for it. The constructor therefore has the buffer taken, and throws std::bad_alloc if there is no memory.
class BlasCall {
public:
    BlasCall();
    ~BlasCall();
    BlasCall(const BlasCall&) = delete;
    BlasCall& operator=(const BlasCall&) = delete;
};

} // namespace limber
