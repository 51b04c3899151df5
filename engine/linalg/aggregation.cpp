// SPDX-License-Identifier: MIT
#include "engine/linalg/aggregation.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr int none = -1;
// Length of the Jacobi step: 4/3 is optimal for the exact bound of the spectrum, and the sums of absolute values
// overestimate it.
constexpr double smoothing = 1.5;

class StrongNeighbours {
public:
    StrongNeighbours(const SparseMatrix& A, double strength)
        : A_(A), diagonal_(A.diagonal()), strength_(strength * strength) {}

    bool holds(Index i, Index j, double entry) const {
        return i != j && entry * entry > strength_ * diagonal_[i] * diagonal_[j];
    }

    // Calls visit(j, entry) for each strong neighbour; stops when it returns false.
    template <typename Visit>
    bool of(Index i, const Visit& visit) const {
        for (SparseMatrix::InnerIterator entry(A_, i); entry; ++entry) {
            if (holds(i, entry.row(), entry.value()) && !visit(entry.row(), entry.value())) {
                return false;
            }
        }
        return true;
    }

    // The aggregate of the strongest neighbour that has one, or none.
    int strongest(Index i, const std::vector<int>& aggregate) const {
        double most = 0.0;
        int found = none;
        of(i, [&](Index j, double entry) {
            const double coupling = entry * entry / diagonal_[j];
            const int candidate = aggregate[static_cast<std::size_t>(j)];
            if (candidate != none && coupling > most) {
                most = coupling;
                found = candidate;
            }
            return true;
        });
        return found;
    }

private:
    const SparseMatrix& A_;
    Vector diagonal_;
    double strength_;
};

struct Aggregates {
    std::vector<int> of_row;
    int count = 0;

    int& at(Index row) {
        return of_row[static_cast<std::size_t>(row)];
    }
};

// First makes aggregates of complete untouched neighbourhoods; then the remaining rows join the strongest neighbouring
// aggregate, or start their own.
Aggregates aggregates_of(const SparseMatrix& A, const StrongNeighbours& neighbours) {
    Aggregates aggregates{std::vector<int>(static_cast<std::size_t>(A.cols()), none)};
    const auto gather = [&](Index i) {
        neighbours.of(i, [&](Index j, double) {
            aggregates.at(j) = aggregates.at(j) == none ? aggregates.count : aggregates.at(j);
            return true;
        });
        aggregates.at(i) = aggregates.count++;
    };
    for (Index i = 0; i < A.cols(); ++i) {
        if (aggregates.at(i) == none && neighbours.of(i, [&](Index j, double) { return aggregates.at(j) == none; })) {
            gather(i);
        }
    }
    const std::vector<int> first_pass = aggregates.of_row;
    for (Index i = 0; i < A.cols(); ++i) {
        if (aggregates.at(i) == none) {
            aggregates.at(i) = neighbours.strongest(i, first_pass);
        }
    }
    for (Index i = 0; i < A.cols(); ++i) {
        if (aggregates.at(i) == none) {
            gather(i);
        }
    }
    return aggregates;
}

// One row of the prolongation: the shares of a few aggregates.
class Shares {
public:
    void clear() {
        shares_.clear();
    }
    void add(int aggregate, double share) {
        const auto known = std::find_if(shares_.begin(), shares_.end(), [&](auto& s) { return s.first == aggregate; });
        if (known != shares_.end()) {
            known->second += share;
        } else {
            shares_.emplace_back(aggregate, share);
        }
    }
    const std::vector<std::pair<int, double>>& sorted() {
        std::sort(shares_.begin(), shares_.end());
        return shares_;
    }

private:
    std::vector<std::pair<int, double>> shares_;
};

} // namespace

CoarseLevel coarse_level(const SparseMatrix& A, const Vector& smoothest, double strength) {
    EXPECTS(A.rows() == A.cols() && A.cols() == smoothest.size());
    const StrongNeighbours neighbours(A, strength);
    Aggregates aggregates = aggregates_of(A, neighbours);

    CoarseLevel level{SparseMatrix(aggregates.count, A.cols()), Vector::Zero(aggregates.count)};
    for (Index i = 0; i < A.cols(); ++i) {
        level.smoothest[aggregates.at(i)] += smoothest[i] * smoothest[i];
    }
    level.smoothest = level.smoothest.cwiseSqrt();
    const auto share = [&](Index i) {
        return smoothest[i] / level.smoothest[aggregates.at(i)];
    };
    level.R.reserve(4 * A.cols());
    Shares shares;
    for (Index i = 0; i < A.cols(); ++i) {
        // Weak entries are lumped to the diagonal such that the smoothest vector is unchanged.
        double on_diagonal = 0.0;
        double size = 0.0;
        shares.clear();
        for (SparseMatrix::InnerIterator entry(A, i); entry; ++entry) {
            const Index j = entry.row();
            if (i == j || !neighbours.holds(i, j, entry.value())) {
                on_diagonal += entry.value() * (smoothest[j] / smoothest[i]);
            } else {
                size += std::abs(entry.value());
                shares.add(aggregates.at(j), entry.value() * share(j));
            }
        }
        level.R.startVec(i);
        if (size == 0.0) { // no strong neighbours
            level.R.insertBack(aggregates.at(i), i) = share(i);
            continue;
        }
        size += std::abs(on_diagonal);
        shares.add(aggregates.at(i), (on_diagonal - size / smoothing) * share(i));
        for (const auto& [aggregate, value] : shares.sorted()) {
            level.R.insertBack(aggregate, i) = -smoothing / size * value;
        }
    }
    level.R.finalize();
    return level;
}

} // namespace limber
