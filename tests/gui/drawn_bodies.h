// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/drawn_mesh.h"

#include <vector>

/// Meshes for the rendering tests: smooth closed surfaces with smooth weights.
namespace limber::testing {

/// A torus with a fat and a thin side, lying in the x-z plane, `across` x `around` vertices, with weights that vary
/// smoothly over it: bones sum to one, modes are low waves.
app::DrawnMesh torus(int around, int across, int bones, int modes, int targets = 0);

/// Random maps near the identity (bones) and near zero (modes), and random weights of targets.
app::DrawnMaps random_maps(const app::DrawnMesh& mesh, double amount, unsigned int seed);

/// Every bone at one map, every mode at zero. `map` is 3 x 4, row-major.
app::DrawnMaps one_map(const app::DrawnMesh& mesh, const std::vector<float>& map);

app::DrawnMaps rest_maps(const app::DrawnMesh& mesh);

/// x = sum_b w_b P_b [X 1] + sum_j w_j T_j [X 1] + sum_t P_t d_t in double, 3 n; where targets come first, bones move
/// X + sum_t s_t d_t instead.
std::vector<double> deformed_positions(const app::DrawnMesh& mesh, const app::DrawnMaps& maps);

} // namespace limber::testing
