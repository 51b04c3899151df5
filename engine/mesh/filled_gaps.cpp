// SPDX-License-Identifier: MIT
#include "engine/mesh/filled_gaps.h"

#include "engine/core/disjoint_sets.h"
#include "engine/mesh/boxes.h"
#include "engine/mesh/embedding.h"
#include "engine/mesh/surface_subdivision.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <sstream>
#include <utility>

namespace limber {
namespace {

// Relative to the edge length.
constexpr double sample_edge = 0.7;
constexpr double region_size = 0.5;
constexpr double probe_step = 1e-3;
constexpr double width_min = 4e-3; // narrower: the sides touch

constexpr double facing_min = 0.3; // cosine between the segment and the face that it meets
constexpr std::array<double, 3> places_between{0.25, 0.5, 0.75};
constexpr double is_in_tets = 1e-6; // relative to the edge length
constexpr Index samples_max = 2'000'000;

struct SampledFace {
    Vec3 a, b, c;
    Vec3 middle;
    Vec3 normal; // zero: no area
};

std::vector<SampledFace> sampled_faces(const SurfaceMesh& surface) {
    std::vector<SampledFace> faces;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        SampledFace face{
            surface.V.row(surface.F(f, 0)), surface.V.row(surface.F(f, 1)), surface.V.row(surface.F(f, 2)), {}, {}};
        face.middle = (face.a + face.b + face.c) / 3.0;
        face.normal = (face.b - face.a).cross(face.c - face.a).normalized();
        faces.push_back(face);
    }
    return faces;
}

using GapCell = std::array<int, 3>;

GapCell gap_cell_at(const Vec3& x, double spacing) {
    const Vec3 cell = (x / spacing).array().floor();
    return {static_cast<int>(cell.x()), static_cast<int>(cell.y()), static_cast<int>(cell.z())};
}

template <typename Visit>
void for_cells_between(const GapCell& low, const GapCell& high, Visit visit) {
    for (int z = low[2]; z <= high[2]; ++z) {
        for (int y = low[1]; y <= high[1]; ++y) {
            for (int x = low[0]; x <= high[0]; ++x) {
                visit(GapCell{x, y, z});
            }
        }
    }
}

struct FaceHit {
    std::size_t face = 0;
    double distance = 0.0;
};

/// Faces in the cells of a grid, for short segments.
class FaceGrid {
public:
    FaceGrid(const std::vector<SampledFace>& faces, double spacing) : faces_(faces), spacing_(spacing) {
        for (std::size_t f = 0; f < faces.size(); ++f) {
            const Vec3 low = faces[f].a.cwiseMin(faces[f].b).cwiseMin(faces[f].c);
            const Vec3 high = faces[f].a.cwiseMax(faces[f].b).cwiseMax(faces[f].c);
            for_cells_between(gap_cell_at(low, spacing), gap_cell_at(high, spacing),
                              [&](const GapCell& cell) { members_.emplace_back(cell, f); });
        }
        std::ranges::sort(members_);
    }

    /// The nearest face on the segment, beyond `from_distance` from its origin.
    std::optional<FaceHit> first_hit(const Vec3& origin, const Vec3& direction, double from_distance,
                                     double reach) const {
        std::optional<FaceHit> nearest;
        const Vec3 end = origin + reach * direction;
        const auto test = [&](const GapCell& cell) {
            auto member = std::ranges::lower_bound(members_, std::pair(cell, std::size_t{0}));
            for (; member != members_.end() && member->first == cell; ++member) {
                const auto distance = distance_along(faces_[member->second], origin, direction);
                if (distance && *distance > from_distance && *distance < reach &&
                    (!nearest || *distance < nearest->distance)) {
                    nearest = FaceHit{member->second, *distance};
                }
            }
        };
        for_cells_between(gap_cell_at(origin.cwiseMin(end), spacing_), gap_cell_at(origin.cwiseMax(end), spacing_),
                          test);
        return nearest;
    }

private:
    // [Möller and Trumbore 1997]
    static std::optional<double> distance_along(const SampledFace& face, const Vec3& origin, const Vec3& direction) {
        const Vec3 ab = face.b - face.a;
        const Vec3 ac = face.c - face.a;
        const Vec3 p = direction.cross(ac);
        const double determinant = ab.dot(p);
        if (determinant == 0.0) {
            return std::nullopt;
        }
        const Vec3 from_a = origin - face.a;
        const double u = from_a.dot(p) / determinant;
        const Vec3 q = from_a.cross(ab);
        const double v = direction.dot(q) / determinant;
        if (!(u >= 0.0 && v >= 0.0 && u + v <= 1.0)) {
            return std::nullopt;
        }
        return ac.dot(q) / determinant;
    }

    const std::vector<SampledFace>& faces_;
    double spacing_;
    std::vector<std::pair<GapCell, std::size_t>> members_; // ascending
};

/// Connected faces of nearly the same place and direction are one region. Distances along the surface are those from
/// region to region.
class Regions {
public:
    Regions(const Triangles& F, const std::vector<SampledFace>& faces, double spacing) : of_face_(faces.size()) {
        std::vector<std::pair<GapCell, int>> keys;
        for (const SampledFace& face : faces) {
            keys.emplace_back(gap_cell_at(face.middle, spacing), side_of(face.normal));
        }
        const auto meetings = meetings_of(F);
        DisjointSets sets(faces.size());
        for (const auto& [one, other] : meetings) {
            if (keys[one] == keys[other]) {
                sets.join(static_cast<int>(one), static_cast<int>(other));
            }
        }
        std::map<int, std::size_t> numbers;
        for (std::size_t f = 0; f < faces.size(); ++f) {
            const auto [entry, is_new] = numbers.try_emplace(sets.root(static_cast<int>(f)), middles_.size());
            of_face_[f] = entry->second;
            if (is_new) {
                middles_.push_back(faces[f].middle);
                in_cell_[keys[f].first].push_back(entry->second);
            }
        }
        neighbours_.resize(middles_.size());
        for (const auto& [one, other] : meetings) {
            connect(of_face_[one], of_face_[other]);
        }
    }

    std::size_t count() const {
        return middles_.size();
    }
    std::size_t of_face(std::size_t face) const {
        return of_face_[face];
    }
    const std::vector<std::size_t>& neighbours(std::size_t region) const {
        return neighbours_[region];
    }

    /// Connects a face that lies inside another part with what is near: there the body goes on.
    void connect_inside(std::size_t face, const Vec3& middle, double spacing) {
        const GapCell low = gap_cell_at(middle - Vec3::Constant(spacing), spacing);
        const GapCell high = gap_cell_at(middle + Vec3::Constant(spacing), spacing);
        for_cells_between(low, high, [&](const GapCell& cell) {
            const auto found = in_cell_.find(cell);
            if (found != in_cell_.end()) {
                for (const std::size_t other : found->second) {
                    connect(of_face_[face], other);
                }
            }
        });
    }

    void finish() {
        for (auto& neighbours : neighbours_) {
            std::ranges::sort(neighbours);
            const auto repeated = std::ranges::unique(neighbours);
            neighbours.erase(repeated.begin(), repeated.end());
        }
        distances_.assign(middles_.size(), std::numeric_limits<double>::infinity());
    }

    /// Whether no way along the surface from one to the other is shorter.
    bool are_far(std::size_t from, std::size_t to, double way_min) {
        using Entry = std::pair<double, std::size_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
        std::vector<std::size_t> reached{from};
        distances_[from] = 0.0;
        open.emplace(0.0, from);
        bool is_near = false;
        while (!open.empty() && !is_near) {
            const auto [distance, here] = open.top();
            open.pop();
            is_near = here == to;
            if (distance > distances_[here]) {
                continue;
            }
            for (const std::size_t next : neighbours_[here]) {
                const double farther = distance + (middles_[next] - middles_[here]).norm();
                if (farther < way_min && farther < distances_[next]) {
                    distances_[next] = farther;
                    reached.push_back(next);
                    open.emplace(farther, next);
                }
            }
        }
        for (const std::size_t region : reached) {
            distances_[region] = std::numeric_limits<double>::infinity();
        }
        return !is_near;
    }

private:
    static int side_of(const Vec3& normal) {
        Index axis = 0;
        normal.cwiseAbs().maxCoeff(&axis);
        return 2 * static_cast<int>(axis) + (normal(axis) < 0.0 ? 1 : 0);
    }

    void connect(std::size_t one, std::size_t other) {
        if (one != other) {
            neighbours_[one].push_back(other);
            neighbours_[other].push_back(one);
        }
    }

    // Pairs of faces with a common edge.
    static std::vector<std::pair<std::size_t, std::size_t>> meetings_of(const Triangles& F) {
        std::vector<std::pair<std::size_t, std::size_t>> edges; // each with a face
        for (Index f = 0; f < F.rows(); ++f) {
            for (Index k = 0; k < 3; ++k) {
                const auto [low, high] = std::minmax(F(f, k), F(f, (k + 1) % 3));
                edges.emplace_back(static_cast<std::size_t>(low) << 32U | static_cast<std::size_t>(high),
                                   static_cast<std::size_t>(f));
            }
        }
        std::ranges::sort(edges);
        std::vector<std::pair<std::size_t, std::size_t>> meetings;
        for (std::size_t i = 1; i < edges.size(); ++i) {
            if (edges[i].first == edges[i - 1].first) {
                meetings.emplace_back(edges[i - 1].second, edges[i].second);
            }
        }
        return meetings;
    }

    std::vector<std::size_t> of_face_;
    std::vector<Vec3> middles_;
    std::map<GapCell, std::vector<std::size_t>> in_cell_;
    std::vector<std::vector<std::size_t>> neighbours_;
    std::vector<double> distances_; // of are_far; infinite between its calls
};

struct GapCrossing {
    std::size_t from = 0, to = 0; // faces
    Vec3 origin, end;             // [m]
    double width = 0.0;           // [m]
};

std::vector<GapCrossing> outward_crossings(const std::vector<SampledFace>& faces, const FaceGrid& grid,
                                           const std::function<bool(const Vec3&)>& is_inside, double edge_length) {
    std::vector<GapCrossing> crossings;
    const double step = probe_step * edge_length;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const SampledFace& face = faces[f];
        const auto hit = grid.first_hit(face.middle, face.normal, width_min * edge_length, gap_width_max * edge_length);
        if (!hit || faces[hit->face].normal.dot(face.normal) > -facing_min) {
            continue;
        }
        const Vec3 end = face.middle + hit->distance * face.normal;
        if (is_inside(face.middle - step * face.normal) && is_inside(end + step * face.normal) &&
            !is_inside(0.5 * (face.middle + end))) {
            crossings.push_back({f, hit->face, face.middle, end, hit->distance});
        }
    }
    return crossings;
}

// Keeps those that run through tets only.
std::vector<GapCrossing> crossings_in_tets(const std::vector<GapCrossing>& crossings, const TetMesh& mesh,
                                           double edge_length) {
    const auto per_crossing = static_cast<Index>(places_between.size());
    Points between(per_crossing * static_cast<Index>(crossings.size()), 3);
    Index row = 0;
    for (const GapCrossing& crossing : crossings) {
        for (const double share : places_between) {
            between.row(row++) = (crossing.origin + share * (crossing.end - crossing.origin)).transpose();
        }
    }
    const Points in_tets = embedding(between, mesh).carried(mesh.X);
    std::vector<GapCrossing> kept;
    for (std::size_t i = 0; i < crossings.size(); ++i) {
        const Index first = per_crossing * static_cast<Index>(i);
        const auto off = (in_tets - between).middleRows(first, per_crossing).rowwise().norm();
        if (off.maxCoeff() < is_in_tets * edge_length) {
            kept.push_back(crossings[i]);
        }
    }
    return kept;
}

FilledGap gap_of(const std::vector<GapCrossing>& crossings, double spacing) {
    FilledGap gap;
    BoundingBox box{crossings.front().origin, crossings.front().origin};
    Vec3 sum = Vec3::Zero();
    std::map<GapCell, NarrowPlace> places;
    for (const GapCrossing& crossing : crossings) {
        const Vec3 middle = 0.5 * (crossing.origin + crossing.end);
        box = united(box, {crossing.origin.cwiseMin(crossing.end), crossing.origin.cwiseMax(crossing.end)});
        gap.width = std::max(gap.width, crossing.width);
        sum += middle;
        NarrowPlace& place =
            places.try_emplace(gap_cell_at(middle, spacing), NarrowPlace{middle, crossing.width}).first->second;
        place.width = std::min(place.width, crossing.width);
    }
    sum /= static_cast<double>(crossings.size());
    const auto distance = [&sum](const GapCrossing& crossing) {
        return (0.5 * (crossing.origin + crossing.end) - sum).squaredNorm();
    };
    const auto central = std::ranges::min_element(crossings, {}, distance);
    gap.from = central->origin;
    gap.to = central->end;
    gap.size = box.diagonal();
    for (const auto& [cell, place] : places) {
        gap.places.push_back(place);
    }
    return gap;
}

// Crossings of the same or neighbouring regions are one gap.
std::vector<FilledGap> gaps_of(const std::vector<GapCrossing>& crossings, const Regions& regions, double spacing) {
    DisjointSets sets(regions.count());
    std::vector<char> is_side(regions.count(), 0);
    const auto join = [&sets](std::size_t one, std::size_t other) {
        sets.join(static_cast<int>(one), static_cast<int>(other));
    };
    for (const GapCrossing& crossing : crossings) {
        is_side[regions.of_face(crossing.from)] = 1;
        is_side[regions.of_face(crossing.to)] = 1;
        join(regions.of_face(crossing.from), regions.of_face(crossing.to));
    }
    for (std::size_t region = 0; region < is_side.size(); ++region) {
        for (const std::size_t next : regions.neighbours(region)) {
            if (is_side[region] && is_side[next]) {
                join(region, next);
            }
        }
    }
    std::map<int, std::vector<GapCrossing>> places;
    for (const GapCrossing& crossing : crossings) {
        places[sets.root(static_cast<int>(regions.of_face(crossing.from)))].push_back(crossing);
    }
    std::vector<FilledGap> gaps;
    for (const auto& [root, of_place] : places) {
        gaps.push_back(gap_of(of_place, spacing));
    }
    std::ranges::stable_sort(gaps, std::ranges::greater(), &FilledGap::size);
    return gaps;
}

std::string short_text(double length) {
    std::ostringstream text;
    text.precision(3);
    text << length;
    return text.str();
}

// "between the hand and the hip, ", in alphabetical order; empty without names.
std::string names_of_sides(const FilledGap& gap, const std::function<std::string(const Vec3&)>& part_at) {
    if (!part_at) {
        return {};
    }
    const auto [first, second] = std::minmax({part_at(gap.from), part_at(gap.to)});
    if (first.empty()) {
        return {};
    }
    return first == second ? "at " + first + ", " : "between " + first + " and " + second + ", ";
}

} // namespace

std::vector<FilledGap> filled_gaps(const SurfaceMesh& surface, const std::function<bool(const Vec3&)>& is_inside,
                                   const TetMesh& mesh, double edge_length) {
    const SurfaceMesh fine = subdivided(surface, sample_edge * edge_length, samples_max);
    const std::vector<SampledFace> faces = sampled_faces(fine);
    const FaceGrid grid(faces, edge_length);
    const auto crossings = crossings_in_tets(outward_crossings(faces, grid, is_inside, edge_length), mesh, edge_length);
    if (crossings.empty()) {
        return {};
    }
    const double spacing = region_size * edge_length;
    Regions regions(fine.F, faces, spacing);
    for (std::size_t f = 0; f < faces.size(); ++f) {
        if (is_inside(faces[f].middle + probe_step * edge_length * faces[f].normal)) {
            regions.connect_inside(f, faces[f].middle, spacing);
        }
    }
    regions.finish();
    std::map<std::pair<std::size_t, std::size_t>, bool> are_far;
    std::vector<GapCrossing> far;
    for (const GapCrossing& crossing : crossings) {
        const std::pair sides(regions.of_face(crossing.from), regions.of_face(crossing.to));
        const auto [entry, is_new] = are_far.try_emplace(sides, false);
        if (is_new) {
            entry->second = regions.are_far(sides.first, sides.second, way_around_gap_min * edge_length);
        }
        if (entry->second) {
            far.push_back(crossing);
        }
    }
    return gaps_of(far, regions, spacing);
}

std::vector<std::string> messages_of(const std::vector<FilledGap>& gaps, double edge_length, const std::string& remedy,
                                     const std::function<std::string(const Vec3&)>& part_at) {
    if (gaps.empty()) {
        return {};
    }
    const bool is_one = gaps.size() == 1;
    const double width = std::ranges::max(gaps, {}, &FilledGap::width).width;
    return {std::to_string(gaps.size()) + (is_one ? " gap" : " gaps") + " between parts of the surface, " +
            (is_one ? "" : "the largest ") + names_of_sides(gaps.front(), part_at) + short_text(gaps.front().size) +
            " units from corner to corner, " + (is_one ? "is" : "are") + " up to " + short_text(width) +
            " wide, narrow beside the tets' edges of " + short_text(edge_length) + ", and " +
            (is_one ? "was" : "were") + " filled, " + filled_gap_words + "; " + remedy + " to keep them apart"};
}

} // namespace limber
