// SPDX-License-Identifier: MIT
#include "engine/contact/contact_points.h"

#include "engine/mesh/topology.h"
#include "engine/model/body_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {

std::vector<int> farthest_points(const Points& X, const std::vector<int>& candidates, Index count,
                                 const Vector& density) {
    EXPECTS(density.size() == 0 || density.size() == static_cast<Index>(candidates.size()));
    const Points at = X(candidates, Eigen::all);
    const auto weight = [&](Index i) {
        return density.size() == 0 ? 1.0 : density(i);
    };
    std::vector<int> chosen;
    // The first point is the one farthest from the middle.
    const Vec3 middle = at.rows() > 0 ? Vec3(at.colwise().mean().transpose()) : Vec3::Zero();
    Vector distance = (at.rowwise() - middle.transpose()).rowwise().norm();
    while (static_cast<Index>(chosen.size()) < count) {
        Index best = -1;
        double farthest = -1.0;
        for (Index i = 0; i < at.rows(); ++i) {
            const bool is_taken = !chosen.empty() && distance(i) == 0.0;
            if (weight(i) > 0.0 && !is_taken && weight(i) * distance(i) > farthest) {
                farthest = weight(i) * distance(i);
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        if (chosen.empty()) {
            distance.setConstant(std::numeric_limits<double>::infinity());
        }
        chosen.push_back(candidates[static_cast<std::size_t>(best)]);
        distance = distance.cwiseMin((at.rowwise() - at.row(best)).rowwise().norm());
    }
    return chosen;
}

namespace {

constexpr Index points_of_a_piece_min = 6;

// The candidates of one piece of the body, with their density.
struct Piece {
    std::vector<int> candidates;
    std::vector<double> density;
};

std::vector<Piece> pieces_of(const TetMesh& mesh, const std::vector<int>& candidates, const Vector& density) {
    const Components components = connected_components(mesh.T, mesh.vertex_count());
    const std::vector<int> of_vertex = components_of_vertices(mesh.T, mesh.vertex_count(), components);
    std::vector<Piece> pieces(static_cast<std::size_t>(std::max(components.count, 1))); // no tets: one piece
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const double its = density.size() == 0 ? 1.0 : density(static_cast<Index>(i));
        if (its > 0.0) {
            Piece& piece = pieces[static_cast<std::size_t>(of_vertex[static_cast<std::size_t>(candidates[i])])];
            piece.candidates.push_back(candidates[i]);
            piece.density.push_back(its);
        }
    }
    std::erase_if(pieces, [](const Piece& piece) { return piece.candidates.empty(); });
    return pieces;
}

} // namespace

std::vector<int> contact_vertices(const TetMesh& mesh, const std::vector<int>& candidates, Index count,
                                  const Vector& density) {
    const std::vector<Piece> pieces = pieces_of(mesh, candidates, density);
    if (pieces.size() < 2) {
        return farthest_points(mesh.X, candidates, count, density);
    }
    std::size_t all = 0;
    for (const Piece& piece : pieces) {
        all += piece.candidates.size();
    }
    const auto piece_count = static_cast<Index>(pieces.size());
    const Index least = std::clamp<Index>(count / piece_count, 1, points_of_a_piece_min);
    const double rest = static_cast<double>(std::max<Index>(count - least * piece_count, 0));
    std::vector<int> chosen;
    double share = 0.0; // of the rest, up to this piece
    for (const Piece& piece : pieces) {
        const double before = std::floor(rest * share);
        share += static_cast<double>(piece.candidates.size()) / static_cast<double>(all);
        const Index its = least + static_cast<Index>(std::floor(rest * std::min(share, 1.0)) - before);
        const Vector weight = Eigen::Map<const Vector>(piece.density.data(), static_cast<Index>(piece.density.size()));
        const auto points = farthest_points(mesh.X, piece.candidates, its, density.size() == 0 ? Vector() : weight);
        chosen.insert(chosen.end(), points.begin(), points.end());
    }
    chosen.resize(std::min(chosen.size(), static_cast<std::size_t>(count)));
    return chosen;
}

ContactPoints contact_points(const ReducedModel& model, const Points& X, const Rig& rig, const Matrix& W,
                             const std::vector<int>& vertices) {
    const auto count = static_cast<Index>(vertices.size());
    ContactPoints points{vertices, Matrix(model.coordinate_count(), count), Matrix(4 * model.rig_map_count(), count)};
    for (Index i = 0; i < count; ++i) {
        const double whole = 1.0;
        const BodyPoint point =
            body_point(model, X, rig, W, std::span(&vertices[static_cast<std::size_t>(i)], 1), std::span(&whole, 1));
        points.phi.col(i) = point.phi;
        points.rig_rows.col(i) = point.rig_row;
    }
    return points;
}

} // namespace limber
