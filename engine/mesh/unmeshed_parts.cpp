// SPDX-License-Identifier: MIT
#include "engine/mesh/unmeshed_parts.h"

#include "engine/mesh/closest_point.h"
#include "engine/mesh/embedding.h"
#include "engine/mesh/surface_subdivision.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <set>
#include <sstream>
#include <utility>

namespace limber {
namespace {

// Relative to the edge length. Where tets distance_max the surface, their boundary is within a fifth of it, and cuts
// corners.
constexpr double distance_max = 0.8;
constexpr double probe_distance = 1e-3;   // relative to the edge length, to both sides of a face
constexpr double behind_sheet_max = 0.55; // winding number behind a sheet: half a turn, and the error of its evaluation
constexpr Index probes_max = 2'000'000;
constexpr double whole_share = 0.9; // of the area

enum class Fill : char {
    meshed,   // or not a boundary of the body
    unmeshed, // the body is behind it, without tets
    sheet     // of an open part, and nothing is behind it
};

// Without regard to tets.
Fill fill_without_tets(const WindingNumber& winding, const Vec3& middle, const Vec3& normal, double step,
                       bool is_open) {
    const double behind = winding.at(middle - step * normal);
    if (is_open && behind <= behind_sheet_max) {
        return Fill::sheet;
    }
    const bool bounds_the_body = behind > 0.5 && winding.at(middle + step * normal) <= 0.5;
    return bounds_the_body ? Fill::unmeshed : is_open ? Fill::sheet : Fill::meshed;
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

// Whether each piece has an edge of one face.
std::vector<char> are_open(const SurfaceMesh& surface, const Components& pieces) {
    std::vector<std::pair<std::pair<int, int>, int>> edges; // with the piece of a face
    for (Index f = 0; f < surface.F.rows(); ++f) {
        for (Index k = 0; k < 3; ++k) {
            edges.push_back({std::minmax({surface.F(f, k), surface.F(f, (k + 1) % 3)}),
                             pieces.of_tet[static_cast<std::size_t>(f)]});
        }
    }
    std::ranges::sort(edges);
    std::vector<char> is_open(static_cast<std::size_t>(pieces.count), 0);
    for (std::size_t first = 0; first < edges.size();) {
        std::size_t end = first + 1;
        while (end < edges.size() && edges[end].first == edges[first].first) {
            ++end;
        }
        if (end == first + 1) {
            is_open[static_cast<std::size_t>(edges[first].second)] = 1;
        }
        first = end;
    }
    return is_open;
}

// Meshed are faces near the boundary of the tets, and in gaps that they fill.
std::vector<Fill> fills_of_faces(const SurfaceMesh& surface, const Components& pieces, const std::vector<char>& is_open,
                                 const WindingNumber& winding, const TetMesh& mesh, double edge_length) {
    const ClosestPoint closest({mesh.X, boundary_triangles(mesh.T)});
    std::vector<Fill> fills(static_cast<std::size_t>(surface.F.rows()), Fill::meshed);
    std::vector<std::size_t> far;
    std::vector<Vec3> middles;
    for (std::size_t f = 0; f < fills.size(); ++f) {
        const auto face = surface.F.row(static_cast<Index>(f));
        const Vec3 a = surface.V.row(face(0));
        const Vec3 b = surface.V.row(face(1));
        const Vec3 c = surface.V.row(face(2));
        const Vec3 middle = (a + b + c) / 3.0;
        if (closest(middle).distance > distance_max * edge_length) {
            const Vec3 normal = (b - a).cross(c - a).normalized();
            fills[f] = fill_without_tets(winding, middle, normal, probe_distance * edge_length,
                                         is_open[static_cast<std::size_t>(pieces.of_tet[f])] != 0);
        }
        if (fills[f] != Fill::meshed) {
            far.push_back(f);
            middles.push_back(middle);
        }
    }
    const std::vector<char> are_in = are_in_tets(middles, mesh, edge_length);
    for (std::size_t i = 0; i < far.size(); ++i) {
        fills[far[i]] = are_in[i] ? Fill::meshed : fills[far[i]];
    }
    return fills;
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
    double sheet_area = 0.0;    // of the sheets [2 m^2]
    double volume = 0.0;        // enclosed volume [m^3]

    bool is_open = false;
    bool encloses_nothing = false;

    // Whether no tets are near the whole piece.
    bool is_without_tets() const {
        return unmeshed_area + sheet_area > whole_share * area;
    }
    // Behind stacked sheets, the winding number may be that of a body.
    bool is_sheet(double tiny_volume) const {
        return is_without_tets() && (sheet_area > unmeshed_area || (is_open && std::abs(volume) < tiny_volume));
    }
};

std::vector<Piece> pieces_of(const SurfaceMesh& surface, const Components& numbers, const std::vector<char>& is_open,
                             const std::vector<Fill>& fills) {
    std::vector<Piece> pieces(static_cast<std::size_t>(numbers.count));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        pieces[i].is_open = is_open[i] != 0;
    }
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
        const Fill fill = fills[static_cast<std::size_t>(f)];
        piece.unmeshed_area += fill == Fill::unmeshed ? normal.norm() : 0.0;
        piece.sheet_area += fill == Fill::sheet ? normal.norm() : 0.0;
        piece.volume += (a - origins[number]).dot(normal) / 6.0;
    }
    return pieces;
}

struct Places {
    Index count = 0;
    double size = 0.0; // diagonal of the largest [m]
};

// Connected faces with this fill, of the pieces that are partly meshed. Tets near an open sheet divide what they leave
// of it, which is one place.
Places places_of(const SurfaceMesh& surface, const Components& numbers, const std::vector<Fill>& fills,
                 const std::vector<Piece>& pieces, Fill fill, double edge_length) {
    SurfaceMesh chosen{surface.V, Triangles(surface.F.rows(), 3)};
    std::vector<std::size_t> piece_of_face;
    Index kept = 0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const auto number = static_cast<std::size_t>(numbers.of_tet[static_cast<std::size_t>(f)]);
        if (fills[static_cast<std::size_t>(f)] == fill && !pieces[number].is_without_tets()) {
            chosen.F.row(kept++) = surface.F.row(f);
            piece_of_face.push_back(number);
        }
    }
    chosen.F.conservativeResize(kept, 3);
    const Components fragments = connected_components(chosen.F, chosen.V.rows());
    const std::vector<double> sizes = sizes_of(chosen, fragments);
    std::vector<std::size_t> piece_of_fragment(sizes.size());
    for (std::size_t f = 0; f < piece_of_face.size(); ++f) {
        piece_of_fragment[static_cast<std::size_t>(fragments.of_tet[f])] = piece_of_face[f];
    }
    Places places;
    std::set<std::size_t> sheets; // of the pieces
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::size_t piece = piece_of_fragment[i];
        const bool is_large = sizes[i] > edge_length; // smaller places are corners that the tets cut off
        const bool is_known = is_large && pieces[piece].encloses_nothing && !sheets.insert(piece).second;
        places.count += is_large && !is_known ? 1 : 0;
        places.size = std::max(places.size, sizes[i]);
    }
    return places;
}

void count_pieces(const std::vector<Piece>& pieces, const std::vector<double>& sizes, double tiny_volume,
                  UnmeshedParts& result) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (pieces[i].is_sheet(tiny_volume)) {
            ++result.sheet_count;
            result.sheet_size = std::max(result.sheet_size, sizes[i]);
        } else if (pieces[i].is_without_tets()) {
            const bool is_tiny = std::abs(pieces[i].volume) < tiny_volume;
            Index& count = is_tiny ? result.tiny_count : result.unmeshed_count;
            double& size = is_tiny ? result.tiny_size : result.unmeshed_size;
            ++count;
            size = std::max(size, sizes[i]);
        }
    }
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

std::string places_in_words(Index count) {
    return std::to_string(count) + (count == 1 ? " place" : " places");
}

std::string open_sheets(Index count) {
    return count == 1
               ? "is an open sheet that encloses nothing: no tets fill it, and the nearest ones carry it along"
               : "are open sheets that enclose nothing: no tets fill them, and the nearest ones carry them along";
}

} // namespace

UnmeshedParts unmeshed_parts(const SurfaceMesh& given, const WindingNumber& winding, const TetMesh& mesh,
                             double edge_length) {
    const SurfaceMesh surface = subdivided(given, edge_length, probes_max);
    const Components numbers = connected_components(surface.F, surface.V.rows());
    const std::vector<char> is_open = are_open(surface, numbers);
    const std::vector<Fill> fills = fills_of_faces(surface, numbers, is_open, winding, mesh, edge_length);
    UnmeshedParts result;
    result.part_count = numbers.count;
    if (std::ranges::all_of(fills, [](Fill fill) { return fill == Fill::meshed; })) {
        return result;
    }
    std::vector<Piece> pieces = pieces_of(surface, numbers, is_open, fills);
    const double tiny_volume = tiny_part_share * tet_volumes(mesh).sum();
    for (Piece& piece : pieces) {
        piece.encloses_nothing = piece.is_open && std::abs(piece.volume) < tiny_volume;
    }
    count_pieces(pieces, sizes_of(surface, numbers), tiny_volume, result);
    const Places unmeshed = places_of(surface, numbers, fills, pieces, Fill::unmeshed, edge_length);
    const Places sheets = places_of(surface, numbers, fills, pieces, Fill::sheet, edge_length);
    result.place_count = unmeshed.count;
    result.place_size = unmeshed.size;
    result.sheet_place_count = sheets.count;
    result.sheet_place_size = sheets.size;
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
        messages.push_back(counted(places_in_words(parts.place_count), parts.place_count, parts.place_size) +
                           too_thin(parts.place_count, edge_length, "not filled", remedy));
    }
    if (parts.sheet_count > 0) {
        messages.push_back(counted(of_all(parts.sheet_count, parts.part_count), parts.sheet_count, parts.sheet_size) +
                           open_sheets(parts.sheet_count));
    }
    if (parts.sheet_place_count > 0) {
        const Index count = parts.sheet_place_count;
        messages.push_back(counted(places_in_words(count), count, parts.sheet_place_size) + open_sheets(count));
    }
    return messages;
}

} // namespace limber
