// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/cluster_features.h"

#include <span>
#include <vector>

/// Turns the labels of k-means into connected clusters: splits each label into face-connected pieces, joins small
/// pieces to a neighbour, and, if more pieces are left than requested, joins the most similar ones.
namespace limber {

struct Labels {
    std::vector<int> of_tet; // every label in [0, count) is used
    int count = 0;
};

/// One label a face-connected piece, numbered in the order of the tets.
Labels connected_pieces(const Tets& neighbours, std::span<const int> labels);

struct SmallPieces {
    Index tets_min = 8;      // a piece with fewer tets is small,
    double volume_min = 0.0; // and so is one of less volume [m^3]
};

/// Joins each small piece, smallest first, to the face neighbour with the closest mean features. A small piece without
/// neighbours stays.
Labels joined_small_pieces(const Labels& pieces, const Tets& neighbours, const FeatureTable& features,
                           std::span<const double> volumes, const SmallPieces& small);

/// Joins face neighbours until `count` pieces are left, always the most similar pair [Ward 1963]. More are left if the
/// body itself has more components.
Labels joined_cheapest_pieces(const Labels& pieces, const Tets& neighbours, const FeatureTable& features,
                              std::span<const double> volumes, int count);

} // namespace limber
