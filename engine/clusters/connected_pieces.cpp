// SPDX-License-Identifier: MIT
#include "engine/clusters/connected_pieces.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace limber {
namespace {

using Edge = std::pair<int, int>;

// The cost of joining two pieces, the pieces, and the sum of their join counts at that time.
using Candidate = std::tuple<double, int, int, int>;

// A piece, including the pieces that joined it.
struct Piece {
    Index tet_count = 0;
    int joins = 0; // number of pieces that joined it
    double volume = 0.0;
    std::vector<double> sums;    // of volume times features
    std::vector<int> neighbours; // neighbouring pieces by their original labels
};

class Merging {
public:
    Merging(const Labels& pieces, const Tets& neighbours, const FeatureTable& features, std::span<const double> volumes)
        : feature_count_(features.feature_count), pieces_(static_cast<std::size_t>(pieces.count)),
          parent_(static_cast<std::size_t>(pieces.count)) {
        std::iota(parent_.begin(), parent_.end(), 0);
        measure(pieces, features, volumes);
        connect(pieces, neighbours);
    }

    void join_small(const SmallPieces& small) {
        for (const int first : smallest_first()) {
            int piece = root_of(first);
            while (is_small(piece, small)) {
                const int neighbour = closest_neighbour(piece);
                if (neighbour < 0) {
                    break;
                }
                piece = join(piece, neighbour);
            }
        }
    }

    // Ward's agglomeration: repeatedly joins the pair with a common face whose union adds least to the volume-weighted
    // variance of the features.
    void join_cheapest(int count_wanted) {
        std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
        for (int here = 0; here < static_cast<int>(pieces_.size()); ++here) {
            push_candidates(queue, here, [here](int there) { return there > here; });
        }
        for (int count = root_count(); count > count_wanted && !queue.empty();) {
            const auto [cost, here, there, joins] = queue.top();
            queue.pop();
            const bool is_stale = parent_[index(here)] != here || parent_[index(there)] != there ||
                                  pieces_[index(here)].joins + pieces_[index(there)].joins != joins;
            if (is_stale) {
                continue;
            }
            join(std::max(here, there), std::min(here, there));
            --count;
            push_candidates(queue, std::min(here, there), [](int) { return true; });
        }
    }

    int root_of(int piece) {
        int root = piece;
        while (parent_[index(root)] != root) {
            root = parent_[index(root)];
        }
        while (parent_[index(piece)] != root) {
            piece = std::exchange(parent_[index(piece)], root);
        }
        return root;
    }

private:
    static std::size_t index(int piece) {
        return static_cast<std::size_t>(piece);
    }

    void measure(const Labels& pieces, const FeatureTable& features, std::span<const double> volumes) {
        for (Piece& piece : pieces_) {
            piece.sums.assign(feature_count_, 0.0);
        }
        for (std::size_t t = 0; t < pieces.of_tet.size(); ++t) {
            Piece& piece = pieces_[index(pieces.of_tet[t])];
            ++piece.tet_count;
            piece.volume += volumes[t];
            for (std::size_t k = 0; k < feature_count_; ++k) {
                piece.sums[k] += volumes[t] * static_cast<double>(features.at(t, k));
            }
        }
    }

    void connect(const Labels& pieces, const Tets& neighbours) {
        std::vector<Edge> edges;
        for (Index t = 0; t < neighbours.rows(); ++t) {
            const int here = pieces.of_tet[static_cast<std::size_t>(t)];
            for (const int neighbour : neighbours.row(t)) {
                const int there = neighbour < 0 ? here : pieces.of_tet[index(neighbour)];
                if (there != here) {
                    edges.emplace_back(here, there);
                    edges.emplace_back(there, here);
                }
            }
        }
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        for (const auto& [here, there] : edges) {
            pieces_[index(here)].neighbours.push_back(there);
        }
    }

    std::vector<int> smallest_first() const {
        std::vector<int> order(pieces_.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](int a, int b) { return pieces_[index(a)].tet_count < pieces_[index(b)].tet_count; });
        return order;
    }

    bool is_small(int piece, const SmallPieces& small) const {
        const Piece& p = pieces_[index(piece)];
        return p.tet_count < small.tets_min || p.volume < small.volume_min;
    }

    double squared_distance(int a, int b) const {
        const Piece& p = pieces_[index(a)];
        const Piece& q = pieces_[index(b)];
        double sum = 0.0;
        for (std::size_t k = 0; k < feature_count_; ++k) {
            const double difference = p.sums[k] / p.volume - q.sums[k] / q.volume;
            sum += difference * difference;
        }
        return sum;
    }

    int closest_neighbour(int piece) {
        int closest = -1;
        double distance = std::numeric_limits<double>::infinity();
        for (const int there : pieces_[index(piece)].neighbours) {
            const int neighbour = root_of(there);
            if (neighbour == piece) {
                continue;
            }
            const double d = squared_distance(piece, neighbour);
            if (closest < 0 || std::tie(d, neighbour) < std::tie(distance, closest)) {
                distance = d;
                closest = neighbour;
            }
        }
        return closest;
    }

    int root_count() const {
        int count = 0;
        for (std::size_t i = 0; i < parent_.size(); ++i) {
            count += index(parent_[i]) == i ? 1 : 0;
        }
        return count;
    }

    template <typename Queue, typename Condition>
    void push_candidates(Queue& queue, int here, const Condition& wanted) {
        Piece& p = pieces_[index(here)];
        if (parent_[index(here)] != here) {
            return;
        }
        for (int& there : p.neighbours) {
            there = root_of(there);
        }
        std::sort(p.neighbours.begin(), p.neighbours.end());
        p.neighbours.erase(std::unique(p.neighbours.begin(), p.neighbours.end()), p.neighbours.end());
        for (const int there : p.neighbours) {
            if (there != here && wanted(there)) {
                const Piece& q = pieces_[index(there)];
                const double cost = p.volume * q.volume / (p.volume + q.volume) * squared_distance(here, there);
                queue.emplace(cost, here, there, p.joins + q.joins);
            }
        }
    }

    int join(int child, int root) {
        Piece& g = pieces_[index(child)];
        Piece& h = pieces_[index(root)];
        parent_[index(child)] = root;
        h.tet_count += g.tet_count;
        ++h.joins;
        h.volume += g.volume;
        std::transform(h.sums.begin(), h.sums.end(), g.sums.begin(), h.sums.begin(), std::plus<>());
        h.neighbours.insert(h.neighbours.end(), g.neighbours.begin(), g.neighbours.end());
        g.neighbours.clear();
        return root;
    }

    std::size_t feature_count_;
    std::vector<Piece> pieces_;
    std::vector<int> parent_; // union-find: the piece that each piece joined; itself for a root
};

Labels joined_labels(const Labels& pieces, Merging& merging) {
    Labels joined{std::vector<int>(pieces.of_tet.size()), 0};
    std::vector<int> new_label(static_cast<std::size_t>(pieces.count), -1);
    for (std::size_t t = 0; t < pieces.of_tet.size(); ++t) {
        int& label = new_label[static_cast<std::size_t>(merging.root_of(pieces.of_tet[t]))];
        if (label < 0) {
            label = joined.count++;
        }
        joined.of_tet[t] = label;
    }
    return joined;
}

} // namespace

Labels connected_pieces(const Tets& neighbours, std::span<const int> labels) {
    Labels pieces{std::vector<int>(labels.size(), -1), 0};
    std::vector<int> frontier;
    for (std::size_t start = 0; start < labels.size(); ++start) {
        if (pieces.of_tet[start] >= 0) {
            continue;
        }
        const int piece = pieces.count++;
        pieces.of_tet[start] = piece;
        frontier.assign(1, static_cast<int>(start));
        while (!frontier.empty()) {
            const int t = frontier.back();
            frontier.pop_back();
            for (const int u : neighbours.row(t)) {
                if (u >= 0 && pieces.of_tet[static_cast<std::size_t>(u)] < 0 &&
                    labels[static_cast<std::size_t>(u)] == labels[start]) {
                    pieces.of_tet[static_cast<std::size_t>(u)] = piece;
                    frontier.push_back(u);
                }
            }
        }
    }
    return pieces;
}

Labels joined_small_pieces(const Labels& pieces, const Tets& neighbours, const FeatureTable& features,
                           std::span<const double> volumes, const SmallPieces& small) {
    Merging merging(pieces, neighbours, features, volumes);
    merging.join_small(small);
    return joined_labels(pieces, merging);
}

Labels joined_cheapest_pieces(const Labels& pieces, const Tets& neighbours, const FeatureTable& features,
                              std::span<const double> volumes, int count) {
    Merging merging(pieces, neighbours, features, volumes);
    merging.join_cheapest(count);
    return joined_labels(pieces, merging);
}

} // namespace limber
