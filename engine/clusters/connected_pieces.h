#pragma once

#include "engine/clusters/cluster_features.h"

#include <span>
#include <vector>

/// From the labels that k-means gives to clusters that hang together: each label is split into its
/// face-connected pieces, a piece too small to matter joins one of its neighbours, and where more pieces are
/// left than were asked for, those most alike join each other.
namespace limber {

struct Labels {
    std::vector<int> of_tet; // every label in [0, count) is used
    int count = 0;
};

/// One label a face-connected piece, numbered in the order of the tets.
Labels connected_pieces(const Tets& neighbours, std::span<const int> labels);

struct SmallPieces {
    Index tets_min = 8;      // a piece with fewer tets joins a neighbour,
    double volume_min = 0.0; // and so does one of less volume [m^3]
};

/// Joins each small piece, the smallest first, to the face neighbour whose mean features are closest.
/// A small piece without neighbours stays.
Labels joined_small_pieces(const Labels& pieces, const Tets& neighbours, const FeatureTable& features,
                           std::span<const double> volumes, const SmallPieces& small);

/// Joins face neighbours until `count` pieces are left, always the two that are most alike [Ward 1963]. More are left
/// where the body itself has more components.
Labels joined_cheapest_pieces(const Labels& pieces, const Tets& neighbours, const FeatureTable& features,
                              std::span<const double> volumes, int count);

} // namespace limber
