// SPDX-License-Identifier: MIT
#include "engine/mesh/filled_gaps.h"

#include "engine/core/disjoint_sets.h"
#include "engine/mesh/boxes.h"
#include "engine/mesh/embedding.h"
#include "engine/mesh/face_grid.h"
#include "engine/mesh/surface_regions.h"
#include "engine/mesh/surface_subdivision.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
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

constexpr const char* phase_of_gaps = "looking for filled gaps";
// Of the progress, at the end of each stage.
constexpr double prepared_share = 0.2;
constexpr double crossed_share = 0.6;
constexpr double connected_share = 0.8;
constexpr std::size_t items_between_reports = 1000;

// Visits the numbers below `count`, in the range of the progress; false: cancelled.
template <typename Visit>
bool visits_all(std::size_t count, Progress* progress, double from, double to, Visit visit) {
    for (std::size_t i = 0; i < count; ++i) {
        const double share = from + (to - from) * static_cast<double>(i) / static_cast<double>(count);
        if (i % items_between_reports == 0 && !keep_going(progress, phase_of_gaps, share)) {
            return false;
        }
        visit(i);
    }
    return keep_going(progress, phase_of_gaps, to);
}

struct GapCrossing {
    std::size_t from = 0, to = 0; // faces
    Vec3 origin, end;             // [m]
    double width = 0.0;           // [m]
};

// From the middle of a face outwards through a gap to the other side.
std::optional<GapCrossing> outward_crossing(std::size_t f, const std::vector<SampledFace>& faces, const FaceGrid& grid,
                                            const std::function<bool(const Vec3&)>& is_inside, double edge_length) {
    const SampledFace& face = faces[f];
    const auto hit = grid.first_hit(face.middle, face.normal, width_min * edge_length, gap_width_max * edge_length);
    if (!hit || faces[hit->face].normal.dot(face.normal) > -facing_min) {
        return std::nullopt;
    }
    const double step = probe_step * edge_length;
    const Vec3 end = face.middle + hit->distance * face.normal;
    if (is_inside(face.middle - step * face.normal) && is_inside(end + step * face.normal) &&
        !is_inside(0.5 * (face.middle + end))) {
        return GapCrossing{f, hit->face, face.middle, end, hit->distance};
    }
    return std::nullopt;
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

FilledGap gap_of(const std::vector<GapCrossing>& crossings, const CellGrid& grid) {
    FilledGap gap;
    BoundingBox box{crossings.front().origin, crossings.front().origin};
    Vec3 sum = Vec3::Zero();
    std::map<GridCell, NarrowPlace> places;
    for (const GapCrossing& crossing : crossings) {
        const Vec3 middle = 0.5 * (crossing.origin + crossing.end);
        box = united(box, {crossing.origin.cwiseMin(crossing.end), crossing.origin.cwiseMax(crossing.end)});
        gap.width = std::max(gap.width, crossing.width);
        sum += middle;
        NarrowPlace& place =
            places.try_emplace(grid.cell_at(middle), NarrowPlace{middle, crossing.width}).first->second;
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
std::vector<FilledGap> gaps_of(const std::vector<GapCrossing>& crossings, const SurfaceRegions& regions,
                               const CellGrid& grid) {
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
        gaps.push_back(gap_of(of_place, grid));
    }
    std::ranges::stable_sort(gaps, std::ranges::greater(), &FilledGap::size);
    return gaps;
}

// Keeps those whose sides are far from each other along the surface; false: cancelled.
bool keep_far(SurfaceRegions& regions, double way_min, Progress* progress, std::vector<GapCrossing>& crossings) {
    std::map<std::pair<std::size_t, std::size_t>, bool> are_far;
    std::vector<GapCrossing> far;
    const bool is_complete = visits_all(crossings.size(), progress, connected_share, 1.0, [&](std::size_t i) {
        const std::pair sides(regions.of_face(crossings[i].from), regions.of_face(crossings[i].to));
        const auto [entry, is_new] = are_far.try_emplace(sides, false);
        if (is_new) {
            entry->second = regions.are_far(sides.first, sides.second, way_min);
        }
        if (entry->second) {
            far.push_back(crossings[i]);
        }
    });
    crossings = std::move(far);
    return is_complete;
}

Error cancelled_search() {
    return Error{ErrorKind::cancelled, "looking for filled gaps was cancelled", ""};
}

} // namespace

Result<std::vector<FilledGap>> filled_gaps(const SurfaceMesh& surface,
                                           const std::function<bool(const Vec3&)>& is_inside, const TetMesh& mesh,
                                           double edge_length, Progress* progress) {
    if (!keep_going(progress, phase_of_gaps, 0.0)) {
        return cancelled_search();
    }
    const SurfaceMesh fine = subdivided(surface, sample_edge * edge_length, samples_max);
    const std::vector<SampledFace> faces = sampled_faces(fine);
    const BoundingBox box = bounding_box(fine.V);
    const FaceGrid face_grid(faces, CellGrid(box, edge_length));
    std::vector<GapCrossing> outward;
    if (!visits_all(faces.size(), progress, prepared_share, crossed_share, [&](std::size_t f) {
            if (const auto crossing = outward_crossing(f, faces, face_grid, is_inside, edge_length)) {
                outward.push_back(*crossing);
            }
        })) {
        return cancelled_search();
    }
    auto crossings = crossings_in_tets(outward, mesh, edge_length);
    if (crossings.empty()) {
        return std::vector<FilledGap>{};
    }
    const double spacing = region_size * edge_length;
    const CellGrid grid(box, spacing);
    SurfaceRegions regions(fine.F, faces, grid);
    const auto connect = [&](std::size_t f) {
        if (is_inside(faces[f].middle + probe_step * edge_length * faces[f].normal)) {
            regions.connect_inside(f, faces[f].middle, spacing);
        }
    };
    if (!visits_all(faces.size(), progress, crossed_share, connected_share, connect)) {
        return cancelled_search();
    }
    regions.finish();
    if (!keep_far(regions, way_around_gap_min * edge_length, progress, crossings)) {
        return cancelled_search();
    }
    return gaps_of(crossings, regions, grid);
}

} // namespace limber
