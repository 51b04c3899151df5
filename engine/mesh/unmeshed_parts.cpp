// SPDX-License-Identifier: MIT
#include "engine/mesh/unmeshed_parts.h"

#include "engine/mesh/closest_point.h"
#include "engine/mesh/embedding.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace limber {
namespace {

// Relative to the edge length. Where tets distance_max the surface, their boundary is within a fifth of it, and cuts
// corners.
constexpr double distance_max = 0.8;
constexpr double probe_distance = 1e-3; // relative to the edge length, to both sides of a face

// Whether the body is behind this face and the outside in front of it.
bool bounds_the_body(const WindingNumber& winding, const Vec3& middle, const Vec3& normal, double step) {
    return winding.at(middle - step * normal) > 0.5 && winding.at(middle + step * normal) <= 0.5;
}

// Whether tets hold each of the points, which are far from their boundary.
std::vector<char> are_in_tets(const std::vector<Vec3>& points, const TetMesh& mesh, double edge_length) {
    Points rows(static_cast<Index>(points.size()), 3);
    for (std::size_t i = 0; i < points.size(); ++i) {
        rows.row(static_cast<Index>(i)) = points[i].transpose();
    }
    const Matrix off = embedding(rows, mesh).carried(mesh.X) - rows;
    std::vector<char> are_in;
    for (Index i = 0; i < off.rows(); ++i) {
        are_in.push_back(off.row(i).norm() < probe_distance * edge_length);
    }
    return are_in;
}

// Far from the boundary of the tets, and not in a gap that they fill.
std::vector<char> unmeshed_faces(const SurfaceMesh& surface, const WindingNumber& winding, const TetMesh& mesh,
                                 double edge_length) {
    const ClosestPoint closest({mesh.X, boundary_triangles(mesh.T)});
    std::vector<std::size_t> far;
    std::vector<Vec3> middles;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const Vec3 a = surface.V.row(surface.F(f, 0));
        const Vec3 b = surface.V.row(surface.F(f, 1));
        const Vec3 c = surface.V.row(surface.F(f, 2));
        const Vec3 middle = (a + b + c) / 3.0;
        const Vec3 normal = (b - a).cross(c - a).normalized();
        if (closest(middle).distance > distance_max * edge_length &&
            bounds_the_body(winding, middle, normal, probe_distance * edge_length)) {
            far.push_back(static_cast<std::size_t>(f));
            middles.push_back(middle);
        }
    }
    const std::vector<char> are_in = are_in_tets(middles, mesh, edge_length);
    std::vector<char> is_unmeshed(static_cast<std::size_t>(surface.F.rows()), 0);
    for (std::size_t i = 0; i < far.size(); ++i) {
        is_unmeshed[far[i]] = !are_in[i];
    }
    return is_unmeshed;
}

// The diagonals of the bounding boxes of the pieces.
std::vector<double> sizes_of(const SurfaceMesh& surface, const Components& pieces) {
    std::vector<BoundingBox> boxes(static_cast<std::size_t>(pieces.count));
    std::vector<char> has_box(boxes.size(), 0);
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto piece = static_cast<std::size_t>(pieces.of_tet[static_cast<std::size_t>(f)]);
        for (int corner = 0; corner < 3; ++corner) {
            const Vec3 x = surface.V.row(surface.F(f, corner));
            BoundingBox& box = boxes[piece];
            box = has_box[piece] ? BoundingBox{box.low.cwiseMin(x), box.high.cwiseMax(x)} : BoundingBox{x, x};
            has_box[piece] = 1;
        }
    }
    std::vector<double> sizes;
    std::transform(boxes.begin(), boxes.end(), std::back_inserter(sizes),
                   [](const BoundingBox& box) { return box.diagonal(); });
    return sizes;
}

struct Piece {
    double area = 0.0;          // [2 m^2]
    double unmeshed_area = 0.0; // of the unmeshed faces [2 m^2]
    double volume = 0.0;        // enclosed volume [m^3]

    // Whether the whole piece is unmeshed.
    bool is_unmeshed() const {
        return unmeshed_area > 0.9 * area;
    }
};

std::vector<Piece> pieces_of(const SurfaceMesh& surface, const Components& numbers,
                             const std::vector<char>& is_unmeshed) {
    std::vector<Piece> pieces(static_cast<std::size_t>(numbers.count));
    std::vector<Vec3> origins(pieces.size(), Vec3::Zero()); // a corner of each piece, to limit round-off
    for (Index f = surface.F.rows() - 1; f >= 0; --f) {
        origins[static_cast<std::size_t>(numbers.of_tet[static_cast<std::size_t>(f)])] = surface.V.row(surface.F(f, 0));
    }
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto number = static_cast<std::size_t>(numbers.of_tet[static_cast<std::size_t>(f)]);
        const Vec3 a = surface.V.row(surface.F(f, 0));
        const Vec3 b = surface.V.row(surface.F(f, 1));
        const Vec3 c = surface.V.row(surface.F(f, 2));
        const Vec3 normal = (b - a).cross(c - a);
        Piece& piece = pieces[number];
        piece.area += normal.norm();
        piece.unmeshed_area += is_unmeshed[static_cast<std::size_t>(f)] ? normal.norm() : 0.0;
        piece.volume += (a - origins[number]).dot(normal) / 6.0;
    }
    return pieces;
}

// The unmeshed faces of the pieces that are partly meshed.
SurfaceMesh unmeshed_places(const SurfaceMesh& surface, const Components& numbers, const std::vector<char>& is_unmeshed,
                            const std::vector<Piece>& pieces) {
    SurfaceMesh places{surface.V, Triangles(surface.F.rows(), 3)};
    Index kept = 0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto number = static_cast<std::size_t>(numbers.of_tet[static_cast<std::size_t>(f)]);
        if (is_unmeshed[static_cast<std::size_t>(f)] && !pieces[number].is_unmeshed()) {
            places.F.row(kept++) = surface.F.row(f);
        }
    }
    places.F.conservativeResize(kept, 3);
    return places;
}

std::string readable(double length) {
    std::ostringstream text;
    text << std::setprecision(3) << length;
    return text.str();
}

// "2 of 5 parts of the surface, the largest 0.3 units from corner to corner, "
std::string counted(const std::string& how_many, Index count, double size) {
    return how_many + " of the surface, " + (count == 1 ? "" : "the largest ") + readable(size) +
           " units from corner to corner, ";
}

std::string of_all(Index count, Index all) {
    return std::to_string(count) + " of " + std::to_string(all) + " parts";
}

std::string too_thin(Index count, double edge_length, const std::string& what_became, const std::string& remedy) {
    return std::string(count == 1 ? "is" : "are") + " thin beside the tets' edges of " + readable(edge_length) +
           " and " + (count == 1 ? "was " : "were ") + what_became + "; " + remedy + " to keep " +
           (count == 1 ? "it" : "them");
}

} // namespace

UnmeshedParts unmeshed_parts(const SurfaceMesh& surface, const WindingNumber& winding, const TetMesh& mesh,
                             double edge_length) {
    const std::vector<char> is_unmeshed = unmeshed_faces(surface, winding, mesh, edge_length);
    const Components numbers = connected_components(surface.F, surface.V.rows());
    UnmeshedParts result;
    result.part_count = numbers.count;
    if (std::find(is_unmeshed.begin(), is_unmeshed.end(), char{1}) == is_unmeshed.end()) {
        return result;
    }
    const std::vector<Piece> pieces = pieces_of(surface, numbers, is_unmeshed);
    const std::vector<double> sizes = sizes_of(surface, numbers);
    const double tiny_volume = tiny_part_share * tet_volumes(mesh).sum();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].is_unmeshed()) {
            const bool is_tiny = std::abs(pieces[i].volume) < tiny_volume;
            Index& count = is_tiny ? result.tiny_count : result.unmeshed_count;
            double& size = is_tiny ? result.tiny_size : result.unmeshed_size;
            ++count;
            size = std::max(size, sizes[i]);
        }
    }
    const SurfaceMesh places = unmeshed_places(surface, numbers, is_unmeshed, pieces);
    for (const double size : sizes_of(places, connected_components(places.F, places.V.rows()))) {
        // Smaller places are corners that the tets cut off.
        result.place_count += size > edge_length ? 1 : 0;
        result.place_size = std::max(result.place_size, size);
    }
    return result;
}

std::vector<std::string> messages_of(const UnmeshedParts& parts, double edge_length, const std::string& remedy) {
    std::vector<std::string> messages;
    if (parts.tiny_count > 0) {
        messages.push_back(counted(of_all(parts.tiny_count, parts.part_count), parts.tiny_count, parts.tiny_size) +
                           (parts.tiny_count == 1
                                ? "holds less than a thousandth of the volume and was left out"
                                : "hold less than a thousandth of the volume each and were left out"));
    }
    if (parts.unmeshed_count > 0) {
        messages.push_back(
            counted(of_all(parts.unmeshed_count, parts.part_count), parts.unmeshed_count, parts.unmeshed_size) +
            too_thin(parts.unmeshed_count, edge_length, "left out", remedy));
    }
    if (parts.place_count > 0) {
        const std::string places = std::to_string(parts.place_count) + (parts.place_count == 1 ? " place" : " places");
        messages.push_back(counted(places, parts.place_count, parts.place_size) +
                           too_thin(parts.place_count, edge_length, "not filled", remedy));
    }
    return messages;
}

} // namespace limber
