// SPDX-License-Identifier: MIT
#include "engine/linalg/block_lanczos.h"

#include "engine/core/contract.h"
#include "engine/core/random.h"
#include "engine/linalg/dense_eigs.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/tall_products.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace limber {
namespace {

constexpr std::uint64_t start_seed = 20230801;
constexpr double rank_tolerance = 1e-10;
constexpr Index random_columns = 4;        // random columns to search for missed eigenvalues,
constexpr Index search_steps = 4;          // the number of operator applications for it, and the
constexpr Index further_steps_max = 40;    // largest number of further ones while it is in doubt
constexpr double certain_residual = 1e-3;  // of a Ritz value; its error is of the order of the residual's square
constexpr double error_per_residual = 2.0; // more than the error of a Ritz value, in nearly all cases
constexpr Index block_size_max = 8;        // fits beside the columns that a restart keeps
constexpr double same_values = 1e-6;       // relative difference below which nothing was missed
constexpr Index capacity_min_beyond = 20;  // the count: room for the search and a block
// Of the progress, when all pairs have converged once, and after the search with random columns. The rest is for the
// further steps, each of which takes the eigenvalues of a matrix as large as the basis.
constexpr double converged_share = 0.5;
constexpr double searched_share = 0.55;

// A V = V H + next R: an orthonormal basis, the projected operator, and the residual block.
struct Decomposition {
    Matrix V; // n x capacity, the first `size` columns in use
    Index size = 0;
    Matrix H;    // capacity x capacity, the first `size` rows and columns in use
    Matrix next; // n x b, orthonormal and orthogonal to V
    Matrix R;    // b x size

    auto projected() const {
        return H.topLeftCorner(size, size);
    }
    void set_diagonal(const Vector& values) {
        size = values.size();
        H.topLeftCorner(size, size) = values.asDiagonal();
    }
};

// Ritz pairs, largest first, with their residuals |R u|.
struct Ritz {
    Vector values;
    Matrix vectors;
    Vector residuals;
};

// Orthonormalises the columns of W, which are orthogonal to V up to round-off. Columns below the noise are dropped, so
// the block may shrink, and is empty when V is invariant. Nullopt on numerical breakdown.
std::optional<Matrix> orthonormal_continuation(const ConstColumns& V, const Matrix& W, double noise) {
    std::vector<Index> above_noise;
    for (Index j = 0; j < W.cols(); ++j) {
        if (W.col(j).norm() > noise) {
            above_noise.push_back(j);
        }
    }
    auto basis = orthonormal_basis(W(Eigen::all, above_noise), rank_tolerance);
    if (!basis) {
        return std::nullopt;
    }
    Matrix& Q = *basis;
    project_out(V, Q);
    std::vector<Index> kept;
    for (Index j = 0; j < Q.cols(); ++j) {
        if (Q.col(j).norm() > 0.5) {
            kept.push_back(j);
        }
    }
    Matrix next = Q(Eigen::all, kept);
    if (next.cols() > 0 && !orthonormalise(next)) {
        return std::nullopt;
    }
    return next;
}

// Appends `next` to the basis, applies the operator to it, and computes the new residual block. Returns false on
// numerical breakdown.
bool extend(Decomposition& d, const BlockOperator& apply) {
    const Index b = d.next.cols();
    d.V.middleCols(d.size, b) = d.next;
    const Index size = d.size + b;
    const auto V = d.V.leftCols(size);

    Matrix W = apply(d.next);
    Matrix C = Matrix::Zero(size, b);
    for (int pass = 0; pass < 2; ++pass) {
        const Matrix part = gram(V, W);
        subtract_product(W, V, part);
        C += part;
    }
    auto H = d.H.topLeftCorner(size, size);
    H.rightCols(b) = C;
    H.bottomRows(b) = C.transpose();
    H.bottomRightCorner(b, b) = 0.5 * (C.bottomRows(b) + C.bottomRows(b).transpose());

    auto next = orthonormal_continuation(V, W, 1e-14 * H.norm());
    if (!next || !C.allFinite()) {
        return false;
    }
    d.next = *std::move(next);
    d.R = Matrix::Zero(d.next.cols(), size);
    d.R.rightCols(b) = gram(d.next, W);
    d.size = size;
    return true;
}

Ritz ritz_pairs(const Decomposition& d, Index count) {
    const DenseEigenPairs pairs = dense_eigenpairs(d.projected());
    Ritz ritz;
    ritz.values = pairs.values.tail(count).reverse();
    ritz.vectors = pairs.vectors.rightCols(count).rowwise().reverse();
    ritz.residuals = (d.R * ritz.vectors).colwise().norm();
    return ritz;
}

Index converged_count(const Ritz& ritz, Index count, double tolerance) {
    Index converged = 0;
    while (converged < count && ritz.residuals(converged) <= tolerance * std::abs(ritz.values(converged))) {
        ++converged;
    }
    return converged;
}

// Restarts with the best Ritz vectors as the basis; the residual block is unchanged.
void restart(Decomposition& d, const Ritz& ritz) {
    d.V.leftCols(ritz.values.size()) = tall_product(d.V.leftCols(d.size), ritz.vectors);
    d.R = d.R * ritz.vectors;
    d.set_diagonal(ritz.values);
}

std::optional<Decomposition> start(Index size, Index capacity, Index block_size, const BlockOperator& apply, Rng& rng) {
    const Matrix noise = Matrix::NullaryExpr(size, block_size, [&] { return rng.normal(); });
    Decomposition d;
    d.V.resize(size, capacity);
    d.H.resize(capacity, capacity);
    auto next = orthonormal_basis(apply(noise), rank_tolerance);
    if (!next) {
        return std::nullopt;
    }
    d.next = *std::move(next);
    return d;
}

// Replaces the residual block by random columns. They find further copies of repeated eigenvalues that the first block
// could not separate, and lead out of an invariant subspace. Returns false on numerical breakdown.
bool use_random_residual(Decomposition& d, Rng& rng) {
    const Index count = std::min(random_columns, d.V.rows() - d.size);
    d.next = Matrix::NullaryExpr(d.V.rows(), count, [&] { return rng.normal(); });
    project_out(d.V.leftCols(d.size), d.next);
    d.R = Matrix::Zero(count, d.size);
    return orthonormalise(d.next);
}

// Keeps the first Ritz vectors only, and extends the basis from a few random columns: a missed eigenvalue that is
// larger than theirs would appear. Returns false on numerical breakdown or when stopped.
bool search_missed_pairs(Decomposition& d, const Ritz& ritz, Index count, const BlockOperator& apply,
                         const LanczosProgress& keep_going, Rng& rng) {
    d.V.leftCols(count) = tall_product(d.V.leftCols(d.size), ritz.vectors.leftCols(count));
    d.set_diagonal(ritz.values.head(count));
    bool is_valid = use_random_residual(d, rng);
    for (Index i = 0; i < search_steps && is_valid && d.next.cols() > 0; ++i) {
        const double done = static_cast<double>(i) / static_cast<double>(search_steps);
        is_valid = keep_going(converged_share + (searched_share - converged_share) * done) && extend(d, apply);
    }
    return is_valid;
}

// Whether an eigenvalue outside of the wanted ones may still be larger than the least of them, once the basis grows:
// the next Ritz value is less than its eigenvalue by an error that its residual bounds.
bool is_in_doubt(const Ritz& ritz, Index count) {
    if (ritz.values.size() <= count) {
        return false;
    }
    const double residual = ritz.residuals(count);
    return ritz.values(count) + error_per_residual * residual > ritz.values(count - 1) &&
           residual > certain_residual * std::abs(ritz.values(count));
}

bool agree(const Vector& before, const Vector& now) {
    return ((before - now).cwiseAbs().array() <= same_values * now.cwiseAbs().array()).all();
}

// Continues the search while it is in doubt, until the first values change. Returns false on numerical breakdown or
// when stopped.
bool search_further(Decomposition& d, const Vector& wanted, Index kept, const BlockOperator& apply,
                    const LanczosProgress& keep_going) {
    const Index count = wanted.size();
    for (Index i = 0; i < further_steps_max && d.next.cols() > 0; ++i) {
        const Ritz ritz = ritz_pairs(d, std::min(kept, d.size));
        if (!agree(wanted, ritz.values.head(count)) || !is_in_doubt(ritz, count)) {
            break;
        }
        if (d.size + d.next.cols() > d.V.cols()) {
            restart(d, ritz);
        }
        const double done = static_cast<double>(i) / static_cast<double>(further_steps_max);
        if (!keep_going(searched_share + (1.0 - searched_share) * done) || !extend(d, apply)) {
            return false;
        }
    }
    return true;
}

} // namespace

std::optional<LanczosPairs> largest_eigenpairs(const BlockOperator& apply, Index size, const LanczosOptions& options,
                                               const LanczosProgress& report) {
    const Index count = options.count;
    const Index b = options.block_size;
    EXPECTS(count > 0 && b > 0 && b <= block_size_max && size >= count + capacity_min_beyond);
    const Index wanted = options.basis_max > 0 ? options.basis_max : 3 * count + 8 * b;
    const Index capacity = std::clamp(wanted, count + capacity_min_beyond, size);
    const Index kept = count + (capacity - count) / 4;

    LanczosPairs pairs;
    const BlockOperator counted = [&](const Matrix& columns) {
        pairs.operations += columns.cols();
        return apply(columns);
    };
    Rng rng(start_seed);
    auto started = start(size, capacity, b, counted, rng);
    if (!started) {
        return pairs;
    }
    Decomposition& d = *started;
    Index next_check = 2 * count;
    double share = 0.0;
    // The search for missed pairs may find some, after which fewer have converged.
    const LanczosProgress keep_going = [&report, most = 0.0](double now) mutable {
        most = std::max(most, now);
        return report(most);
    };
    for (int restarts = 0; restarts <= options.restarts_max;) {
        share = std::max(share, 0.5 * static_cast<double>(d.size) / static_cast<double>(capacity));
        if (!keep_going(converged_share * share)) {
            return std::nullopt;
        }
        if ((d.next.cols() == 0 && !use_random_residual(d, rng)) || !extend(d, counted)) {
            return pairs;
        }
        const bool is_full = d.size + std::max<Index>(d.next.cols(), random_columns) > capacity;
        if (d.size < std::max(count, next_check) && !is_full) {
            continue;
        }
        const Ritz ritz = ritz_pairs(d, std::min(kept, d.size));
        const Index converged = converged_count(ritz, count, options.tolerance);
        share = std::max(share, static_cast<double>(converged) / static_cast<double>(count));
        if (converged == count) {
            const auto failed = [&] {
                return keep_going(1.0) ? std::optional(LanczosPairs{{}, {}, pairs.operations}) : std::nullopt;
            };
            if (!search_missed_pairs(d, ritz, count, counted, keep_going, rng)) {
                return failed();
            }
            const Ritz found = ritz_pairs(d, count);
            if (agree(ritz.values.head(count), found.values)) {
                // The result, unless the search finds more: it does not depend on how far that goes.
                pairs.values = found.values;
                pairs.vectors = tall_product(d.V.leftCols(d.size), found.vectors);
                if (!search_further(d, found.values, kept, counted, keep_going)) {
                    return failed();
                }
                if (agree(found.values, ritz_pairs(d, count).values)) {
                    pairs.converged = true;
                    return pairs;
                }
            }
            if (d.size + std::max<Index>(d.next.cols(), random_columns) > capacity) {
                restart(d, ritz_pairs(d, kept));
            }
            ++restarts;
        } else if (is_full) {
            restart(d, ritz);
            ++restarts;
        }
        next_check = d.size + std::max<Index>(b, (capacity - d.size) / 4);
    }
    const Ritz ritz = ritz_pairs(d, count);
    pairs.values = ritz.values;
    pairs.vectors = tall_product(d.V.leftCols(d.size), ritz.vectors);
    return pairs;
}

} // namespace limber
