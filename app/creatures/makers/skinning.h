// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// Weights, colours and labels of a meshed figure's vertices and tets, computed from its parts.
namespace limber::makers {

/// n x b. Each part's weights over its own bones fall off with the fourth power of the distance. Where parts meet they
/// are blended by the vertex's depth in each part. The weights are smoothed along the edges, and rows sum to one.
Matrix skinning_weights(const Figure& figure, const TetMesh& mesh);

/// Colours of the vertices. Each is the mean colour in a small ball, so that edges between paints look smooth on a
/// coarse mesh. The means are rounded, and the palette lists each colour once.
struct Painting {
    std::vector<std::string> palette; // "#rrggbb"
    std::vector<int> labels;          // n indices into it
};
Painting painting(const Figure& figure, const TetMesh& mesh);

/// t indices into the regions.
std::vector<int> tet_materials(const Figure& figure, const TetMesh& mesh);
/// t indices into the limbs, counted from 1; 0 means none.
std::vector<int> tet_limbs(const Figure& figure, const TetMesh& mesh);

} // namespace limber::makers
