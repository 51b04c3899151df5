// SPDX-License-Identifier: MIT
#include "engine/control/sole_patches.h"

#include "engine/core/disjoint_sets.h"
#include "engine/mesh/topology.h"

#include <map>

namespace limber {
namespace {

constexpr double low = 0.1; // of the body's height

/// Joins vertices along the edges below a tenth of the body's height.
class Underside {
public:
    Underside(const Points& X, const Vec3& up)
        : heights_(X * up), limit_(heights_.minCoeff() + low * (heights_.maxCoeff() - heights_.minCoeff())),
          sets_(static_cast<std::size_t>(X.rows())) {}

    void join(int one, int other) {
        if (heights_(one) <= limit_ && heights_(other) <= limit_) {
            sets_.join(one, other);
        }
    }

    std::vector<int> patches_of(const std::vector<int>& vertices) {
        std::map<int, int> numbers;
        std::vector<int> patches;
        for (const int vertex : vertices) {
            patches.push_back(numbers.emplace(sets_.root(vertex), static_cast<int>(numbers.size())).first->second);
        }
        return patches;
    }

private:
    Vector heights_;
    double limit_;
    DisjointSets sets_;
};

} // namespace

std::vector<int> sole_patches(const TetMesh& mesh, const Vec3& up, const std::vector<int>& vertices) {
    Underside underside(mesh.X, up);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (const auto& edge : tet_edges) {
            underside.join(mesh.T(t, edge[0]), mesh.T(t, edge[1]));
        }
    }
    return underside.patches_of(vertices);
}

std::vector<int> sole_patches(const CurveMesh& curve, const Vec3& up, const std::vector<int>& vertices) {
    Underside underside(curve.V, up);
    for (Index e = 0; e < curve.E.rows(); ++e) {
        underside.join(curve.E(e, 0), curve.E(e, 1));
    }
    return underside.patches_of(vertices);
}

std::vector<int> sole_patches(const SurfaceMesh& surface, const Vec3& up, const std::vector<int>& vertices) {
    Underside underside(surface.V, up);
    for (Index f = 0; f < surface.F.rows(); ++f) {
        for (Index corner = 0; corner < 3; ++corner) {
            underside.join(surface.F(f, corner), surface.F(f, (corner + 1) % 3));
        }
    }
    return underside.patches_of(vertices);
}

} // namespace limber
