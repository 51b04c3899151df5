// SPDX-License-Identifier: MIT
#pragma once

namespace limber {

/// Exists while the calling thread calls BLAS or LAPACK, at most one a thread. Limits OpenBLAS to the calling thread:
/// its own threads would compete with the engine's, and the order of their sums would depend on their number.
///
/// OpenBLAS takes a working buffer of 128 MB of address space for each concurrent caller, keeps it, and retries without
/// end where there is no memory for it. The first BlasCall therefore has all buffers taken: one for each hardware
/// thread and four more, or only as many as leave more than half of the free memory free, but at least one; it throws
/// std::bad_alloc where there is no memory for that. Later BlasCalls take no memory: they wait while as many threads
/// call BLAS as there are buffers.
///
/// Not covered: code that calls BLAS without a BlasCall; a thread that uses up the memory in the microseconds between
/// the first BlasCall's check and OpenBLAS's allocation, which then waits until other memory is freed; and builds of
/// OpenBLAS that do not export the two functions that the check needs.
class BlasCall {
public:
    BlasCall();
    ~BlasCall();
    BlasCall(const BlasCall&) = delete;
    BlasCall& operator=(const BlasCall&) = delete;
};

} // namespace limber
