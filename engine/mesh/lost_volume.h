// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/mesh/inside_test.h"
#include "engine/mesh/tet_mesh.h"

#include <string>
#include <vector>

/// How much of a surface's volume its tets lack: long edges cut off what bulges between them, and round off corners.
namespace limber {

/// Of the volume; less is not worth a message.
inline constexpr double lost_volume_max = 0.05;
/// In the message, and in no other.
inline constexpr const char* lost_volume_words = "less volume than the surface encloses";

/// A repaired surface, and whether it bounds its volume: it is closed, and no part of it lies inside another one.
struct FilledSurface {
    const SurfaceMesh& surface;
    bool bounds_its_volume = false;
};

/// 1 - V_tets / V, at least 0. Of a surface that bounds its volume, the divergence theorem gives
///
///     V = 1/6 sum_f a . (b x c)
///
/// over its faces. Of any other, V is estimated from n points inside, of one at a random place in each cell of a grid.
/// A cell that the surface cuts adds at most 1/4 to the variance of n, so that its standard deviation is at most
/// sqrt(n) / 2 where no more cells are cut than counted. Three of them are taken off, so that noise is no loss. 0 if
/// cancelled.
double lost_volume(const FilledSurface& filled, InsideTest& inside, const TetMesh& mesh, Progress* progress);

/// One sentence with a remedy for the user where the share is above lost_volume_max.
std::vector<std::string> messages_of_lost_volume(double share, const std::string& remedy);

} // namespace limber
