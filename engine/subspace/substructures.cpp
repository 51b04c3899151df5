// SPDX-License-Identifier: MIT
#include "engine/subspace/substructures.h"

#include "engine/linalg/sparse_eigs.h"
#include "engine/mesh/topology.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/handle_weights.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace limber {
namespace {

constexpr double domain_shift_share = 1e-6; // of the stiffness of a stretch of the domain
constexpr double domain_tolerance = 1e-8;

/// A domain as a mesh of its own.
struct Domain {
    TetMesh mesh;
    Material material;
    std::vector<int> vertices; // of the whole, ascending
};

Domain domain_of(const TetMesh& whole, const Material& material, const std::vector<int>& domain_of_tet, int domain) {
    std::vector<Index> tets;
    std::vector<int> vertices;
    for (Index t = 0; t < whole.tet_count(); ++t) {
        if (domain_of_tet[static_cast<std::size_t>(t)] == domain) {
            tets.push_back(t);
            for (Index corner = 0; corner < 4; ++corner) {
                vertices.push_back(whole.T(t, corner));
            }
        }
    }
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    Domain part{{Points(whole.X(vertices, Eigen::all)), Tets(whole.T(tets, Eigen::all))}, material, vertices};
    for (int& vertex : part.mesh.T.reshaped()) {
        vertex = static_cast<int>(std::ranges::lower_bound(vertices, vertex) - vertices.begin());
    }
    part.material.young = material.young(tets).eval();
    part.material.poisson = material.poisson(tets).eval();
    part.material.density = material.density(tets).eval();
    return part;
}

// 3n x m of the domain.
Result<Matrix> modes_of_domain(const Domain& domain, Index count, Progress* progress) {
    const Vector mass = lumped_mass(domain.mesh, domain.material.density).transpose().replicate(3, 1).reshaped();
    const SparseMatrix K = rest_hessian(domain.mesh, domain.material);
    const double shift = domain_shift_share * K.diagonal().cwiseQuotient(mass).mean();
    const auto pencil = FactorisedPencil::of(K, mass, Matrix(mass.size(), 0), shift, progress);
    if (!pencil) {
        return pencil.error();
    }
    auto pairs = pencil.value().smallest(std::min(count, mass.size()), domain_tolerance, progress);
    return pairs ? Result<Matrix>(std::move(pairs).value().vectors) : pairs.error();
}

} // namespace

Result<std::vector<int>> domains_of(const TetMesh& mesh, Index domains) {
    const auto seeds = spread_handles(mesh, domains);
    if (!seeds) {
        return seeds.error();
    }
    Points centres = Points::Zero(mesh.tet_count(), 3);
    for (Index corner = 0; corner < 4; ++corner) {
        centres += 0.25 * mesh.X(mesh.T.col(corner), Eigen::all);
    }
    const Tets neighbours = face_neighbours(mesh.T);
    std::vector<int> domain(static_cast<std::size_t>(mesh.tet_count()), -1);
    using Candidate = std::tuple<double, int, int>; // distance, tet, domain
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (std::size_t s = 0; s < seeds.value().size(); ++s) {
            if ((mesh.T.row(t).array() == seeds.value()[s]).any()) {
                const Vec3 seed = mesh.X.row(seeds.value()[s]);
                candidates.emplace((centres.row(t).transpose() - seed).norm(), static_cast<int>(t),
                                   static_cast<int>(s));
            }
        }
    }
    while (!candidates.empty()) {
        const auto [distance, tet, label] = candidates.top();
        candidates.pop();
        int& own = domain[static_cast<std::size_t>(tet)];
        if (own >= 0) {
            continue;
        }
        own = label;
        for (const int next : neighbours.row(tet)) {
            if (next >= 0 && domain[static_cast<std::size_t>(next)] < 0) {
                candidates.emplace(distance + (centres.row(next) - centres.row(tet)).norm(), next, label);
            }
        }
    }
    for (int& label : domain) { // of a piece that touches the others at a vertex alone
        label = std::max(label, 0);
    }
    return domain;
}

Result<Matrix> substructure_modes(const TetMesh& mesh, const Material& material, Index domains, Index modes_each,
                                  Progress* progress) {
    const auto domain = domains_of(mesh, domains);
    if (!domain) {
        return domain.error();
    }
    Matrix all(3 * mesh.vertex_count(), 0);
    for (int d = 0; d < static_cast<int>(domains); ++d) {
        const Domain part = domain_of(mesh, material, domain.value(), d);
        if (part.vertices.empty()) {
            continue;
        }
        const auto whole = static_cast<double>(domains);
        const PartOfProgress of_domain(progress, d / whole, (d + 1) / whole);
        const auto modes = modes_of_domain(part, modes_each, progress);
        if (!modes) {
            return modes.error();
        }
        const Index before = all.cols();
        all.conservativeResize(Eigen::NoChange, before + modes.value().cols());
        all.rightCols(modes.value().cols()).setZero();
        for (std::size_t i = 0; i < part.vertices.size(); ++i) {
            all.block(3 * part.vertices[i], before, 3, modes.value().cols()) =
                modes.value().middleRows<3>(3 * static_cast<Index>(i));
        }
    }
    return all;
}

} // namespace limber
