// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_subdivision.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace limber {
namespace {

using Corners = std::array<int, 3>;

class Subdivision {
public:
    Subdivision(const SurfaceMesh& surface, double edge_max) : square_max_(edge_max * edge_max) {
        for (Index v = 0; v < surface.V.rows(); ++v) {
            points_.emplace_back(surface.V.row(v));
        }
        for (Index f = 0; f < surface.F.rows(); ++f) {
            faces_.push_back({surface.F(f, 0), surface.F(f, 1), surface.F(f, 2)});
        }
    }

    /// Halves each long edge once. False: there was none, or the faces would be too many.
    bool pass(std::size_t face_count_max) {
        halves_.clear();
        std::size_t count = faces_.size();
        for (const Corners& face : faces_) {
            for (std::size_t k = 0; k < 3; ++k) {
                count += is_long(face[k], face[(k + 1) % 3]) ? std::size_t{1} : 0;
            }
        }
        if (count == faces_.size() || count > face_count_max) {
            return false;
        }
        std::vector<Corners> given;
        given.swap(faces_);
        for (const Corners& face : given) {
            cut(face);
        }
        return true;
    }

    SurfaceMesh surface() const {
        SurfaceMesh made{Points(static_cast<Index>(points_.size()), 3),
                         Triangles(static_cast<Index>(faces_.size()), 3)};
        for (std::size_t v = 0; v < points_.size(); ++v) {
            made.V.row(static_cast<Index>(v)) = points_[v].transpose();
        }
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            made.F.row(static_cast<Index>(f)) << faces_[f][0], faces_[f][1], faces_[f][2];
        }
        return made;
    }

private:
    const Vec3& point(int vertex) const {
        return points_[static_cast<std::size_t>(vertex)];
    }

    bool is_long(int from, int to) const {
        return (point(to) - point(from)).squaredNorm() > square_max_;
    }

    // -1: the edge is short enough.
    int half(int from, int to) {
        if (!is_long(from, to)) {
            return -1;
        }
        const auto low = static_cast<std::uint64_t>(std::min(from, to));
        const auto high = static_cast<std::uint64_t>(std::max(from, to));
        const auto [entry, is_new] = halves_.try_emplace(low << 32U | high, static_cast<int>(points_.size()));
        if (is_new) {
            points_.emplace_back(0.5 * (point(from) + point(to)));
        }
        return entry->second;
    }

    void cut(const Corners& face) {
        std::array<int, 3> middle{};
        for (std::size_t k = 0; k < 3; ++k) {
            middle[k] = half(face[k], face[(k + 1) % 3]);
        }
        const auto cut_count = std::ranges::count_if(middle, [](int vertex) { return vertex >= 0; });
        // Begins with a cut edge before one that is not, so that each number of cuts is one case.
        std::size_t k = 0;
        while (cut_count % 3 != 0 && (middle[k] < 0 || middle[(k + 2) % 3] >= 0)) {
            ++k;
        }
        const auto [a, b, c] = Corners{face[k], face[(k + 1) % 3], face[(k + 2) % 3]};
        const auto [ab, bc, ca] = Corners{middle[k], middle[(k + 1) % 3], middle[(k + 2) % 3]};
        if (cut_count == 0) {
            faces_.push_back(face);
        } else if (cut_count == 1) {
            faces_.insert(faces_.end(), {{a, ab, c}, {ab, b, c}});
        } else if (cut_count == 2) {
            faces_.insert(faces_.end(), {{ab, b, bc}, {a, ab, bc}, {a, bc, c}});
        } else {
            faces_.insert(faces_.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
    }

    double square_max_;
    std::vector<Vec3> points_;
    std::vector<Corners> faces_;
    std::unordered_map<std::uint64_t, int> halves_; // of this pass
};

} // namespace

SurfaceMesh subdivided(const SurfaceMesh& surface, double edge_max, Index face_count_max) {
    Subdivision subdivision(surface, edge_max);
    while (subdivision.pass(static_cast<std::size_t>(face_count_max))) {
    }
    return subdivision.surface();
}

} // namespace limber
