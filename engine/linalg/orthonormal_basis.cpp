// SPDX-License-Identifier: MIT
#include "engine/linalg/orthonormal_basis.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/tall_products.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace limber {
namespace {

// Its square root bounds the shrinkage of a chosen column; Cholesky-QR loses its square.
constexpr double pivot_min = 1e-8;

using Choice = std::vector<Index>;

// Greedy: always the column farthest from the span of those already chosen.
Choice well_conditioned_subset(Matrix G) {
    Choice remaining(static_cast<std::size_t>(G.cols()));
    std::iota(remaining.begin(), remaining.end(), Index(0));
    Choice chosen;
    while (!remaining.empty()) {
        const auto best =
            std::max_element(remaining.begin(), remaining.end(), [&](Index a, Index b) { return G(a, a) < G(b, b); });
        const Index pivot = *best;
        if (!(G(pivot, pivot) > pivot_min)) {
            break;
        }
        chosen.push_back(pivot);
        remaining.erase(best);
        const Vector l = G.col(pivot) / std::sqrt(G(pivot, pivot));
        G.selfadjointView<Eigen::Lower>().rankUpdate(l, -1.0);
        G.triangularView<Eigen::StrictlyUpper>() = G.transpose();
    }
    return chosen;
}

Matrix columns_of(const Matrix& A, const Choice& columns) {
    return A(Eigen::all, columns);
}

// The columns whose length exceeds the tolerance times their initial length, scaled to one; shrinkage[j] is the
// remaining share of column j.
Matrix scaled_independent(const Matrix& A, Vector& shrinkage, double rank_tolerance) {
    const Vector lengths = A.colwise().norm();
    Choice independent;
    for (Index j = 0; j < A.cols(); ++j) {
        if (lengths(j) > 0.0 && shrinkage(j) * lengths(j) > rank_tolerance) {
            independent.push_back(j);
        }
    }
    shrinkage = Vector(shrinkage.cwiseProduct(lengths)(independent));
    return columns_of(A, independent) * Vector(lengths(independent)).cwiseInverse().asDiagonal();
}

Choice all_but(const Choice& chosen, Index count) {
    std::vector<bool> is_chosen(static_cast<std::size_t>(count), false);
    for (const Index j : chosen) {
        is_chosen[static_cast<std::size_t>(j)] = true;
    }
    Choice others;
    for (Index j = 0; j < count; ++j) {
        if (!is_chosen[static_cast<std::size_t>(j)]) {
            others.push_back(j);
        }
    }
    return others;
}

void append(Matrix& Q, const Matrix& columns) {
    Q.conservativeResize(columns.rows(), Q.cols() + columns.cols());
    Q.rightCols(columns.cols()) = columns;
}

} // namespace

void project_out(const ConstColumns& Q, Matrix& A) {
    if (Q.cols() == 0 || A.cols() == 0) {
        return;
    }
    for (int pass = 0; pass < 2; ++pass) {
        subtract_product(A, Q, gram(Q, A));
    }
}

bool orthonormalise(Matrix& columns) {
    for (int pass = 0; pass < 2; ++pass) {
        const Eigen::LLT<Matrix> llt(gram(columns, columns));
        if (llt.info() != Eigen::Success) {
            return false;
        }
        divide_by_transposed(columns, llt.matrixL());
    }
    return columns.allFinite();
}

std::optional<Matrix> orthonormal_basis(const Matrix& columns, double rank_tolerance) {
    EXPECTS(rank_tolerance > 0.0);
    if (!columns.allFinite() || !columns.colwise().norm().allFinite()) {
        return std::nullopt;
    }
    Matrix Q(columns.rows(), 0);
    const double longest = columns.cols() > 0 ? columns.colwise().norm().maxCoeff() : 0.0;
    if (!(longest > 0.0)) {
        return Q;
    }
    Vector shrinkage = Vector::Zero(columns.cols());
    for (Index j = 0; j < columns.cols(); ++j) {
        const double length = columns.col(j).norm();
        shrinkage(j) = length > 0.0 ? 1.0 / length : 0.0;
    }
    Matrix remaining = scaled_independent(columns, shrinkage, rank_tolerance);
    while (remaining.cols() > 0 && Q.cols() < columns.rows()) {
        project_out(Q, remaining);
        const Choice chosen = well_conditioned_subset(gram(remaining, remaining));
        if (chosen.empty()) {
            break;
        }
        Matrix added = columns_of(remaining, chosen);
        if (!orthonormalise(added)) {
            return std::nullopt;
        }
        remaining = columns_of(remaining, all_but(chosen, remaining.cols()));
        shrinkage = Vector(shrinkage(all_but(chosen, shrinkage.size())));
        project_out(Q, added);
        if (!orthonormalise(added)) {
            return std::nullopt;
        }
        append(Q, added);
        project_out(added, remaining);
        remaining = scaled_independent(remaining, shrinkage, rank_tolerance);
    }
    return Q;
}

} // namespace limber
