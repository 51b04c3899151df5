// SPDX-License-Identifier: MIT
#include "engine/subspace/force_dual_modes.h"

#include "engine/core/convergence_progress.h"
#include "engine/core/random.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/singular_vectors.h"
#include "engine/subspace/load_responses.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

// Of the largest standard deviation; columns below it are round-off.
constexpr double deviation_min = 1e-13;
constexpr double mean_rank_min = 1e-8; // of a response to the mean, relative to its length
constexpr double residual_max = 1e-9;  // of the residual of a component, relative to its deviation
// Of a component that round-off moves: less is not resolved, and its column is left out.
constexpr double resolved_min = 1e-5;
constexpr double round_off_margin = 10.0; // over what is measured in the span of the components
constexpr int subspace_iterations_max = 400;
// A search solves for a few times as many columns as are wanted. Above this many columns the small singular value
// decomposition of all responses would take longer than their solves.
constexpr Index few_forces_a_column = 4;
constexpr Index few_forces_max = 256;
// Of the columns that a small body can have at all: with a larger share of them wanted, a search spends its time in
// decompositions of matrices that are nearly as large as that of all responses.
constexpr double large_share = 0.2;
constexpr Index small_body_max = 1000;  // columns that it can have: a decomposition is not cancelled
constexpr double share_of_solves = 0.9; // of the progress, before all responses are decomposed
constexpr Index columns_at_once = 32;   // of the solves between two reports of progress
constexpr Index block_size = 8;         // of the search for components

Error stopped() {
    return {ErrorKind::cancelled, "the computation was cancelled", {}};
}

// Numbers that are the same on every machine.
Matrix start_columns(Index rows, Index count) {
    Rng rng(1);
    return Matrix::NullaryExpr(rows, count, [&] { return rng.uniform() - 0.5; });
}

std::vector<Index> indices_above(const Eigen::RowVectorXd& values, double floor) {
    std::vector<Index> indices;
    for (Index i = 0; i < values.size(); ++i) {
        if (values(i) > floor) {
            indices.push_back(i);
        }
    }
    return indices;
}

/// The largest singular triplets of the responses K = A^-1 [roots patterns].
struct ResponseComponents {
    Matrix Y;          // left singular vectors
    Vector deviations; // singular values, falling
    double residual = 0.0;
    double smallest = 0.0; // deviations below are round-off
};

Error not_finite() {
    return {ErrorKind::not_converged, "the responses to the loads are not finite; use a realistic size", "loads"};
}

// Zero for deviations that are round-off, as of patterns that depend on others: their directions are arbitrary.
Vector scaled_residuals(const Matrix& residual, const Vector& deviations, Index count, double smallest) {
    const Vector sizes = deviations.head(count);
    const Vector scaled = residual.colwise().norm().head(count).transpose().cwiseQuotient(sizes);
    return (sizes.array() > smallest).select(scaled, 0.0);
}

bool is_large_share(Index wanted, Index free_count) {
    return free_count <= small_body_max && static_cast<double>(wanted) > large_share * static_cast<double>(free_count);
}

// Whether the responses to each of the forces are cheaper than an iteration with so many columns.
bool are_few(const LoadForces& forces, Index width, Index free_count) {
    const Index most = std::max(width, std::min(few_forces_a_column * width, few_forces_max));
    return forces.count() <= std::min(most, free_count);
}

// K, or nullopt when cancelled.
std::optional<Matrix> all_responses(const LoadResponses& responses, const LoadForces& forces, Progress* progress) {
    Matrix K(responses.size(), forces.count());
    for (Index first = 0; first < K.cols(); first += columns_at_once) {
        const double share = static_cast<double>(first) / static_cast<double>(K.cols());
        if (!keep_going(progress, "solving for the loads", share_of_solves * share)) {
            return std::nullopt;
        }
        const Index count = std::min(columns_at_once, K.cols() - first);
        K.middleCols(first, count) = responses.apply(forces.columns(first, count));
    }
    return K;
}

/// Of the components of all responses.
struct AllComponents {
    ResponseComponents largest;
    Matrix V; // right singular vectors, as many
};

// By a thin QR decomposition and the singular values of R, which loses fewer digits than eigenvalues of K'K. Q is never
// formed. `wanted`: of the components whose residual counts.
AllComponents components_of(const Matrix& K, Index width, Index wanted) {
    const Eigen::HouseholderQR<Matrix> qr(K);
    const Matrix R = qr.matrixQR().topRows(K.cols()).triangularView<Eigen::Upper>();
    const SingularTriplets of_R = singular_triplets(R);
    AllComponents all{{Matrix::Zero(K.rows(), width), of_R.values.head(width)}, of_R.V.leftCols(width)};
    ResponseComponents& largest = all.largest;
    largest.Y.topRows(K.cols()) = of_R.U.leftCols(width);
    largest.Y.applyOnTheLeft(qr.householderQ());
    largest.smallest = deviation_min * largest.deviations(0);
    const Matrix residual = K.transpose() * largest.Y - all.V * largest.deviations.asDiagonal();
    largest.residual = scaled_residuals(residual, largest.deviations, wanted, largest.smallest).maxCoeff();
    return all;
}

// The length of the residual that round-off alone leaves. In exact numbers, A^-1 Y has no part of the residual in the
// span of V: it is Y'K = diag(deviations) there from the first iteration on. What is found there is in all directions.
double round_off_of(const Matrix& residual, const Matrix& V) {
    const double in_span = (V.transpose() * residual).colwise().norm().maxCoeff();
    return round_off_margin * in_span * std::sqrt(static_cast<double>(V.rows()) / static_cast<double>(V.cols()));
}

// Right singular vectors, most of which have converged where the variances fall steadily: subspace iteration from
// random columns would take a hundred rounds there. Nullopt when cancelled.
std::optional<Matrix> searched_vectors(const LoadResponses& responses, const LoadForces& forces, Index wanted,
                                       Index width, ConvergenceProgress& convergence) {
    const MatrixProducts products{responses.size(), forces.count(),
                                  [&](const Matrix& A) -> Matrix { return responses.apply(forces.times(A)); },
                                  [&](const Matrix& Y) -> Matrix {
                                      return forces.transposed_times(responses.apply(Y));
                                  }};
    const Index size = std::min(forces.count(), responses.free_count());
    const BidiagonalisationOptions options{wanted, width, std::min(size, 3 * width + 6 * block_size), residual_max,
                                           deviation_min};
    const Matrix start = orthonormal_factor(start_columns(forces.count(), std::min(block_size, size)));
    return right_singular_vectors(products, start, options, [&](double residual) {
        if (std::isfinite(residual)) {
            convergence.end_round(residual);
        }
        return convergence.keep_going(0.0);
    });
}

// Subspace iteration from orthonormal columns V, a few more than are wanted. Both halves are orthonormalised, so that
// the covariance, whose eigenvalues are the squares, is never formed: small variances keep their digits.
Result<ResponseComponents> iterated_components(const LoadResponses& responses, const LoadForces& forces, Index wanted,
                                               Matrix V, ConvergenceProgress& convergence) {
    ResponseComponents found;
    for (int iteration = 0; iteration < subspace_iterations_max; ++iteration) {
        if (!convergence.keep_going(0.0)) {
            return stopped();
        }
        const Matrix K = responses.apply(forces.times(V));
        if (!K.allFinite()) {
            return not_finite();
        }
        if (!convergence.keep_going(0.4)) {
            return stopped();
        }
        const Matrix Q = orthonormal_factor(K);
        const Eigen::JacobiSVD<Matrix> svd(Q.transpose() * K, Eigen::ComputeThinU | Eigen::ComputeThinV);
        found = {Q * svd.matrixU(), svd.singularValues()};
        V = V * svd.matrixV();
        if (!convergence.keep_going(0.6)) {
            return stopped();
        }
        const Matrix back = forces.transposed_times(responses.apply(found.Y));
        const Matrix residual = back - V * found.deviations.asDiagonal();
        const double round_off = round_off_of(residual, V);
        found.smallest = std::max(deviation_min * found.deviations(0), round_off / resolved_min);
        const Vector scaled = scaled_residuals(residual, found.deviations, wanted, found.smallest);
        found.residual = scaled.maxCoeff();
        const double above_round_off =
            (scaled.array() * found.deviations.head(wanted).array() > round_off).select(scaled, 0.0).maxCoeff();
        if (above_round_off < residual_max) {
            return found;
        }
        convergence.end_round(above_round_off);
        V = orthonormal_factor(
            back * found.deviations.cwiseMax(deviation_min * found.deviations(0)).cwiseInverse().asDiagonal());
    }
    return Error{ErrorKind::not_converged,
                 "the force-dual modes did not converge; ask for fewer, or use a realistic size and material", "modes"};
}

// Components that are too small beside the largest for one decomposition are iterated, as those of patterns that depend
// on others: an iteration sees that their forces cancel before it solves for them.
Result<ResponseComponents> largest_components(const LoadResponses& responses, const LoadForces& forces, Index count,
                                              Progress* progress) {
    const Index free_count = responses.free_count();
    const Index width = std::min({count + std::max<Index>(10, count / 2), forces.count(), free_count});
    const Index wanted = std::min(count, width);
    ConvergenceProgress convergence(progress, "finding modes for the loads", residual_max);
    const bool is_dense = is_large_share(wanted, free_count) && forces.count() <= responses.size();
    if (!is_dense && !are_few(forces, width, free_count)) {
        auto V = searched_vectors(responses, forces, wanted, width, convergence);
        if (!V) {
            return stopped();
        }
        if (V->cols() < wanted) { // a later block of products was not finite
            return not_finite();
        }
        return iterated_components(responses, forces, wanted, std::move(*V), convergence);
    }
    const auto K = all_responses(responses, forces, progress);
    if (!K) {
        return stopped();
    }
    if (!K->allFinite()) {
        return not_finite();
    }
    if (!keep_going(progress, "decomposing the responses", share_of_solves)) {
        return stopped();
    }
    AllComponents all = components_of(*K, width, wanted);
    if (all.largest.residual < residual_max) {
        return std::move(all.largest);
    }
    return iterated_components(responses, forces, wanted, std::move(all.V), convergence);
}

// Orthonormal columns that span the responses to the mean, at most so many; none without a mean, and where the
// constraint takes all of it, as with the weight of a body that nothing holds.
std::optional<Matrix> mean_responses(const LoadResponses& responses, const Matrix& mean, Index count) {
    const Matrix acting = responses.unconstrained(mean);
    const Eigen::RowVectorXd lengths = acting.colwise().norm();
    const auto columns = indices_above(lengths, mean_rank_min * mean.norm());
    const auto span = orthonormal_basis(responses.apply(acting(Eigen::all, columns)), mean_rank_min);
    return span ? std::optional<Matrix>(span->leftCols(std::min(count, span->cols()))) : std::nullopt;
}

// [Y and what the mean's responses have outside its span]
Matrix with_mean_responses(const Matrix& Y, Matrix origin) {
    if (origin.cols() == 0) {
        return Y;
    }
    project_out(Y, origin);
    const Matrix remaining = origin(Eigen::all, indices_above(origin.colwise().norm(), mean_rank_min));
    const Matrix outside = orthonormal_basis(remaining, mean_rank_min).value_or(Matrix(Y.rows(), 0));
    Matrix all(Y.rows(), Y.cols() + outside.cols());
    all << Y, outside;
    return all;
}

Result<ForceDualModes> modes_of(const LoadProblem& problem, Index count, Progress* progress) {
    const auto responses = responses_of(problem, progress);
    if (!responses) {
        return responses.error();
    }
    if (count > responses.value().free_count()) {
        const Index most = responses.value().free_count();
        return Error{ErrorKind::bad_input,
                     most < 1 ? "no mode is possible on this mesh"
                              : std::to_string(count) + " modes are more than this mesh can have; ask for at most " +
                                    std::to_string(most),
                     "modes"};
    }
    const auto origin = mean_responses(responses.value(), problem.mean, count);
    if (!origin) {
        return Error{ErrorKind::not_converged, "the response to the mean load is not finite; use a realistic size",
                     "loads"};
    }
    const Index elastic = count - origin->cols();
    Result<ResponseComponents> found = ResponseComponents{Matrix(problem.mass.size(), 0), Vector(0)};
    if (elastic > 0) {
        found = largest_components(responses.value(), problem.forces, elastic, progress);
    }
    if (!found) {
        return found.error();
    }
    const Vector& deviations = found.value().deviations;
    const Index kept = std::min<Index>(elastic, (deviations.array() > found.value().smallest).count());
    const Index unresolved = std::min<Index>(elastic, deviations.size()) - kept;
    const Vector inverse_root = problem.mass.cwiseSqrt().cwiseInverse();
    const Matrix Y = with_mean_responses(found.value().Y.leftCols(kept), *origin);
    return ForceDualModes{with_columns(inverse_root.asDiagonal() * Y, problem.outside),
                          deviations.head(kept).cwiseAbs2(), found.value().residual, responses.value().violation_of(Y),
                          unresolved};
}

} // namespace

Result<ForceDualModes> force_dual_displacements(const TetMesh& mesh, const Material& material, const Supports& supports,
                                                const LoadDistribution& loads, Index count, Progress* progress) {
    if (auto fault = fault_in_load_modes({mesh, material, supports, loads}, count)) {
        return *fault;
    }
    return modes_of(displacement_responses(mesh, material, supports, loads), count, progress);
}

Result<ForceDualModes> force_dual_weights(const TetMesh& mesh, const Material& material, const Supports& supports,
                                          const LoadDistribution& loads, Index count, Progress* progress) {
    if (auto fault = fault_in_load_modes({mesh, material, supports, loads}, count)) {
        return *fault;
    }
    return modes_of(weight_responses(mesh, material, supports, loads), count, progress);
}

} // namespace limber
