// SPDX-License-Identifier: MIT
#include "engine/clusters/k_means.h"

#include "engine/clusters/nearest_centres.h"
#include "engine/core/contract.h"
#include "engine/core/random.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace limber {
namespace {

constexpr std::size_t points_a_block = 256 * feature_lanes;
constexpr int refinements_max = 3; // iterations of the subset's centres on the whole set

struct WeightedPoints {
    FeatureTable points;
    std::vector<double> weights;
};

struct Centres {
    std::size_t feature_count = 0;
    std::vector<float> values; // centre after centre

    int count() const {
        return static_cast<int>(values.size() / feature_count);
    }
};

std::size_t lanes_in_use(const FeatureTable& points, std::size_t b) {
    return std::min(feature_lanes, points.point_count - b * feature_lanes);
}

WeightedPoints even_subset(const FeatureTable& points, std::span<const double> weights, std::size_t size) {
    const std::size_t count = std::min(size, points.point_count);
    WeightedPoints subset{FeatureTable(count, points.feature_count), std::vector<double>(count)};
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = i * points.point_count / count;
        subset.weights[i] = weights[from];
        for (std::size_t k = 0; k < points.feature_count; ++k) {
            subset.points.at(i, k) = points.at(from, k);
        }
    }
    return subset;
}

// Draws an index with probability proportional to its share.
std::size_t draw_index(const std::vector<double>& shares, double total, Rng& rng) {
    double left = rng.uniform() * total;
    std::size_t last = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] > 0.0) {
            last = i;
            left -= shares[i];
            if (left < 0.0) {
                break;
            }
        }
    }
    return last;
}

void append(Centres& centres, const FeatureTable& points, std::size_t point) {
    for (std::size_t k = 0; k < points.feature_count; ++k) {
        centres.values.push_back(points.at(point, k));
    }
}

// Updates the squared distances to the nearest centre after a centre was added.
void update_distances(std::vector<double>& squared_distances, const FeatureTable& points, const float* centre) {
    NearestCentres nearest;
    for (std::size_t b = 0; b < points.block_count(); ++b) {
        nearest_centres(points.block(b), centre, static_cast<int>(points.feature_count), 1, nearest);
        for (std::size_t l = 0; l < lanes_in_use(points, b); ++l) {
            double& distance = squared_distances[b * feature_lanes + l];
            distance = std::min(distance, static_cast<double>(nearest.squared_distance[l]));
        }
    }
}

// k-means++: every next centre is a point draw_index with a probability proportional to the square of its distance to
// the centres so far. Returns fewer if fewer points are distinct.
Centres initial_centres(const WeightedPoints& set, int count, std::uint64_t seed) {
    Rng rng(seed);
    Centres centres{set.points.feature_count, {}};
    std::vector<double> shares = set.weights;
    std::vector<double> squared_distances(set.weights.size(), std::numeric_limits<double>::infinity());
    for (int c = 0; c < count; ++c) {
        const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
        if (!(total > 0.0)) {
            break;
        }
        append(centres, set.points, draw_index(shares, total, rng));
        update_distances(squared_distances, set.points,
                         centres.values.data() + static_cast<std::size_t>(c) * centres.feature_count);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            shares[i] = set.weights[i] * squared_distances[i];
        }
    }
    return centres;
}

// The contribution of one block of points to the next centres.
struct Contribution {
    std::vector<double> sums;    // centre after centre
    std::vector<double> weights; // one a centre
    std::size_t changes = 0;
    double farthest = -1.0; // largest weighted squared distance of a point from its centre
    std::size_t farthest_point = 0;
};

Contribution contribution(const FeatureTable& points, std::span<const double> weights, const Centres& centres,
                          std::vector<int>& labels, std::size_t begin, std::size_t end) {
    const std::size_t d = points.feature_count;
    Contribution added{std::vector<double>(centres.values.size(), 0.0),
                       std::vector<double>(static_cast<std::size_t>(centres.count()), 0.0)};
    NearestCentres nearest;
    for (std::size_t b = begin / feature_lanes; b * feature_lanes < end; ++b) {
        nearest_centres(points.block(b), centres.values.data(), static_cast<int>(d), centres.count(), nearest);
        for (std::size_t l = 0; l < lanes_in_use(points, b); ++l) {
            const std::size_t point = b * feature_lanes + l;
            const auto c = static_cast<std::size_t>(nearest.centre[l]);
            added.changes += labels[point] != nearest.centre[l] ? 1u : 0u;
            labels[point] = nearest.centre[l];
            added.weights[c] += weights[point];
            double* sum = added.sums.data() + c * d;
            const float* x = points.block(b) + l;
            for (std::size_t k = 0; k < d; ++k) {
                sum[k] += weights[point] * static_cast<double>(x[k * feature_lanes]);
            }
            const double badness = weights[point] * static_cast<double>(nearest.squared_distance[l]);
            if (badness > added.farthest) {
                added.farthest = badness;
                added.farthest_point = point;
            }
        }
    }
    return added;
}

void add(Contribution& total, const Contribution& added) {
    std::transform(total.sums.begin(), total.sums.end(), added.sums.begin(), total.sums.begin(), std::plus<>());
    std::transform(total.weights.begin(), total.weights.end(), added.weights.begin(), total.weights.begin(),
                   std::plus<>());
    total.changes += added.changes;
    if (added.farthest > total.farthest) {
        total.farthest = added.farthest;
        total.farthest_point = added.farthest_point;
    }
}

// Moves every centre to the mean of its points; a centre without points moves to the point that is farthest from its
// own centre (one centre an iteration).
void move(Centres& centres, const Contribution& total, const FeatureTable& points) {
    const std::size_t d = centres.feature_count;
    bool has_moved_empty = false;
    for (std::size_t c = 0; c < total.weights.size(); ++c) {
        if (total.weights[c] > 0.0) {
            for (std::size_t k = 0; k < d; ++k) {
                centres.values[c * d + k] = static_cast<float>(total.sums[c * d + k] / total.weights[c]);
            }
        } else if (!has_moved_empty) {
            has_moved_empty = true;
            for (std::size_t k = 0; k < d; ++k) {
                centres.values[c * d + k] = points.at(total.farthest_point, k);
            }
        }
    }
}

// Assigns every point and moves the centres; returns the number of points that changed their centre.
std::size_t iterate(const FeatureTable& points, std::span<const double> weights, Centres& centres,
                    std::vector<int>& labels, Threads threads) {
    std::vector<Contribution> of_block((points.point_count + points_a_block - 1) / points_a_block);
    parallel_for(points.point_count, points_a_block, threads,
                 [&](std::size_t begin, std::size_t end, std::size_t block) {
                     of_block[block] = contribution(points, weights, centres, labels, begin, end);
                 });
    for (std::size_t block = 1; block < of_block.size(); ++block) {
        add(of_block.front(), of_block[block]);
    }
    move(centres, of_block.front(), points);
    return of_block.front().changes;
}

// Lloyd's iteration; nullopt when cancelled.
std::optional<std::vector<int>> lloyd(const FeatureTable& points, std::span<const double> weights, Centres& centres,
                                      const KMeansOptions& options, int iterations_max, Progress* progress) {
    std::vector<int> labels(points.point_count, -1);
    for (int i = 0; i < iterations_max; ++i) {
        if (!keep_going(progress, "dividing the body into clusters", static_cast<double>(i) / iterations_max)) {
            return std::nullopt;
        }
        const std::size_t changes = iterate(points, weights, centres, labels, options.threads);
        if (static_cast<double>(changes) < options.changes_min * static_cast<double>(points.point_count)) {
            break;
        }
    }
    return labels;
}

} // namespace

std::optional<std::vector<int>> k_means(const FeatureTable& points, std::span<const double> weights,
                                        const KMeansOptions& options, Progress* progress) {
    EXPECTS(points.point_count > 0 && points.point_count == weights.size());
    EXPECTS(options.cluster_count > 0 && options.iterations_max > 0);
    const auto cluster_count = static_cast<std::size_t>(options.cluster_count);
    const std::size_t subset_size = std::max(options.subset_min, options.subset_a_cluster * cluster_count);
    const WeightedPoints subset = even_subset(points, weights, subset_size);
    Centres centres = initial_centres(subset, options.cluster_count, options.seed);
    auto labels = lloyd(subset.points, subset.weights, centres, options, options.iterations_max, progress);
    if (!labels || subset.points.point_count == points.point_count) {
        return labels;
    }
    const int refinements = std::min(options.iterations_max, refinements_max);
    return lloyd(points, weights, centres, options, refinements, progress);
}

} // namespace limber
