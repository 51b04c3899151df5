#pragma once

#include "assets/characters/figure.h"

#include <vector>

/// What the vertices and tets of a meshed figure inherit from its parts.
namespace limber::assets {

/// n x b: each part's weights over its own bones fall off with the fourth power of the distance; where parts
/// meet they are blended by how deep the vertex lies in each; smoothed along the edges; rows sum to one.
Matrix skinning_weights(const Figure& figure, const TetMesh& mesh);

/// Colours vertex by vertex. Each is the mean of the paint in a small ball, so that seams between paints look smooth
/// on a coarse mesh; means are rounded, and listed once.
struct Painting {
    std::vector<std::string> palette; // "#rrggbb"
    std::vector<int> labels;          // n indices into it
};
Painting painting(const Figure& figure, const TetMesh& mesh);

/// t indices into the regions.
std::vector<int> tet_materials(const Figure& figure, const TetMesh& mesh);
/// t indices into the limbs, counted from 1; 0: none.
std::vector<int> tet_limbs(const Figure& figure, const TetMesh& mesh);

} // namespace limber::assets
