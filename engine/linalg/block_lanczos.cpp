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
constexpr Index fresh_columns = 4;        // with which we look for what was missed,
constexpr Index looks = 4;                // in so many applications of the operator
constexpr Index block_size_max = 8;       // that fits beside what a restart keeps
constexpr double same_values = 1e-6;      // relative: nothing was missed
constexpr Index capacity_min_beyond = 20; // the count: room for a look and a block

// A V = V H + next R: an orthonormal basis, the operator seen from inside it, and what leads out of it.
struct Decomposition {
    Matrix V; // n x capacity, the first `size` columns in use
    Index size = 0;
    Matrix H;    // capacity x capacity, the first `size` rows and columns in use
    Matrix next; // n x b, orthonormal and orthogonal to V
    Matrix R;    // b x size

    auto seen() const {
        return H.topLeftCorner(size, size);
    }
    void see(const Vector& values) {
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

// The columns of W, already orthogonal to V up to round-off, made orthonormal. Columns that were
// nothing but round-off are left out, so the block may shrink, and is empty when V is invariant.
// Nothing when the numbers gave out.
std::optional<Matrix> orthonormal_continuation(const ConstColumns& V, const Matrix& W, double noise) {
    std::vector<Index> loud;
    for (Index j = 0; j < W.cols(); ++j) {
        if (W.col(j).norm() > noise) {
            loud.push_back(j);
        }
    }
    auto basis = orthonormal_basis(W(Eigen::all, loud), rank_tolerance);
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

// Moves `next` into the basis, applies the operator to it, and finds the new way out. False when the numbers gave
// out.
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
    const DenseEigenPairs pairs = dense_eigenpairs(d.seen());
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

// Keeps the best Ritz vectors as the basis; the way out stays the same.
void restart(Decomposition& d, const Ritz& ritz) {
    d.V.leftCols(ritz.values.size()) = tall_product(d.V.leftCols(d.size), ritz.vectors);
    d.R = d.R * ritz.vectors;
    d.see(ritz.values);
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

// Random columns become the way out. They lead to copies of repeated eigenvalues that the first block
// could not tell apart, and out of a basis that the operator never leaves. False when the numbers gave out.
bool leave_at_random(Decomposition& d, Rng& rng) {
    const Index count = std::min(fresh_columns, d.V.rows() - d.size);
    d.next = Matrix::NullaryExpr(d.V.rows(), count, [&] { return rng.normal(); });
    project_out(d.V.leftCols(d.size), d.next);
    d.R = Matrix::Zero(count, d.size);
    return orthonormalise(d.next);
}

// The first Ritz vectors alone, and what the operator makes of a few random columns beside them: were an
// eigenvalue missing that is larger than theirs, it would show. False when the numbers gave out, or it was stopped.
bool look_elsewhere(Decomposition& d, const Ritz& ritz, Index count, const BlockOperator& apply,
                    const LanczosProgress& keep_going, Rng& rng) {
    d.V.leftCols(count) = tall_product(d.V.leftCols(d.size), ritz.vectors.leftCols(count));
    d.see(ritz.values.head(count));
    bool is_sound = leave_at_random(d, rng);
    for (Index i = 0; i < looks && is_sound && d.next.cols() > 0; ++i) {
        is_sound = keep_going(1.0) && extend(d, apply);
    }
    return is_sound;
}

bool are_the_same(const Vector& before, const Vector& now) {
    return ((before - now).cwiseAbs().array() <= same_values * now.cwiseAbs().array()).all();
}

} // namespace

std::optional<LanczosPairs> largest_eigenpairs(const BlockOperator& apply, Index size, const LanczosOptions& options,
                                               const LanczosProgress& keep_going) {
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
    for (int restarts = 0; restarts <= options.restarts_max;) {
        share = std::max(share, 0.5 * static_cast<double>(d.size) / static_cast<double>(capacity));
        if (!keep_going(share)) {
            return std::nullopt;
        }
        if ((d.next.cols() == 0 && !leave_at_random(d, rng)) || !extend(d, counted)) {
            return pairs;
        }
        const bool is_full = d.size + std::max<Index>(d.next.cols(), fresh_columns) > capacity;
        if (d.size < std::max(count, next_check) && !is_full) {
            continue;
        }
        const Ritz ritz = ritz_pairs(d, std::min(kept, d.size));
        const Index converged = converged_count(ritz, count, options.tolerance);
        share = std::max(share, static_cast<double>(converged) / static_cast<double>(count));
        if (converged == count) {
            if (!look_elsewhere(d, ritz, count, counted, keep_going, rng)) {
                return keep_going(1.0) ? std::optional(std::move(pairs)) : std::nullopt;
            }
            if (are_the_same(ritz.values.head(count), ritz_pairs(d, count).values)) {
                pairs.converged = true;
                break;
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
