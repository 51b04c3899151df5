// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/cluster_lanes.h"

#include <cstddef>

/// The inner loops of a step, written once and compiled once per instruction set, which is chosen at run time. Clusters
/// are stored side by side in the lanes of the widest vectors of the machine, and one pass over them computes
/// everything that an iteration needs of elasticity while a block of S is in the first-level cache:
///
///     F_c    = sum_k Z_k' S_ck + rig_F_c       S  three numbers a cluster and coordinate
///     R_c    = the rotation nearest to F_c
///     t_c    = <R_c, F_c> - 3                  zero for a pure rotation
///     s_c    = w_c - l_c t_c                   the weight of the cluster's rotation
///     pull_k = sum_c s_c R_c S_ck              the elastic force on coordinate k but for its linear part
///
/// Uses plain arrays and no library, so that no inline function compiled for one machine is linked into code for
/// another. Results depend on the instruction set alone, bit for bit; across sets they agree to round-off.
namespace limber {

enum class InstructionSet { baseline, avx2, avx512 };

/// The widest set that this build contains and this machine runs.
InstructionSet widest_instruction_set();
bool runs_here(InstructionSet set);
const char* name_of(InstructionSet set);

/// Arrays are blocks of cluster_lanes; the last block is padded with clusters of weight zero.
template <typename Real>
struct ClusterPass {
    std::size_t block_count = 0;
    std::size_t coordinate_count = 0; // k
    const Real* S = nullptr;          // block, coordinate, axis of X, lane
    const Real* rig_F = nullptr;      // block, entry of F row by row, lane
    const Real* w = nullptr;          // block, lane: sum 2 mu V, the weight of the shape term
    const Real* l = nullptr;          // block, lane: sum lambda V, the weight of the volume term
    Real l_scale = 1;                 // times every l
    const Real* Z = nullptr;          // coordinate, axis
    Real* pull_lanes = nullptr;       // coordinate, axis, lane: scratch
    Real* rotations = nullptr;        // block, entry, lane: R_c; null: not stored
};

struct PassSums {
    double stretch = 0.0; // sum_c w_c t_c
    double volume = 0.0;  // sum_c l_c / 2 t_c^2
};

/// The columns of a low-rank change of a diagonal matrix, row by row: entry (row, column) at row * stride + column.
struct Columns {
    std::size_t rows = 0;
    std::size_t stride = 0; // columns, padded with zeros to a multiple of cluster_lanes
    float* values = nullptr;
};

/// The functions of one instruction set.
struct Kernel {
    /// Overwrites pull (coordinate, axis).
    PassSums (*pass_single)(const ClusterPass<float>&, float* pull);
    PassSums (*pass_double)(const ClusterPass<double>&, double* pull);
    /// The same for a basis that is no skinning basis, F_c = sum_k z_k S_ck + rig_F_c. A coordinate is one number of Z
    /// and of pull, and S has nine a cluster and coordinate: block, coordinate, entry of F row by row, lane.
    PassSums (*dense_pass_single)(const ClusterPass<float>&, float* pull);
    PassSums (*dense_pass_double)(const ClusterPass<double>&, double* pull);
    /// The rig's share of every F: F_c = sum_a P_a' S_ca, with P (rig row, axis) and S as above.
    void (*rig_single)(std::size_t block_count, std::size_t rows, const double* S, const double* P, float* F);
    void (*rig_double)(std::size_t block_count, std::size_t rows, const double* S, const double* P, double* F);
    /// The nearest rotation to each of block_count * cluster_lanes matrices (block, entry, lane).
    void (*rotations_single)(std::size_t block_count, const float* F, float* R);
    void (*rotations_double)(std::size_t block_count, const double* F, double* R);
    /// Column c of V, from `first` on: the derivative of <R_c, F_c> by coordinate and axis, R_c held.
    void (*volume_columns)(const ClusterPass<float>&, std::size_t first, const Columns& V);
    /// The upper triangle of V' diag(scale) V, row by row, stride wide.
    void (*gram)(const Columns& V, const float* scale, float* triangle);
    /// The upper triangle of V diag(weight) V', row by row, as wide as V has rows: a multiple of cluster_lanes.
    void (*row_gram)(const Columns& V, const float* weight, float* triangle);
    /// U with U'U = the symmetric matrix whose upper triangle is given, in place, with the reciprocals of its diagonal
    /// on it; size is a multiple of cluster_lanes. A pivot that is not positive becomes huge, which removes its column
    /// from the system.
    void (*cholesky)(std::size_t size, float* triangle);
    /// U'U x = b, in place.
    void (*cholesky_solve)(std::size_t size, const float* U, float* x);
    /// B <- B U^-1, in place; B has `size` columns.
    void (*solve_rows)(std::size_t size, const float* U, const Columns& B);
    /// y += V x with x a number a column, and y += V' x with x a number a row.
    void (*add_product)(const Columns& V, const float* x, float* y);
    void (*add_transposed)(const Columns& V, const float* x, float* y);
    double (*dot)(std::size_t count, const double* a, const double* b);
    /// y += a x.
    void (*add_scaled)(std::size_t count, double a, const double* x, double* y);
    void (*add_scaled_single)(std::size_t count, float a, const float* x, float* y);
};

/// Precondition: runs_here(set).
const Kernel& kernel(InstructionSet set);

} // namespace limber
