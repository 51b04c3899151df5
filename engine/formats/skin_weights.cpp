// SPDX-License-Identifier: MIT
#include "engine/formats/skin_weights.h"

#include "engine/linalg/compiled_solvers.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace limber {
namespace {

constexpr std::size_t support_max = 8; // joints in the active set, before the least are dropped

class Simplex {
public:
    Simplex(const Vector& diagonal, const std::function<Vector(Index)>& column)
        : diagonal_(diagonal), column_(column) {}

    // The whole active set, from the best single joint on.
    void find(std::size_t count_max) {
        Index best = 0;
        diagonal_.minCoeff(&best);
        start_with({{best}, {1.0}});
        while (joints_.size() < count_max) {
            const Index next = steepest();
            if (next < 0) {
                return;
            }
            const SparseWeights before{joints_, weights_, error()};
            joints_.push_back(next);
            weights_.push_back(0.0);
            if (!solve() || !(error() < before.error)) { // the joint that was added has gone again, or gains nothing
                joints_ = before.joints;
                weights_ = before.weights;
                return;
            }
        }
    }

    void start_with(const SparseWeights& known) {
        joints_ = known.joints;
        weights_ = known.weights;
        solve();
    }

    // Those without which the error rises least.
    void drop_least(std::size_t count_max) {
        while (joints_.size() > count_max) {
            const std::vector<Index> joints = joints_;
            const std::vector<double> weights = weights_;
            SparseWeights best{{}, {}, std::numeric_limits<double>::infinity()};
            for (std::size_t a = 0; a < joints.size(); ++a) {
                joints_ = joints;
                weights_ = weights;
                erase(a);
                rescale();
                solve();
                if (const double left = error(); left < best.error) {
                    best = {joints_, weights_, left};
                }
            }
            joints_ = best.joints;
            weights_ = best.weights;
        }
    }

    SparseWeights result() {
        std::vector<std::pair<Index, double>> sorted;
        for (std::size_t a = 0; a < joints_.size(); ++a) {
            sorted.emplace_back(joints_[a], weights_[a]);
        }
        std::ranges::sort(sorted);
        SparseWeights found;
        for (const auto& [joint, weight] : sorted) {
            found.joints.push_back(joint);
            found.weights.push_back(weight);
        }
        found.error = error();
        return found;
    }

private:
    const Vector& column(Index joint) {
        auto known = columns_.find(joint);
        if (known == columns_.end()) {
            known = columns_.emplace(joint, column_(joint)).first;
        }
        return known->second;
    }

    Vector gradient() {
        Vector sum = Vector::Zero(diagonal_.size());
        for (std::size_t a = 0; a < joints_.size(); ++a) {
            sum += weights_[a] * column(joints_[a]);
        }
        return sum;
    }

    double error() {
        double sum = 0.0;
        for (std::size_t a = 0; a < joints_.size(); ++a) {
            const Vector& products = column(joints_[a]);
            for (std::size_t b = 0; b < joints_.size(); ++b) {
                sum += weights_[a] * weights_[b] * products(joints_[b]);
            }
        }
        return std::max(sum, 0.0);
    }

    // The joint whose weight lowers the error fastest; -1: none lowers it by more than rounding.
    Index steepest() {
        const Vector g = gradient();
        const double level = error();
        const double rounding = 1e-12 * diagonal_.mean();
        Index best = -1;
        double least = level - 1e-6 * level - rounding;
        for (Index j = 0; j < g.size(); ++j) {
            if (g(j) < least && std::ranges::find(joints_, j) == joints_.end()) {
                best = j;
                least = g(j);
            }
        }
        return best;
    }

    void erase(std::size_t a) {
        joints_.erase(joints_.begin() + static_cast<std::ptrdiff_t>(a));
        weights_.erase(weights_.begin() + static_cast<std::ptrdiff_t>(a));
    }

    // To a sum of one.
    void rescale() {
        const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
        for (double& weight : weights_) {
            weight /= sum;
        }
    }

    // The best weights of these joints that sum to one, of either sign.
    Vector unbounded() {
        const auto count = static_cast<Index>(joints_.size());
        Matrix G(count, count);
        for (Index a = 0; a < count; ++a) {
            const Vector& products = column(joints_[static_cast<std::size_t>(a)]);
            for (Index b = 0; b < count; ++b) {
                G(b, a) = products(joints_[static_cast<std::size_t>(b)]);
            }
        }
        // Joints may move alike, and the errors of others may be larger by orders of magnitude.
        G.diagonal() = (1.0 + 1e-10) * G.diagonal().array() + std::numeric_limits<double>::min();
        const Vector w = G.llt().solve(Vector(Vector::Ones(count)));
        return w / w.sum();
    }

    // Moves to the best weights of the joints, which drop out where their weight comes to zero. Returns false if the
    // last joint is among these.
    bool solve() {
        const Index last = joints_.back();
        while (joints_.size() > 1) {
            const Vector w = unbounded();
            if (!w.allFinite() || w.minCoeff() > 0.0) {
                for (std::size_t a = 0; a < joints_.size() && w.allFinite(); ++a) {
                    weights_[a] = w(static_cast<Index>(a));
                }
                break;
            }
            move_towards(w);
        }
        if (joints_.size() == 1) {
            weights_.front() = 1.0;
        }
        return std::ranges::find(joints_, last) != joints_.end();
    }

    // As far as all weights stay positive; the one that ends it is erased.
    void move_towards(const Vector& w) {
        double step = 1.0;
        std::size_t first = 0;
        for (std::size_t a = 0; a < joints_.size(); ++a) {
            const double to = w(static_cast<Index>(a));
            if (to <= 0.0 && weights_[a] <= step * (weights_[a] - to)) {
                step = weights_[a] - to > 0.0 ? weights_[a] / (weights_[a] - to) : 0.0;
                first = a;
            }
        }
        for (std::size_t a = 0; a < joints_.size(); ++a) {
            weights_[a] += step * (w(static_cast<Index>(a)) - weights_[a]);
        }
        erase(first);
        rescale();
    }

    const Vector& diagonal_;
    const std::function<Vector(Index)>& column_;
    std::map<Index, Vector> columns_;
    std::vector<Index> joints_;
    std::vector<double> weights_;
};

} // namespace

SparseWeights weights_on_simplex(const Vector& diagonal, const std::function<Vector(Index)>& column, Index count_max,
                                 const SparseWeights& known) {
    const auto most = static_cast<std::size_t>(count_max);
    Simplex simplex(diagonal, column);
    simplex.find(std::max(most, support_max));
    simplex.drop_least(most);
    SparseWeights found = simplex.result();
    Index nearest = 0;
    if (const double error = diagonal.minCoeff(&nearest); error < found.error) { // the choice is a heuristic
        found = {{nearest}, {1.0}, error};
    }
    if (!known.joints.empty()) {
        simplex.start_with(known);
        if (SparseWeights again = simplex.result(); again.error < found.error) {
            return again;
        }
    }
    return found;
}

} // namespace limber
