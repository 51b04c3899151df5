#include "engine/mesh/lost_parts.h"

#include "engine/mesh/closest_point.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace limber {
namespace {

// Of the edge length. Where tets do reach the surface their boundary stays within a fifth of it, and cuts corners.
constexpr double reach = 0.8;
constexpr double probe = 1e-3; // of the edge length, to both sides of a face

// The body is behind this face, and what is before it is outside.
bool bounds_the_body(const WindingNumber& winding, const Vec3& middle, const Vec3& normal, double step) {
    return winding.at(middle - step * normal) > 0.5 && winding.at(middle + step * normal) <= 0.5;
}

std::vector<char> lost_faces(const SurfaceMesh& surface, const WindingNumber& winding, const TetMesh& mesh,
                             double edge_length) {
    const ClosestPoint closest({mesh.X, boundary_triangles(mesh.T)});
    std::vector<char> is_lost(static_cast<std::size_t>(surface.F.rows()), 0);
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const Vec3 a = surface.V.row(surface.F(f, 0));
        const Vec3 b = surface.V.row(surface.F(f, 1));
        const Vec3 c = surface.V.row(surface.F(f, 2));
        const Vec3 middle = (a + b + c) / 3.0;
        const Vec3 normal = (b - a).cross(c - a).normalized();
        is_lost[static_cast<std::size_t>(f)] = closest(middle).distance > reach * edge_length &&
                                               bounds_the_body(winding, middle, normal, probe * edge_length);
    }
    return is_lost;
}

// Of the faces of each piece, from corner to corner.
std::vector<double> sizes_of(const SurfaceMesh& surface, const Components& pieces) {
    std::vector<BoundingBox> boxes(static_cast<std::size_t>(pieces.count));
    std::vector<char> is_begun(boxes.size(), 0);
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto piece = static_cast<std::size_t>(pieces.of_tet[static_cast<std::size_t>(f)]);
        for (int corner = 0; corner < 3; ++corner) {
            const Vec3 x = surface.V.row(surface.F(f, corner));
            BoundingBox& box = boxes[piece];
            box = is_begun[piece] ? BoundingBox{box.low.cwiseMin(x), box.high.cwiseMax(x)} : BoundingBox{x, x};
            is_begun[piece] = 1;
        }
    }
    std::vector<double> sizes;
    std::transform(boxes.begin(), boxes.end(), std::back_inserter(sizes),
                   [](const BoundingBox& box) { return box.diagonal(); });
    return sizes;
}

struct Piece {
    double area = 0.0;      // [2 m^2]
    double lost_area = 0.0; // of the lost faces [2 m^2]
    double volume = 0.0;    // that it encloses [m^3]

    // As a whole: all of it that bounds the body.
    bool is_lost() const {
        return lost_area > 0.9 * area;
    }
};

std::vector<Piece> pieces_of(const SurfaceMesh& surface, const Components& numbers, const std::vector<char>& is_lost) {
    std::vector<Piece> pieces(static_cast<std::size_t>(numbers.count));
    std::vector<Vec3> origins(pieces.size(), Vec3::Zero()); // a corner of each, so that little is lost to rounding
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
        piece.lost_area += is_lost[static_cast<std::size_t>(f)] ? normal.norm() : 0.0;
        piece.volume += (a - origins[number]).dot(normal) / 6.0;
    }
    return pieces;
}

// The lost faces of the pieces that are not lost as a whole.
SurfaceMesh lost_places(const SurfaceMesh& surface, const Components& numbers, const std::vector<char>& is_lost,
                        const std::vector<Piece>& pieces) {
    SurfaceMesh places{surface.V, Triangles(surface.F.rows(), 3)};
    Index kept = 0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto number = static_cast<std::size_t>(numbers.of_tet[static_cast<std::size_t>(f)]);
        if (is_lost[static_cast<std::size_t>(f)] && !pieces[number].is_lost()) {
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
    const std::vector<char> is_lost = lost_faces(surface, winding, mesh, edge_length);
    const Components numbers = connected_components(surface.F, surface.V.rows());
    UnmeshedParts result;
    result.part_count = numbers.count;
    if (std::find(is_lost.begin(), is_lost.end(), char{1}) == is_lost.end()) {
        return result;
    }
    const std::vector<Piece> pieces = pieces_of(surface, numbers, is_lost);
    const std::vector<double> sizes = sizes_of(surface, numbers);
    const double crumb = crumb_share * tet_volumes(mesh).sum();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].is_lost()) {
            const bool is_crumb = std::abs(pieces[i].volume) < crumb;
            Index& count = is_crumb ? result.crumb_count : result.lost_count;
            double& size = is_crumb ? result.crumb_size : result.lost_size;
            ++count;
            size = std::max(size, sizes[i]);
        }
    }
    const SurfaceMesh places = lost_places(surface, numbers, is_lost, pieces);
    for (const double size : sizes_of(places, connected_components(places.F, places.V.rows()))) {
        // What is smaller than a tet's edge is a corner that was rounded off.
        result.place_count += size > edge_length ? 1 : 0;
        result.place_size = std::max(result.place_size, size);
    }
    return result;
}

std::vector<std::string> told(const UnmeshedParts& lost, double edge_length, const std::string& remedy) {
    std::vector<std::string> sentences;
    if (lost.crumb_count > 0) {
        sentences.push_back(counted(of_all(lost.crumb_count, lost.part_count), lost.crumb_count, lost.crumb_size) +
                            (lost.crumb_count == 1
                                 ? "holds less than a thousandth of the volume and was left out"
                                 : "hold less than a thousandth of the volume each and were left out"));
    }
    if (lost.lost_count > 0) {
        sentences.push_back(counted(of_all(lost.lost_count, lost.part_count), lost.lost_count, lost.lost_size) +
                            too_thin(lost.lost_count, edge_length, "left out", remedy));
    }
    if (lost.place_count > 0) {
        const std::string places = std::to_string(lost.place_count) + (lost.place_count == 1 ? " place" : " places");
        sentences.push_back(counted(places, lost.place_count, lost.place_size) +
                            too_thin(lost.place_count, edge_length, "not filled", remedy));
    }
    return sentences;
}

} // namespace limber
