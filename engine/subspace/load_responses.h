// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/projected_inverse.h"
#include "engine/loads/load_distribution.h"
#include "engine/operators/material.h"
#include "engine/subspace/supports.h"

#include <cstdint>
#include <optional>

/// The linear responses of a body to a distribution of loads, in the norm of its mass: forces are g = M^-1/2 F and
/// responses y = M^1/2 u, so that columns B with B'MB = I are orthonormal Y.
///
///     y = A^-1 g,   A = M^-1/2 K M^-1/2 on the responses that the constraint allows
namespace limber {

/// The symmetric square root of a covariance, in which variances that are as good as none are zero: round-off makes
/// those of a force along one direction negative.
Mat3 root_of(const Mat3& covariance);

/// [columns others]
Matrix with_columns(const Matrix& columns, const Matrix& others);

/// The inverse, with its factor.
class LoadResponses {
public:
    /// K: n x n; mass: n; C: n x c, C'u = 0. `shift` [1/s^2] makes K + shift M definite; it is corrected to second
    /// order. Fails as ProjectedInverse::of.
    static Result<LoadResponses> of(const SparseMatrix& K, const Vector& mass, const Matrix& C, double shift);

    /// A^-1 g, of each column.
    Matrix apply(const Matrix& g) const;
    /// The part of forces that the constraint does not take.
    Matrix unconstrained(Matrix g) const;
    /// The number of independent responses.
    Index free_count() const {
        return size() - Q_.cols();
    }
    /// n
    Index size() const {
        return Q_.rows();
    }
    /// The largest part of a column in the span of the constraint.
    double violation_of(const Matrix& Y) const;

private:
    LoadResponses(ProjectedInverse inverse, Matrix Q, double shift);

    ProjectedInverse inverse_;
    Matrix Q_;
    double shift_;
};

/// Forces g as a map from independent numbers of variance one: g = [roots patterns] a.
struct LoadForces {
    SparseMatrix roots; // of the blocks; of displacements, three columns a block, whose numbers are along the axes
    Matrix patterns;

    Index count() const {
        return roots.cols() + patterns.cols();
    }
    /// Those of the numbers from `first` on, a column each.
    Matrix columns(Index first, Index column_count) const;
    Matrix times(const Matrix& a) const;
    Matrix transposed_times(const Matrix& y) const;
};

/// Independent numbers of variance one for forces of displacements, count x samples. Those of blocks are drawn along
/// these axes (columns), so that axes of the mesh turn the samples with it.
Matrix sampled_numbers(const LoadForces& forces, std::uint64_t seed, Index samples, const Mat3& axes);

/// A body and its loads, with one or three numbers a vertex.
struct LoadProblem {
    SparseMatrix K;
    Vector mass;
    Matrix constraint;
    LoadForces forces;
    Matrix mean;    // of the forces g: one column, or the three components of each vertex's
    double shift;   // [1/s^2] LoadResponses::of
    Matrix outside; // columns that no pin and no rig holds, which a subspace has besides the responses
};

/// Displacements, 3n, vertex by vertex: with the springs of pins, handles and springs in K, without motions that
/// nothing holds, and without forces where p = 1. The springs bear these but for 1e-8, which would fill a subspace with
/// columns that do not move.
LoadProblem displacement_responses(const TetMesh& mesh, const Material& material, const Supports& supports,
                                   const LoadDistribution& loads);
/// Weights, n: with the weight-space Hessian, and a third of the traces of the covariance.
LoadProblem weight_responses(const TetMesh& mesh, const Material& material, const Supports& supports,
                             const LoadDistribution& loads);

/// Factorises. Fails with not_converged and with cancelled.
Result<LoadResponses> responses_of(const LoadProblem& problem, Progress* progress);

/// The share of forces at each vertex that pins do not bear, n.
Vector unpinned_share(const Supports& supports, Index vertex_count);

/// What acts, on what.
struct LoadedMesh {
    const TetMesh& mesh;
    const Material& material;
    const Supports& supports;
    const LoadDistribution& loads;
};
/// Returns an error for no mode, a material or supports of another mesh, loads that are not valid, or loads that the
/// pins bear.
std::optional<Error> fault_in_load_modes(const LoadedMesh& loaded, Index count);

} // namespace limber
