// SPDX-License-Identifier: MIT
#pragma once

#include "engine/full_space/tet_energy.h"
#include "engine/operators/hyperelasticity.h"

#include <vector>

/// The hyperelastic energy of a body, its gradient and its Hessian. `scale` multiplies all of it, `l_scale` lambda
/// alone.
namespace limber {

/// Returns the energy [J] at x (n x 3) and adds its gradient [N] to `gradient`. The same bits on any number of threads.
double add_hyperelastic_energy(const FullSpaceModel& model, const Points& x, double scale, double l_scale,
                               Threads threads, TetEnergy& scratch, Points& gradient);

/// The lower triangle of a 3n x 3n matrix, vertex by vertex: I_3 (x) A for an n x n matrix A and the Hessian of the
/// tets.
struct HyperelasticHessian {
    SparseMatrix matrix;      // 3n x 3n [N/m]
    SparseMatrix A;           // n x n, the last one
    std::vector<int> begin;   // n + 1: where the blocks of each column of vertices begin
    std::vector<int> rows;    // the vertex of each block, ascending in each column, not above the diagonal
    std::vector<Mat9> of_tet; // t, the Hessian by F, scratch
};

enum class Definiteness {
    exact,    // the Hessian itself
    projected // each tet's part is replaced by its positive semidefinite part
};

/// Returns whether the pattern is another one than in the last call. The same bits on any number of threads.
bool assemble(const FullSpaceModel& model, const SparseMatrix& A, const Points& x, double scale, double l_scale,
              Definiteness definiteness, Threads threads, HyperelasticHessian& hessian);

} // namespace limber
