// SPDX-License-Identifier: MIT
#include "engine/mesh/tetrahedralise.h"

#include "engine/mesh/boxes.h"
#include "engine/mesh/embedding.h"
#include "engine/mesh/filled_gaps.h"
#include "engine/mesh/inside_test.h"
#include "engine/mesh/inside_test_cache.h"
#include "engine/mesh/lost_volume.h"
#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/narrow_places.h"
#include "engine/mesh/self_intersections.h"
#include "engine/mesh/solid_samples.h"
#include "engine/mesh/surface_repair.h"
#include "engine/mesh/topology.h"
#include "engine/mesh/unmeshed_parts.h"
#include "engine/mesh/winding_number.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <set>

namespace limber {
namespace {

// Bodies that are thinner than the first grid's cells are sampled again.
constexpr int sampling_resolution = 40;
constexpr int fine_sampling_resolution = 110;
constexpr Index inside_samples_min = 60;

// Refinement starts from one point of the surface in each cube of this size, relative to the edge length. It fills a
// part only if these are many enough to have a tet whose circumcentre lies inside.
constexpr double start_spacing = 2.5;
constexpr std::size_t starts_of_part_min = 16;
constexpr int denser_starts_max = 10;
constexpr double startable_size = 1.5; // relative to the edge length; smaller parts are too thin for tets
constexpr std::size_t startable_parts_max = 500;

constexpr double count_tolerance = 0.15; // of the target, before the edge length is corrected
constexpr int correction_count_max = 5;
constexpr int opening_rounds_max = 3;
constexpr double dropped_for_gaps_max = 0.01; // of the volume
constexpr double extra_vertices_max = 0.5;    // of the target, to keep parts apart
// Of the progress, at the end of each stage, as they take of the time for a character of 10,000 triangles with two
// trials; a search for gaps follows the last one.
constexpr double sampled_share = 0.04;
constexpr double corrected_share = 0.6;
constexpr double shortened_share = 0.64;
constexpr double meshed_share = 0.94;

// A trial that overshoots by this factor is stopped; its final overshoot is estimated.
constexpr double overshoot_max = 1.6;
constexpr double overshoot_guess = 2.6;

// Where parts meet, faces may intersect up to this many others; if half of all faces intersect more, there is no
// inside.
constexpr Index intersections_max = 8;

std::optional<Error> fault_in(const MeshingOptions& options) {
    if (!std::isfinite(options.edge_length) || options.edge_length < 0.0) {
        return Error{ErrorKind::bad_input, "the edge length must not be negative", "edge_length"};
    }
    if (options.edge_length == 0.0 &&
        (options.target_vertices < target_vertices_min || options.target_vertices > target_vertices_max)) {
        return Error{ErrorKind::bad_input, "the number of vertices aimed at must lie between 50 and 2,000,000",
                     "target_vertices"};
    }
    if (!(options.dihedral_min >= 0.0 && options.dihedral_min <= 30.0)) {
        return Error{ErrorKind::bad_input, "the dihedral angle aimed at must lie between 0 and 30 degrees",
                     "dihedral_min"};
    }
    return std::nullopt;
}

bool contains(const BoundingBox& box, const Vec3& x) {
    return (x.array() >= box.low.array()).all() && (x.array() <= box.high.array()).all();
}

// What is reported of one stage, in the share of the whole that the tets take.
struct StageProgress {
    Progress* progress = nullptr; // null: nothing is reported
    double share = 1.0;

    void set_range(double from, double to) const {
        if (progress) {
            progress->set_range(share * from, share * to);
        }
    }
};

// The share of a trial's time that is over after these inside tests, relative to their expected number. Nearly all of
// them are made by the refinement, evenly; where an optimisation of the angles follows, it takes as long with few.
double done_share(double tests, bool optimises) {
    constexpr double of_refinement = 1.25;
    constexpr double later = 0.2;
    const double refined = optimises ? 0.5 : 0.9;
    return tests < of_refinement ? refined * tests / of_refinement
                                 : 1.0 - (1.0 - refined) * std::exp((of_refinement - tests) / later);
}

// The share of the search for an edge length that is over before a trial: the first takes the most, since later ones
// know many inside tests, and mostly two are enough.
double share_before(int trial) {
    return trial == 0 ? 0.0 : 1.0 - 0.4 * std::pow(0.25, trial - 1);
}

Error cancelled() {
    return Error{ErrorKind::cancelled, "tetrahedralising was cancelled", ""};
}

// The gaps that tets with an edge length fill.
using GapSearch = std::function<Result<std::vector<FilledGap>>(const TetMesh&, double, Progress*)>;

struct Body {
    std::function<bool(const Vec3&)> is_inside;
    BoundingBox bounds;
    std::vector<SurfaceCrossing> crossings; // those known beforehand
    std::vector<BoundingBox> parts;         // those whose surfaces share no vertex
    /// Messages about the tets at an edge length; may be empty.
    std::function<std::vector<std::string>(const TetMesh&, double)> messages;
    GapSearch gaps; // may be empty
    std::function<double(const Vec3&)> relative_edge_length;
};

// Number of vertices of a mesh with edge length h: from the volume of the tets, and half of the triangles of the
// surface.
double vertices_at(const SolidSamples& samples, double h) {
    return 1.55 * samples.volume / (h * h * h) + 0.6 * samples.area / (h * h);
}

// Solves vertices_at(h) = vertices by bisection [m].
double edge_length_for(const SolidSamples& samples, double vertices) {
    double low = 1e-4 * samples.spacing;
    double high = 1e3 * samples.spacing;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = std::sqrt(low * high);
        (vertices_at(samples, middle) > vertices ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

// Refinement alone takes an eighth of the time of a good mesh, and is enough to count the vertices of an edge length;
// so the edge length is corrected until the count is near the target.
class Mesher {
public:
    Mesher(Body body, const MeshingOptions& options, SolidSamples samples, const StageProgress& progress)
        : options_(options), samples_(std::move(samples)), progress_(progress),
          inside_cache_(std::move(body.is_inside)) {
        problem_.is_inside = [this](const Vec3& x) {
            return inside_cache_(x);
        };
        problem_.bounds = body.bounds;
        parts_ = std::move(body.parts);
        std::ranges::stable_sort(parts_, std::ranges::greater(), &BoundingBox::diagonal);
        parts_.resize(std::min(parts_.size(), startable_parts_max));
        problem_.relative_edge_length = std::move(body.relative_edge_length);
        gaps_ = std::move(body.gaps);
        crossings_ = std::move(body.crossings);
        crossings_.insert(crossings_.end(), samples_.crossings.begin(), samples_.crossings.end());
    }

    /// Returns the mesh and its edge length.
    Result<std::pair<TetMesh, double>> mesh() {
        const bool is_known = options_.edge_length > 0.0;
        const auto h = is_known ? Result<double>(options_.edge_length) : corrected_edge_length();
        if (!h) {
            return h.error();
        }
        if (!is_known) {
            if (auto done = shorten_edges_at_gaps(h.value()); !done) {
                return done.error();
            }
        }
        progress_.set_range(is_known ? sampled_share : shortened_share, gaps_ ? meshed_share : 1.0);
        auto filled = meshed(h.value(), options_.dihedral_min, "tetrahedralising", 0.0, 1.0);
        if (!filled) {
            return filled.error();
        }
        return std::pair(std::move(filled).value().mesh, h.value());
    }

    Mesher(const Mesher&) = delete;
    Mesher& operator=(const Mesher&) = delete;

private:
    Result<DelaunayMesh> meshed(double h, double dihedral_min, const char* phase, double from, double to) {
        // The remaining number of inside tests is unknown; about this many a vertex were observed.
        const double tests_expected = 150.0 * vertices_at(samples_, h);
        problem_.edge_length = h;
        problem_.dihedral_min = dihedral_min;
        problem_.crossings = starts(h);
        problem_.may_continue = [=, this](std::size_t tests) {
            const double done = done_share(static_cast<double>(tests) / tests_expected, dihedral_min > 0.0);
            return keep_going(progress_.progress, phase, from + (to - from) * done);
        };
        auto mesh = delaunay_tets(problem_);
        return keep_going(progress_.progress, phase, to) ? std::move(mesh) : cancelled();
    }

    std::vector<SurfaceCrossing> starts(double h) const {
        std::vector<SurfaceCrossing> chosen = thinned(crossings_, start_spacing * h);
        for (const BoundingBox& part : parts_) {
            const auto is_in_part = [&part](const SurfaceCrossing& crossing) {
                return contains(part, crossing.inside);
            };
            const auto count = static_cast<std::size_t>(std::ranges::count_if(chosen, is_in_part));
            if (count >= starts_of_part_min || part.diagonal() < startable_size * h) {
                continue;
            }
            std::vector<SurfaceCrossing> of_part;
            std::ranges::copy_if(crossings_, std::back_inserter(of_part), is_in_part);
            std::erase_if(chosen, is_in_part);
            const auto denser = enough_of(of_part, start_spacing * h);
            chosen.insert(chosen.end(), denser.begin(), denser.end());
        }
        return chosen;
    }

    static std::vector<SurfaceCrossing> enough_of(const std::vector<SurfaceCrossing>& crossings, double spacing) {
        std::vector<SurfaceCrossing> chosen = thinned(crossings, spacing);
        for (int i = 0; i < denser_starts_max && chosen.size() < starts_of_part_min; ++i) {
            spacing *= 0.7;
            chosen = thinned(crossings, spacing);
        }
        return chosen;
    }

    Result<double> corrected_edge_length() {
        const auto target = static_cast<double>(options_.target_vertices);
        double h = edge_length_for(samples_, target);
        progress_.set_range(sampled_share, corrected_share);
        for (int correction = 0; correction < correction_count_max; ++correction) {
            problem_.vertices_max = static_cast<Index>(overshoot_max * target);
            const auto trial =
                meshed(h, 0.0, "choosing the edge length", share_before(correction), share_before(correction + 1));
            if (!trial) {
                return trial.error();
            }
            const double counted = static_cast<double>(trial.value().mesh.vertex_count()) / target;
            const double ratio = trial.value().reached_vertices_max ? overshoot_guess : counted;
            trial_ = trial.value().reached_vertices_max ? TetMesh{} : trial.value().mesh;
            if (ratio == 0.0 || std::abs(ratio - 1.0) < count_tolerance) {
                break;
            }
            h *= std::clamp(std::pow(ratio, 0.4), 0.4, 2.5);
        }
        problem_.vertices_max = 0;
        return h;
    }

    // Finds the gaps that tets of one edge length fill in the last trial, if it came to an end.
    Result<Done> shorten_edges_at_gaps(double h) {
        if (!gaps_ || trial_.tet_count() == 0) {
            return Done{};
        }
        progress_.set_range(corrected_share, shortened_share);
        const auto gaps = gaps_(trial_, h, progress_.progress);
        if (!gaps) {
            return gaps.error();
        }
        narrow_places_ = NarrowPlaces(gaps.value(), h);
        const auto extra_max = extra_vertices_max * static_cast<double>(options_.target_vertices);
        if (narrow_places_.is_empty() || narrow_places_.extra_vertices() > extra_max) {
            return Done{};
        }
        problem_.relative_edge_length = [this, given = problem_.relative_edge_length](const Vec3& x) {
            return narrow_places_.relative_edge_length(x) * (given ? given(x) : 1.0);
        };
        return Done{};
    }

    MeshingOptions options_;
    SolidSamples samples_;
    StageProgress progress_;
    InsideTestCache inside_cache_;
    DelaunayProblem problem_;
    std::vector<SurfaceCrossing> crossings_;
    std::vector<BoundingBox> parts_; // the largest first
    GapSearch gaps_;
    TetMesh trial_; // the last one that came to an end
    NarrowPlaces narrow_places_;
};

void keep_tets(TetMesh& mesh, const std::vector<bool>& is_kept) {
    std::vector<int> number(static_cast<std::size_t>(mesh.vertex_count()), -1);
    Index tet_count = 0;
    int vertex_count = 0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        if (!is_kept[static_cast<std::size_t>(t)]) {
            continue;
        }
        for (int c = 0; c < 4; ++c) {
            int& here = number[static_cast<std::size_t>(mesh.T(t, c))];
            here = here < 0 ? vertex_count++ : here;
            mesh.T(tet_count, c) = here;
        }
        ++tet_count;
    }
    Points X(vertex_count, 3);
    for (std::size_t v = 0; v < number.size(); ++v) {
        if (number[v] >= 0) {
            X.row(number[v]) = mesh.X.row(static_cast<Index>(v));
        }
    }
    mesh.T.conservativeResize(tet_count, 4);
    mesh.X = std::move(X);
}

// Drops tiny components; returns the messages.
std::vector<std::string> drop_debris(TetMesh& mesh) {
    const Components components = connected_components(mesh.T, mesh.vertex_count());
    const Vector volumes = tet_volumes(mesh);
    Vector part_volumes = Vector::Zero(components.count);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        part_volumes(components.of_tet[static_cast<std::size_t>(t)]) += volumes(t);
    }
    const Index debris_count = (part_volumes.array() < tiny_part_share * volumes.sum()).count();
    if (debris_count == 0) {
        return {};
    }
    std::vector<bool> is_kept(components.of_tet.size());
    for (std::size_t t = 0; t < is_kept.size(); ++t) {
        is_kept[t] = part_volumes(components.of_tet[t]) >= tiny_part_share * volumes.sum();
    }
    keep_tets(mesh, is_kept);
    return {std::to_string(debris_count) +
            (debris_count == 1 ? " loose piece with less than a thousandth of the volume was dropped"
                               : " loose pieces with less than a thousandth of the volume each were dropped")};
}

// The tets that hold the middles of the gaps, where one holds it.
std::vector<bool> tets_in_gaps(const TetMesh& mesh, const std::vector<FilledGap>& gaps) {
    std::vector<Vec3> middles;
    for (const FilledGap& gap : gaps) {
        std::ranges::transform(gap.places, std::back_inserter(middles), &NarrowPlace::middle);
    }
    Points points(static_cast<Index>(middles.size()), 3);
    for (std::size_t i = 0; i < middles.size(); ++i) {
        points.row(static_cast<Index>(i)) = middles[i].transpose();
    }
    const Embedding in_tets = embedding(points, mesh);
    std::set<std::array<int, 4>> corners;
    for (Index i = 0; i < points.rows(); ++i) {
        corners.insert({in_tets.corners(i, 0), in_tets.corners(i, 1), in_tets.corners(i, 2), in_tets.corners(i, 3)});
    }
    std::vector<bool> is_in_gap(static_cast<std::size_t>(mesh.tet_count()));
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        is_in_gap[static_cast<std::size_t>(t)] =
            corners.contains({mesh.T(t, 0), mesh.T(t, 1), mesh.T(t, 2), mesh.T(t, 3)});
    }
    return is_in_gap;
}

// Drops the few tets that join parts where most of a gap is open. Returns the gaps that stay filled.
Result<std::vector<FilledGap>> open_gaps(TetMesh& mesh, double edge_length, const GapSearch& gaps,
                                         const StageProgress& progress) {
    const auto search = [&](int round) {
        const double share = (1.0 - meshed_share) / (opening_rounds_max + 1);
        progress.set_range(meshed_share + share * round, meshed_share + share * (round + 1));
        return gaps(mesh, edge_length, progress.progress);
    };
    auto filled = search(0);
    for (int round = 0; round < opening_rounds_max && filled && !filled.value().empty(); ++round) {
        std::vector<bool> is_kept = tets_in_gaps(mesh, filled.value());
        is_kept.flip();
        const Vector volumes = tet_volumes(mesh);
        double dropped = 0.0;
        for (std::size_t t = 0; t < is_kept.size(); ++t) {
            dropped += is_kept[t] ? 0.0 : volumes(static_cast<Index>(t));
        }
        if (dropped == 0.0 || dropped > dropped_for_gaps_max * volumes.sum()) {
            break;
        }
        keep_tets(mesh, is_kept);
        filled = search(round + 1);
    }
    return filled;
}

Result<Repaired<TetMesh>> validated(TetMesh mesh, std::vector<std::string> warnings) {
    auto valid = validate(std::move(mesh), "the tetrahedralised mesh");
    if (!valid) {
        return valid.error();
    }
    auto result = std::move(valid).value();
    result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());
    return result;
}

// Samples finely if the body is thin.
std::optional<SolidSamples> samples_of(const Body& body, Progress* progress) {
    auto samples = sample_solid(body.is_inside, body.bounds, sampling_resolution, progress);
    if (samples && samples->volume < static_cast<double>(inside_samples_min) * std::pow(samples->spacing, 3)) {
        samples = sample_solid(body.is_inside, body.bounds, fine_sampling_resolution, progress);
    }
    return samples;
}

Result<Repaired<TetMesh>> fill(Body body, const MeshingOptions& options, Progress* progress,
                               std::vector<std::string> warnings) {
    const StageProgress stage{progress, options.progress_share};
    stage.set_range(0.0, sampled_share);
    auto samples = samples_of(body, progress);
    if (!samples) {
        return cancelled();
    }
    if (samples->volume == 0.0 && body.crossings.empty()) {
        return Error{ErrorKind::bad_input,
                     "the surface encloses nothing: it is flat, or too thin or too open to say what is inside", ""};
    }
    const auto messages = std::move(body.messages);
    const auto gaps = body.gaps;
    auto meshed = Mesher(std::move(body), options, *std::move(samples), stage).mesh();
    if (!meshed) {
        return meshed.error();
    }
    auto [mesh, edge_length] = std::move(meshed).value();
    if (mesh.tet_count() == 0) {
        return Error{
            ErrorKind::bad_input,
            "the mesher filled nothing, the whole shape is thin relative to the tets' edges; " + options.remedy, ""};
    }
    const auto filled =
        gaps ? open_gaps(mesh, edge_length, gaps, stage) : Result<std::vector<FilledGap>>(std::vector<FilledGap>());
    if (!filled) {
        return filled.error();
    }
    auto warnings_of_tets = drop_debris(mesh);
    if (messages) {
        if (auto more = messages(mesh, edge_length); !more.empty()) { // more specific than those of drop_debris
            warnings_of_tets = std::move(more);
        }
    }
    std::ranges::move(messages_of(filled.value(), edge_length, options.remedy, options.part_at),
                      std::back_inserter(warnings_of_tets));
    warnings.insert(warnings.end(), warnings_of_tets.begin(), warnings_of_tets.end());
    return validated(std::move(mesh), std::move(warnings));
}

// Points just below and just above the centres of faces, one pair in each cube of this size.
std::vector<SurfaceCrossing> face_probes(const SurfaceMesh& surface, double spacing) {
    std::vector<SurfaceCrossing> candidates;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const Vec3 a = surface.V.row(surface.F(f, 0));
        const Vec3 b = surface.V.row(surface.F(f, 1));
        const Vec3 c = surface.V.row(surface.F(f, 2));
        const Vec3 step = 1e-3 * spacing * (b - a).cross(c - a).normalized();
        const Vec3 middle = (a + b + c) / 3.0;
        candidates.push_back({middle - step, middle + step});
    }
    return thinned(candidates, spacing);
}

std::optional<Error> fault_in(const SurfaceMesh& surface) {
    if (surface.F.rows() < 1) {
        return Error{ErrorKind::bad_input, "the surface has no faces", ""};
    }
    if (!surface.V.allFinite()) {
        return Error{ErrorKind::bad_input, "a vertex of the surface is not finite", ""};
    }
    if (surface.F.minCoeff() < 0 || surface.F.maxCoeff() >= surface.V.rows()) {
        return Error{ErrorKind::bad_input, "a face of the surface names a vertex that does not exist", ""};
    }
    return std::nullopt;
}

struct FaceProbes {
    std::vector<SurfaceCrossing> crossings;
    bool overlaps = false; // one of the faces lies inside another part
};

FaceProbes probe_faces(const SurfaceMesh& surface, const WindingNumber& winding) {
    FaceProbes view;
    for (const auto& probe : face_probes(surface, bounding_box(surface.V).diagonal() / sampling_resolution)) {
        const double below = winding.at(probe.inside);
        const double above = winding.at(probe.outside);
        if (below > 0.5 && above <= 0.5) {
            view.crossings.push_back(probe);
        }
        view.overlaps = view.overlaps || (below > 1.5 && above > 0.5);
    }
    return view;
}

std::vector<BoundingBox> boxes_of_parts(const SurfaceMesh& surface) {
    const Components parts = connected_components(surface.F, surface.V.rows());
    std::vector<BoundingBox> boxes(static_cast<std::size_t>(parts.count),
                                   {Vec3::Constant(std::numeric_limits<double>::infinity()),
                                    Vec3::Constant(-std::numeric_limits<double>::infinity())});
    for (Index f = 0; f < surface.F.rows(); ++f) {
        BoundingBox& box = boxes[static_cast<std::size_t>(parts.of_tet[static_cast<std::size_t>(f)])];
        for (Index corner = 0; corner < 3; ++corner) {
            const Vec3 x = surface.V.row(surface.F(f, corner));
            box = united(box, {x, x});
        }
    }
    return boxes;
}

Error without_mesher() {
    return Error{ErrorKind::bad_input,
                 "this build has no tetrahedral mesher (LIMBER_WITH_CGAL is off): open a tet mesh instead", ""};
}

} // namespace

#ifdef LIMBER_WITH_CGAL
bool can_tetrahedralise() {
    return true;
}
#else
bool can_tetrahedralise() {
    return false;
}
#endif

Result<Repaired<TetMesh>> tetrahedralise(const SurfaceMesh& given, const MeshingOptions& options, Progress* progress) {
    if (!can_tetrahedralise()) {
        return without_mesher();
    }
    if (auto fault = fault_in(options)) {
        return *fault;
    }
    if (auto fault = fault_in(given)) {
        return *fault;
    }
    RepairedSurface repaired = repair(given);
    if (repaired.surface.F.rows() == 0) {
        return Error{ErrorKind::bad_input, "the surface has no face with an area", ""};
    }
    if (const Index intersections = median_intersections_of_faces(repaired.surface);
        intersections > intersections_max) {
        return Error{ErrorKind::bad_input,
                     "the surface bounds no body: half of its triangles cut through " + std::to_string(intersections) +
                         " others or more; export the outside of a body",
                     ""};
    }
    const WindingNumber winding(repaired.surface);
    auto [crossings, overlaps] = probe_faces(repaired.surface, winding);
    if (overlaps) {
        repaired.warnings.emplace_back("the surface overlaps itself; what its parts enclose together was filled");
    }
    InsideTest inside(repaired.surface, winding);
    Body body;
    body.is_inside = [&inside](const Vec3& x) {
        return inside(x);
    };
    body.bounds = bounding_box(repaired.surface.V);
    body.crossings = std::move(crossings);
    body.parts = boxes_of_parts(repaired.surface);
    body.messages = [&](const TetMesh& mesh, double edge_length) {
        return messages_of(unmeshed_parts(repaired.surface, winding, mesh, edge_length), edge_length, options.remedy);
    };
    body.gaps = [&](const TetMesh& mesh, double edge_length, Progress* progress_of_gaps) {
        return filled_gaps(repaired.surface, std::ref(inside), mesh, edge_length, progress_of_gaps);
    };
    auto filled = fill(std::move(body), options, progress, std::move(repaired.warnings));
    if (!filled) {
        return filled;
    }
    Repaired<TetMesh> mesh = std::move(filled).value();
    const bool bounds_its_volume = repaired.boundary_edge_count == 0 && !overlaps;
    const double lost = lost_volume({repaired.surface, bounds_its_volume}, inside, mesh.value, progress);
    std::ranges::move(messages_of_lost_volume(lost, options.remedy), std::back_inserter(mesh.warnings));
    return mesh;
}

Result<Repaired<TetMesh>> tetrahedralise(const Solid& solid, const MeshingOptions& options, Progress* progress) {
    if (!can_tetrahedralise()) {
        return without_mesher();
    }
    if (auto fault = fault_in(options)) {
        return *fault;
    }
    if (!(solid.bounds.diagonal() > 0.0) || !solid.value) {
        return Error{ErrorKind::bad_input, "the solid's bounds are empty", "bounds"};
    }
    Body body;
    body.is_inside = [&solid](const Vec3& x) {
        return solid.value(x) < 0.0;
    };
    body.bounds = solid.bounds;
    body.parts = {solid.bounds};
    body.relative_edge_length = solid.relative_edge_length;
    return fill(std::move(body), options, progress, {});
}

} // namespace limber
