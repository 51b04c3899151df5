// SPDX-License-Identifier: MIT
#include "engine/mesh/embedding.h"

#include "engine/core/contract.h"
#include "engine/core/parallel_for.h"
#include "engine/mesh/closest_point.h"
#include "engine/mesh/topology.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace limber {
namespace {

using Cell = Eigen::Array3i;
using FourWeights = Eigen::Vector4d;

constexpr double round_off = 1e-10; // of barycentric coordinates
constexpr double cells_max = 2e6;
constexpr std::size_t points_a_block = 2048;

BoundingBox box_of_tet(const TetMesh& mesh, Index tet) {
    BoundingBox box{mesh.X.row(mesh.T(tet, 0)), mesh.X.row(mesh.T(tet, 0))};
    for (Index k = 1; k < 4; ++k) {
        const Vec3 x = mesh.X.row(mesh.T(tet, k));
        box = {box.low.cwiseMin(x), box.high.cwiseMax(x)};
    }
    return box;
}

// The tets whose boxes reach into each cell of a regular grid, about one tet to a cell.
class TetGrid {
public:
    explicit TetGrid(const TetMesh& mesh) : mesh_(mesh), bounds_(bounding_box(mesh.X)) {
        const Vec3 size = (bounds_.high - bounds_.low).cwiseMax(1e-300);
        const double cells = std::min(static_cast<double>(mesh.tet_count()), cells_max);
        spacing_ = std::cbrt(size.prod() / cells);
        spacing_ = std::max(spacing_, size.maxCoeff() / cells);
        counts_ = (size.array() / spacing_).floor().cast<int>() + 1;
        count_tets();
        fill();
    }

    /// The barycentric coordinates in the tet that holds the point best, if one does.
    std::optional<std::pair<Index, FourWeights>> tet_around(const Vec3& x) const {
        if ((x.array() < bounds_.low.array()).any() || (x.array() > bounds_.high.array()).any()) {
            return std::nullopt;
        }
        std::optional<std::pair<Index, FourWeights>> best;
        const std::size_t cell = number_of(cell_at(x));
        for (std::size_t k = first_[cell]; k < first_[cell + 1]; ++k) {
            const FourWeights weights = barycentric(tets_[k], x);
            if (weights.minCoeff() >= -round_off && (!best || weights.minCoeff() > best->second.minCoeff())) {
                best = {tets_[k], weights};
            }
        }
        return best;
    }

private:
    Cell cell_at(const Vec3& x) const {
        return ((x - bounds_.low).array() / spacing_).floor().cast<int>().max(0).min(counts_ - 1);
    }
    std::size_t number_of(const Cell& cell) const {
        return (static_cast<std::size_t>(cell.z()) * static_cast<std::size_t>(counts_.y()) +
                static_cast<std::size_t>(cell.y())) *
                   static_cast<std::size_t>(counts_.x()) +
               static_cast<std::size_t>(cell.x());
    }

    template <typename Visit>
    void for_cells_of(Index tet, Visit visit) const {
        const BoundingBox box = box_of_tet(mesh_, tet);
        const Cell low = cell_at(box.low);
        const Cell high = cell_at(box.high);
        for (int z = low.z(); z <= high.z(); ++z) {
            for (int y = low.y(); y <= high.y(); ++y) {
                for (int x = low.x(); x <= high.x(); ++x) {
                    visit(number_of({x, y, z}));
                }
            }
        }
    }

    void count_tets() {
        first_.assign(static_cast<std::size_t>(counts_.cast<std::int64_t>().prod()) + 1, 0);
        for (Index tet = 0; tet < mesh_.tet_count(); ++tet) {
            for_cells_of(tet, [this](std::size_t cell) { ++first_[cell + 1]; });
        }
        for (std::size_t cell = 1; cell < first_.size(); ++cell) {
            first_[cell] += first_[cell - 1];
        }
    }

    void fill() {
        tets_.resize(first_.back());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        for (Index tet = 0; tet < mesh_.tet_count(); ++tet) {
            for_cells_of(tet, [&](std::size_t cell) { tets_[next[cell]++] = tet; });
        }
    }

    FourWeights barycentric(Index tet, const Vec3& x) const {
        Mat3 edges;
        const Vec3 origin = mesh_.X.row(mesh_.T(tet, 0));
        for (Index k = 0; k < 3; ++k) {
            edges.col(k) = mesh_.X.row(mesh_.T(tet, k + 1)).transpose() - origin;
        }
        const Vec3 others = edges.inverse() * (x - origin);
        return {1.0 - others.sum(), others.x(), others.y(), others.z()};
    }

    const TetMesh& mesh_;
    BoundingBox bounds_;
    double spacing_ = 0.0; // [m]
    Cell counts_;
    std::vector<std::size_t> first_; // of each cell in tets_, and the end
    std::vector<Index> tets_;
};

// The tets of a mesh and its boundary, to embed any number of points.
class Embedder {
public:
    explicit Embedder(const TetMesh& mesh)
        : mesh_(mesh), grid_(mesh), boundary_(boundary_triangles(mesh.T)), closest_({mesh.X, boundary_}) {}

    // Writes the row of a point.
    void embed(const Vec3& x, Index point, Embedding& made) const {
        if (const auto inside = grid_.tet_around(x)) {
            const FourWeights weights = inside->second.cwiseMax(0.0);
            made.corners.row(point) = mesh_.T.row(inside->first);
            made.weights.row(point) = (weights / weights.sum()).transpose();
        } else {
            const SurfacePoint on = closest_(x);
            const Vec3 weights = on.barycentric.cwiseMax(0.0);
            made.corners.row(point) << boundary_.row(on.triangle), boundary_(on.triangle, 0);
            made.weights.row(point) << (weights / weights.sum()).transpose(), 0.0;
        }
    }

private:
    const TetMesh& mesh_;
    TetGrid grid_;
    Triangles boundary_;
    ClosestPoint closest_;
};

} // namespace

Matrix Embedding::carried(const Matrix& values) const {
    EXPECTS(corners.size() == 0 || corners.maxCoeff() < values.rows());
    Matrix carried = Matrix::Zero(corners.rows(), values.cols());
    for (Index point = 0; point < corners.rows(); ++point) {
        for (Index k = 0; k < 4; ++k) {
            carried.row(point) += weights(point, k) * values.row(corners(point, k));
        }
    }
    return carried;
}

Embedding embedding(const Points& points, const TetMesh& mesh) {
    EXPECTS(mesh.tet_count() > 0 && points.allFinite());
    const Embedder embedder(mesh);
    Embedding made{Tets(points.rows(), 4), Matrix(points.rows(), 4)};
    parallel_for(static_cast<std::size_t>(points.rows()), points_a_block, {},
                 [&](std::size_t begin, std::size_t end, std::size_t) {
                     for (auto point = static_cast<Index>(begin); point < static_cast<Index>(end); ++point) {
                         embedder.embed(points.row(point), point, made);
                     }
                 });
    return made;
}

} // namespace limber
