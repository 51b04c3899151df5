// SPDX-License-Identifier: MIT
#include "engine/control/sole_patches.h"

#include "engine/core/disjoint_sets.h"
#include "engine/mesh/topology.h"

#include <map>

namespace limber {
namespace {

constexpr double low = 0.1; // of the body's height

} // namespace

std::vector<int> sole_patches(const TetMesh& mesh, const Vec3& up, const std::vector<int>& vertices) {
    const Vector heights = mesh.X * up;
    const double limit = heights.minCoeff() + low * (heights.maxCoeff() - heights.minCoeff());
    DisjointSets sets(static_cast<std::size_t>(mesh.vertex_count()));
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (const auto& edge : tet_edges) {
            const int one = mesh.T(t, edge[0]);
            const int other = mesh.T(t, edge[1]);
            if (heights(one) <= limit && heights(other) <= limit) {
                sets.join(one, other);
            }
        }
    }
    std::map<int, int> numbers;
    std::vector<int> patches;
    for (const int vertex : vertices) {
        patches.push_back(numbers.emplace(sets.root(vertex), static_cast<int>(numbers.size())).first->second);
    }
    return patches;
}

} // namespace limber
